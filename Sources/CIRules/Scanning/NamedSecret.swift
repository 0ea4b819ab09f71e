/// An AWS secret access key: 40 letters, digits and signs without a prefix, recognized by the name
/// before them.
///
/// Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html
enum NamedSecret {
  static let name = "AWS secret access key"
  /// Pairs of bytes that are rare in text. Each name contains one of these pairs, in `access`,
  /// `aws` or `secret`.
  static let pairs = ["cc", "CC", "ws", "WS", "cr", "CR"].map { Array($0.utf8) }

  private static let names = [["secret", "access", "key"], ["aws", "secret", "key"]].map(words)
  /// A name that nothing may follow: `AWS_SECRET=`, but not `AWS_SECRETS_FILE`.
  private static let bareName = words(["aws", "secret"])
  /// A name as in Terraform's `provider "aws"`, which counts behind one of the others.
  private static let shortName = words(["secret", "key"])
  private static let contexts = [["access", "key"], ["aws"]].map(words)
  /// Maximum distance of the short name from one of these words.
  private static let widestContext = 1_000

  private static func words(_ name: [String]) -> [[UInt8]] { name.map { Array($0.utf8) } }

  /// Maximum distance of the value from the name, without blanks: `: String? = "`, or lines with a
  /// comment and another key.
  private static let widestGap = 1_000
  /// The text behind the last name, up to a possible value. Names close to each other have the same
  /// text behind them, with any number of blanks; to keep the time linear, it is not searched again
  /// for each.
  struct Gap {
    private var start = 0
    fileprivate private(set) var end = 0
    /// A run before `end` that is too long to be a value; a name can end in it.
    private var run = 0..<0
    /// Number of bytes without blanks.
    fileprivate private(set) var count = 0
    /// Number of bytes that were examined.
    private(set) var work = 0
    /// Offset of the last `aws` or `access key`.
    fileprivate var context: Int?

    /// Begins behind another name, with what is known of the text there.
    fileprivate mutating func begin(at start: Int, in bytes: UnsafeRawBufferPointer) {
      if self.start <= start, start <= end, !run.contains(start) {
        count -= countedBytes(in: self.start..<start, of: bytes)
      } else {
        (end, count) = (start, 0)
      }
      self.start = start
    }

    fileprivate mutating func extend(to end: Int, in bytes: UnsafeRawBufferPointer) {
      count += countedBytes(in: self.end..<end, of: bytes)
      self.end = end
    }

    /// Goes past a run that is too long.
    fileprivate mutating func skip(_ run: Range<Int>, in bytes: UnsafeRawBufferPointer) {
      extend(to: run.upperBound, in: bytes)
      self.run = run
    }

    private mutating func countedBytes(
      in range: Range<Int>, of bytes: UnsafeRawBufferPointer
    ) -> Int {
      work += range.count
      return range.count { bytes[$0] > 0x20 }
    }
  }

  /// The range of the value if the pair at an offset belongs to a name before it, and the offset of
  /// what makes it one; `nil` otherwise.
  static func value(
    in bytes: UnsafeRawBufferPointer, at offset: Int, _ gap: inout Gap
  ) -> (range: Range<Int>, start: Int)? {
    guard let (start, end) = name(in: bytes, at: offset, &gap) else { return nil }
    return value(in: bytes, from: end, &gap).map { ($0, start) }
  }

  private static func value(
    in bytes: UnsafeRawBufferPointer, from end: Int, _ gap: inout Gap
  ) -> Range<Int>? {
    gap.begin(at: end, in: bytes)
    while gap.end < bytes.count, gap.count < widestGap {
      let start = gap.end
      guard isPart(bytes[start]) else {
        gap.extend(to: start + 1, in: bytes)
        continue
      }
      let most = min(bytes.count, start + longestRun + 1)
      let next = bytes[start..<most].firstIndex { !isPart($0) } ?? most
      if let range = value(inRun: start..<next, of: bytes) { return range }
      if next - start > length {
        let rest = bytes[next...].prefix(widestGap)
        gap.skip(start..<(rest.firstIndex { !isPart($0) } ?? rest.endIndex), in: bytes)
        continue
      }
      gap.extend(to: next, in: bytes)
    }
    return nil
  }

  private static func name(
    in bytes: UnsafeRawBufferPointer, at offset: Int, _ gap: inout Gap
  ) -> (start: Int, end: Int)? {
    // The pair is in `aws`, or in `access`, possibly behind `secret` and a sign, or in `secret`.
    switch (bytes[offset] | 0x20, bytes[offset + 1] | 0x20) {
    case (UInt8(ascii: "w"), _):
      guard offset > 0, end(of: contexts[1], in: bytes, from: offset - 1) != nil else { return nil }
      gap.context = offset - 1
      let end =
        end(of: names[1], in: bytes, from: offset - 1)
        ?? end(of: bareName, in: bytes, from: offset - 1).flatMap {
          isWhole($0, in: bytes) ? $0 : nil
        }
      return end.map { (offset, $0) }
    case (_, UInt8(ascii: "c")):
      guard offset > 0, end(of: contexts[0], in: bytes, from: offset - 1) != nil else { return nil }
      gap.context = offset - 1
      return [7, 8].lazy.filter { $0 <= offset }
        .compactMap { end(of: names[0], in: bytes, from: offset - $0) }.first.map { (offset, $0) }
    default:
      guard let context = gap.context, offset - context <= widestContext else { return nil }
      return end(of: shortName, in: bytes, from: offset - 2).map { (context, $0) }
    }
  }

  /// Whether no word goes on at an offset.
  private static func isWhole(_ end: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    end == bytes.count
      || !bytes[end].isASCIIAlphanumeric && !"_-.".utf8.contains(bytes[end])
  }

  /// The end of a name such as `secret_access_key`, `SecretAccessKey` or `secret-access-key`; `nil`
  /// when it does not begin at `start`.
  private static func end(
    of name: [[UInt8]], in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    var position = start
    for word in name {
      if position > start, position < bytes.count, "_-. ".utf8.contains(bytes[position]) {
        position += 1
      }
      guard bytes.count - position >= word.count,
        word.indices.allSatisfy({ bytes[position + $0] | 0x20 == word[$0] })
      else { return nil }
      position += word.count
    }
    return position
  }
}
