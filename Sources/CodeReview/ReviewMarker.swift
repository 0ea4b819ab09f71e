/// The last line of each comment by devtool, an invisible HTML comment with its pipeline and its
/// finding.
///
///     <!-- devtool:finding name=ci id=9f86d081884c7d65 digest=2c26b46b68ffc68f -->
struct ReviewMarker: Hashable {
  enum Kind: Hashable {
    case summary
    /// The first digits of a finding's fingerprint.
    case finding(String)
  }

  /// The name of the pipeline, so that two pipelines on one pull request do not change each other's
  /// comments.
  var name: String
  var kind: Kind
  /// A digest of the text without parts that may differ from run to run; the same digest needs no
  /// edit.
  var digest: String

  init(name: String, kind: Kind, digest: String) {
    self.name = name
    self.kind = kind
    self.digest = digest
  }

  /// Parses the last line of a text; a marker on any other line was quoted and is ignored.
  init?(in body: String) {
    let text = body.utf8.reversed().drop { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 }
    let line = String(decoding: text.prefix { $0 != 0x0A && $0 != 0x0D }.reversed(), as: UTF8.self)
    var words = line.split(separator: " ").map(String.init)
    guard words.first == "<!--", words.last == "-->" else { return nil }
    words.removeFirst()
    words.removeLast()
    func value(_ key: String) -> String? {
      words.first { $0.hasPrefix("\(key)=") }.map { String($0.dropFirst(key.count + 1)) }
    }
    guard let name = value("name"), let digest = value("digest") else { return nil }
    switch words.first {
    case "devtool:summary": kind = .summary
    case "devtool:finding":
      guard let id = value("id") else { return nil }
      kind = .finding(id)
    default: return nil
    }
    self.name = name
    self.digest = digest
  }

  var line: String {
    switch kind {
    case .summary: "<!-- devtool:summary name=\(name) digest=\(digest) -->"
    case .finding(let id): "<!-- devtool:finding name=\(name) id=\(id) digest=\(digest) -->"
    }
  }
}
