extension String {
  /// Whether the UTF-8 text contains this byte.
  func holds(_ byte: UInt8) -> Bool {
    // Short texts have no contiguous storage; they are searched through their UTF-8 view.
    utf8.withContiguousStorageIfAvailable { $0.contains(byte) } ?? utf8.contains(byte)
  }
}
