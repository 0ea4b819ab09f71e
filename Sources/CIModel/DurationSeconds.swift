extension Duration {
  /// The duration in seconds with its fraction, the unit of the JSON contracts.
  package var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
