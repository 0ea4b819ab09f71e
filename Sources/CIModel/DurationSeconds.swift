extension Duration {
  /// The whole time in seconds, as contracts write durations.
  package var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
