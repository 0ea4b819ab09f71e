/// The bytes at the start of a file that name its encoding.
enum ByteOrderMark {
  private static let wide: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], [0, 0, 0xFE, 0xFF]]

  /// Whether a text begins with the mark of UTF-16 or UTF-32, so that editors decode it.
  static func isWide(_ bytes: [UInt8]) -> Bool { wide.contains { bytes.starts(with: $0) } }
}
