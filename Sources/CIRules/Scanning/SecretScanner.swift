import CIModel

/// Finds credentials in bytes in one pass. Two bytes decide whether any shape could begin there.
struct SecretScanner: Sendable {
  struct Hit: Hashable {
    /// The kind of credential: `GitHub token`.
    var name: String
    /// Range of the credential in the bytes.
    var range: Range<Int>
    /// Number of its first bytes that may be shown: those that every token of the kind begins with.
    var shown: Int

    /// The text that is printed in place of the other bytes.
    var hiddenPart: String {
      let hidden = range.count - shown
      return hidden > 0 ? "… (\(counted(hidden, "character")) not shown)" : ""
    }
  }

  /// Indices in `shapes`, by the pair of bytes that a shape begins with.
  private let candidates: [UInt16: [Int]]
  /// A set of the pairs of bytes that may begin a credential, with one bit for each pair.
  private let pairs: [UInt64]
  private let shapes: [TokenShape]

  private static let privateKey = Array("-----BEGIN".utf8)

  init(_ shapes: [TokenShape] = TokenShape.all) {
    self.shapes = shapes
    var candidates: [UInt16: [Int]] = [:]
    var pairs = [UInt64](repeating: 0, count: 1024)
    func note(_ prefix: [UInt8], _ index: Int?) {
      guard prefix.count >= 2 else { return }
      let pair = UInt16(prefix[0]) << 8 | UInt16(prefix[1])
      pairs[Int(pair >> 6)] |= 1 << UInt64(pair & 63)
      if let index { candidates[pair, default: []].append(index) }
    }
    for (index, shape) in shapes.enumerated() { note(shape.prefix, index) }
    note(Self.privateKey, nil)
    for pair in NamedSecret.pairs + [SharedSignature.pair] { note(pair, nil) }
    self.candidates = candidates
    self.pairs = pairs
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
    /// Whether a key follows at the offset that was examined last. Several beginnings of a key can
    /// have the same headers.
    fileprivate var body: (start: Int, isKey: Bool)?
    fileprivate var bodyWork = 0
    fileprivate var gap = NamedSecret.Gap()
    fileprivate var address: SharedSignature.Address?

    /// Number of bytes that were examined behind prefixes.
    var work: Int { runs.work + headers.work + bodyWork + gap.work }
  }

  /// - Parameter body: Returns whether to continue.
  @discardableResult
  func scan(_ bytes: UnsafeRawBufferPointer, _ body: (Hit) -> Bool) -> Knowledge {
    let text = DecodedText(bytes)
    var starts: [Int] = []
    var goesOn = true
    let known = scanOnce(bytes) { hit in
      if text != nil { starts.append(hit.range.lowerBound) }
      goesOn = body(hit)
      return goesOn
    }
    guard goesOn, let text else { return known }
    var found = starts[...]
    text.bytes.withUnsafeBytes { decoded in
      _ = scanOnce(decoded) { hit in
        guard let range = text.original(hit.range) else { return true }
        // The beginning of the decoded token may already be a hit.
        found = found.drop { $0 < range.lowerBound }
        if let start = found.first, range.contains(start) { return true }
        let shown = hit.shown == hit.range.count ? range.count : hit.shown
        return body(Hit(name: hit.name, range: range, shown: shown))
      }
    }
    return known
  }

  private func scanOnce(_ bytes: UnsafeRawBufferPointer, _ body: (Hit) -> Bool) -> Knowledge {
    var known = Knowledge()
    guard bytes.count > 2 else { return known }
    pairs.withUnsafeBufferPointer { pairs in
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
    for index in candidates[pair] ?? [] {
      if let range = shapes[index].match(in: bytes, at: offset, &known.runs) {
        return Hit(name: shapes[index].name, range: range, shown: shapes[index].shown)
      }
    }
    if let hit = namedSecret(in: bytes, at: offset, &known)
      ?? sharedSignature(in: bytes, at: offset, &known)
    {
      return hit
    }
    return privateKey(in: bytes, at: offset, &known)
  }

  private func namedSecret(
    in bytes: UnsafeRawBufferPointer, at offset: Int, _ known: inout Knowledge
  ) -> Hit? {
    guard let range = NamedSecret.value(in: bytes, at: offset, &known.gap),
      known.runs.isRandom(range, .base64, in: bytes)
    else { return nil }
    return Hit(name: NamedSecret.name, range: range, shown: 0)
  }

  private func sharedSignature(
    in bytes: UnsafeRawBufferPointer, at offset: Int, _ known: inout Knowledge
  ) -> Hit? {
    guard let range = SharedSignature.value(in: bytes, at: offset, &known.address),
      known.runs.isRandom(range, .cookie, in: bytes)
    else { return nil }
    return Hit(name: SharedSignature.name, range: range, shown: 0)
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
    if known.body?.start != start {
      let body = bodyOfKey(from: start, in: bytes, &known)
      known.body = (start, body.withUnsafeBytes { KeyBody.occurs(in: $0) })
    }
    guard known.body?.isKey == true else { return nil }
    let name = String(decoding: bytes[label], as: UTF8.self).lowercased().replacing("+", with: " ")
    return Hit(name: name, range: offset..<end, shown: end - offset)
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

  /// Maximum bytes that are examined behind the beginning of a key, without blanks.
  static let longestBody = 2_000

  /// The bytes behind the beginning of a key, up to the beginning of another key.
  private func bodyOfKey(
    from start: Int, in bytes: UnsafeRawBufferPointer, _ known: inout Knowledge
  ) -> [UInt8] {
    var body = CollapsedBlanks()
    var index = start
    while index < bytes.count, body.count < Self.longestBody {
      if let label = privateKeyLabel(in: bytes, at: index), label.upperBound + 35 <= bytes.count {
        break
      }
      body.append(bytes[index])
      index += 1
    }
    known.bodyWork += index - start
    return body.bytes
  }
}
