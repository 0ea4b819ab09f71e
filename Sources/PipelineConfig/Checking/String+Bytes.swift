extension String {
  /// Whether a byte of the UTF-8 text is this one.
  func holds(_ byte: UInt8) -> Bool {
    // Short texts have no storage to look at; they are copied, which is quicker than asking for each.
    utf8.withContiguousStorageIfAvailable { $0.contains(byte) } ?? utf8.contains(byte)
  }
}
