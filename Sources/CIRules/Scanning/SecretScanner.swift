import CIModel

/// Finds credentials in bytes in one pass. The first bytes decide what could begin there.
struct SecretScanner: Sendable {
  struct Hit: Hashable {
    /// The kind of credential: `GitHub token`.
    var name: String
    /// Range of the credential in the bytes.
    var range: Range<Int>
    /// Number of its first bytes that may be shown: those that every token of the kind begins with.
    var shown: Int
    /// Range of all that makes it a credential: also the name before a value, and the bytes behind
    /// the first line of a private key.
    var evidence: Range<Int>

    init(_ name: String, _ range: Range<Int>, shown: Int = 0, evidence: Range<Int>? = nil) {
      self.name = name
      self.range = range
      self.shown = shown
      self.evidence = evidence ?? range
    }

    /// The text that is printed in place of the other bytes.
    var hiddenPart: String {
      let hidden = range.count - shown
      return hidden > 0 ? "… (\(counted(hidden, "character")) not shown)" : ""
    }
  }

  /// Shapes by their first three bytes.
  private let candidates: [UInt32: [Candidate]]
  /// The first two bytes of shapes and of everything else that is found.
  private var pairs = PairSet()
  /// The second and third byte of shapes.
  private var innerPairs = PairSet()
  /// The first two bytes of what is no shape.
  private var otherPairs = PairSet()
  /// Number of bytes that are decoded at once.
  private let window: Int

  private static let privateKey = Array("-----BEGIN".utf8)
  private static let dashes = UInt16(0x2D2D)

  /// A shape whose first bytes are compared at once.
  private struct Candidate {
    let shape: TokenShape
    private var first: UInt64 = 0
    private var mask: UInt64 = 0

    init(_ shape: TokenShape) {
      self.shape = shape
      for (index, byte) in shape.prefix.prefix(8).enumerated() {
        first |= UInt64(byte) << UInt64(8 * index)
        mask |= 0xFF << UInt64(8 * index)
      }
    }

    /// - Parameter word: Eight bytes of the text, the first one lowest.
    func canBegin(_ word: UInt64) -> Bool { word & mask == first }
  }

  /// A set of pairs of bytes, with one bit for each.
  private struct PairSet {
    private(set) var bits = [UInt64](repeating: 0, count: 1024)

    mutating func insert(_ pair: ArraySlice<UInt8>) {
      guard let first = pair.first, let last = pair.last else { return }
      let pair = UInt16(first) << 8 | UInt16(last)
      bits[Int(pair >> 6)] |= 1 << UInt64(pair & 63)
    }

    func contains(_ pair: UInt16) -> Bool { bits[Int(pair >> 6)] & (1 << UInt64(pair & 63)) != 0 }
  }

  /// - Parameters:
  ///   - shapes: Shapes whose prefixes have at least three bytes.
  ///   - window: Number of bytes that are decoded at once.
  init(_ shapes: [TokenShape] = TokenShape.all, window: Int = 8 << 20) {
    self.window = window
    var candidates: [UInt32: [Candidate]] = [:]
    for shape in shapes {
      let prefix = shape.prefix.prefix(3)
      candidates[prefix.reduce(0) { $0 << 8 | UInt32($1) }, default: []].append(
        Candidate(shape))
      pairs.insert(prefix.prefix(2))
      innerPairs.insert(prefix.suffix(2))
    }
    self.candidates = candidates
    for pair in NamedSecret.pairs + [SharedSignature.pair, Array(Self.privateKey.prefix(2))] {
      pairs.insert(pair[...])
      otherPairs.insert(pair[...])
    }
  }

  func occurs(in bytes: UnsafeRawBufferPointer) -> Bool {
    var found = false
    scan(bytes) { _ in
      found = true
      return false
    }
    return found
  }

  func hits(in bytes: UnsafeRawBufferPointer) -> [Hit] {
    var hits: [Hit] = []
    scan(bytes) { hit in
      hits.append(hit)
      return true
    }
    return hits
  }

  /// Results that are kept during a scan, so that no bytes are examined again for each prefix.
  struct Knowledge {
    var runs = TokenRuns()
    fileprivate var headers = KeyHeaders()
    /// The bytes that were examined last, and whether they are a key. Several beginnings of a key
    /// can have the same headers.
    fileprivate var body: (range: Range<Int>, isKey: Bool)?
    fileprivate var bodyWork = 0
    fileprivate var gap = NamedSecret.Gap()
    fileprivate var address: SharedSignature.Address?

    /// Number of bytes that were examined behind prefixes.
    var work: Int { runs.work + headers.work + bodyWork + gap.work }
  }

  /// Number of bytes before and behind a window that are decoded with it: longer than any credential.
  private static let overlap = 64 << 10

  /// - Parameter body: Returns whether to continue.
  @discardableResult
  func scan(_ bytes: UnsafeRawBufferPointer, _ body: (Hit) -> Bool) -> Knowledge {
    var starts: [Int] = []
    var goesOn = true
    let known = scanOnce(bytes) { hit in
      starts.append(hit.range.lowerBound)
      goesOn = body(hit)
      return goesOn
    }
    var found = starts[...]
    var start = 0
    while goesOn, start < bytes.count {
      let first = max(0, start - Self.overlap)
      let end = min(bytes.count, start + window + Self.overlap)
      scanDecoded(UnsafeRawBufferPointer(rebasing: bytes[first..<end])) { hit in
        let range = (hit.range.lowerBound + first)..<(hit.range.upperBound + first)
        guard start..<(start + window) ~= range.lowerBound else { return true }
        // The beginning of the decoded token may already be a hit.
        found = found.drop { $0 < range.lowerBound }
        if let known = found.first, range.contains(known) { return true }
        let evidence = (hit.evidence.lowerBound + first)..<(hit.evidence.upperBound + first)
        goesOn = body(Hit(hit.name, range, shown: hit.shown, evidence: evidence))
        return goesOn
      }
      start += window
    }
    return known
  }

  /// Finds what parts of a text contain that are decoded.
  private func scanDecoded(_ bytes: UnsafeRawBufferPointer, _ body: (Hit) -> Bool) {
    guard let text = DecodedText(bytes) else { return }
    text.bytes.withUnsafeBytes { decoded in
      _ = scanOnce(decoded) { hit in
        guard let range = text.original(hit.range) else { return true }
        let shown = hit.shown == hit.range.count ? range.count : hit.shown
        return body(
          Hit(hit.name, range, shown: shown, evidence: text.original(hit.evidence)))
      }
    }
  }

  private func scanOnce(_ bytes: UnsafeRawBufferPointer, _ body: (Hit) -> Bool) -> Knowledge {
    var known = Knowledge()
    guard bytes.count > 2 else { return known }
    pairs.bits.withUnsafeBufferPointer { pairs in
      var offset = 0
      var pair = UInt16(bytes[0])
      while offset + 1 < bytes.count {
        pair = pair << 8 | UInt16(bytes[offset + 1])
        if pairs[Int(pair >> 6)] & (1 << UInt64(pair & 63)) != 0,
          let hit = match(in: bytes, at: offset, pair, &known)
        {
          if !body(hit) { return }
          offset = hit.range.upperBound
          guard offset + 1 < bytes.count else { return }
          pair = UInt16(bytes[offset])
          continue
        }
        offset += 1
      }
    }
    return known
  }

  private func match(
    in bytes: UnsafeRawBufferPointer, at offset: Int, _ pair: UInt16, _ known: inout Knowledge
  ) -> Hit? {
    // Every token is longer than eight bytes.
    if offset + 8 <= bytes.count,
      innerPairs.contains(UInt16(bytes[offset + 1]) << 8 | UInt16(bytes[offset + 2]))
    {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      for candidate in candidates[UInt32(pair) << 8 | UInt32(bytes[offset + 2])] ?? []
      where candidate.canBegin(word) {
        let shape = candidate.shape
        if let range = shape.match(in: bytes, at: offset, &known.runs) {
          return Hit(shape.name, range, shown: shape.shown)
        }
      }
    }
    guard otherPairs.contains(pair) else { return nil }
    if pair == Self.dashes { return privateKey(in: bytes, at: offset, &known) }
    return namedSecret(in: bytes, at: offset, &known)
      ?? sharedSignature(in: bytes, at: offset, &known)
  }

  private func namedSecret(
    in bytes: UnsafeRawBufferPointer, at offset: Int, _ known: inout Knowledge
  ) -> Hit? {
    guard let (range, start) = NamedSecret.value(in: bytes, at: offset, &known.gap),
      known.runs.isRandom(range, .base64, in: bytes)
    else { return nil }
    return Hit(NamedSecret.name, range, evidence: start..<range.upperBound)
  }

  private func sharedSignature(
    in bytes: UnsafeRawBufferPointer, at offset: Int, _ known: inout Knowledge
  ) -> Hit? {
    guard let range = SharedSignature.value(in: bytes, at: offset, &known.address),
      known.runs.isRandom(range, .cookie, in: bytes)
    else { return nil }
    return Hit(SharedSignature.name, range)
  }

  /// Matches `-----BEGIN … PRIVATE KEY-----` with a key behind it. The words alone also occur in
  /// code that reads key files.
  private func privateKey(
    in bytes: UnsafeRawBufferPointer, at offset: Int, _ known: inout Knowledge
  ) -> Hit? {
    guard bytes.count - offset > Self.privateKey.count + 30,
      let label = privateKeyLabel(in: bytes, at: offset)
    else { return nil }
    // The bytes can end within the dashes.
    let end = label.upperBound + 5
    guard end <= bytes.count else { return nil }
    let start = known.headers.end(from: end, in: bytes, of: offset)
    if known.body?.range.lowerBound != start {
      let (range, text) = bodyOfKey(from: start, in: bytes)
      known.bodyWork += range.count
      known.body = (range, text.withUnsafeBytes { KeyBody.occurs(in: $0) })
    }
    guard let body = known.body, body.isKey else { return nil }
    let name = String(decoding: bytes[label], as: UTF8.self).lowercased().replacing("+", with: " ")
    return Hit(
      name, offset..<end, shown: end - offset, evidence: offset..<body.range.upperBound)
  }

  /// The ends of labels, also as forms encode them (`application/x-www-form-urlencoded`).
  private static let endsOfLabels = [
    "PRIVATE KEY", "PRIVATE KEY BLOCK", "PRIVATE+KEY", "PRIVATE+KEY+BLOCK",
  ].map { Array($0.utf8) }

  /// The range of the label between the dashes; `nil` when it is not that of a private key.
  private func privateKeyLabel(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Range<Int>? {
    let prefix = Self.privateKey
    guard bytes.count - offset > prefix.count else { return nil }
    for (index, byte) in prefix.enumerated() where bytes[offset + index] != byte { return nil }
    let start = offset + prefix.count + 1
    guard bytes[start - 1] == UInt8(ascii: " ") || bytes[start - 1] == UInt8(ascii: "+"),
      let dash = bytes[start..<min(bytes.count, offset + 80)].firstIndex(of: UInt8(ascii: "-")),
      Self.endsOfLabels.contains(where: { bytes[start..<dash].suffix($0.count).elementsEqual($0) })
    else { return nil }
    return start..<dash
  }

  /// Maximum bytes that are examined behind the beginning of a key, without blanks and comments.
  static let longestBody = 2_000

  /// The bytes behind the beginning of a key, up to the beginning of another key.
  private func bodyOfKey(
    from start: Int, in bytes: UnsafeRawBufferPointer
  ) -> (range: Range<Int>, text: [UInt8]) {
    var body = CollapsedBlanks()
    var index = start
    while index < bytes.count, body.count < Self.longestBody {
      if let label = privateKeyLabel(in: bytes, at: index), label.upperBound + 35 <= bytes.count {
        break
      }
      body.append(bytes[index])
      index += 1
    }
    return (start..<index, body.bytes)
  }
}
