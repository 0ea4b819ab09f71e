import FileSystem

/// Everything that the result of a step depends on, by name: `command`, `env LEVEL`, `input
/// Package.swift`.
package struct StepFingerprint: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    package var name: String
    package var value: String
    /// Whether the value is the hash of a secret, which is not stored.
    package var isSecret: Bool

    package init(_ name: String, _ value: String, isSecret: Bool = false) {
      self.name = name
      self.value = value
      self.isSecret = isSecret
    }
  }

  /// Sorted by name, each name once.
  private let parts: [Part]
  /// The key that was stored, because the stored parts may be incomplete.
  private var storedKey: String?

  /// The format of these parts; other formats share no results.
  private static let version = "devtool.step/1"

  /// - Parameter parts: Repeated parts count once.
  package init(parts: [Part]) {
    self.parts = StepFingerprint.sorted(parts)
  }

  /// Sorts parts by name and removes duplicates, which come from files that several patterns match.
  private static func sorted(_ parts: [Part]) -> [Part] {
    var parts = parts.sorted { $0.name.isBefore($1.name) }
    for index in parts.indices.dropFirst().reversed()
    where parts[index].name.isIdentical(to: parts[index - 1].name) {
      parts.remove(at: index)
    }
    return parts
  }

  /// A hash that identifies the fingerprint.
  package var key: String {
    var hash = SHA256()
    hash.update(Self.version + "\n")
    for part in parts {
      hash.update(part.name)
      hash.update("\t")
      hash.update(part.value)
      hash.update("\n")
    }
    return hash.hex
  }

  /// - Parameter files: Paths and identities of the input files.
  init(parts: [String: String], files: [(path: String, identity: String)] = []) {
    self.parts = StepFingerprint.sorted(
      parts.map { Part($0.key, $0.value) }
        + files.map { Part("input \($0.path)", $0.identity) })
  }

  // MARK: Text

  /// The text that is stored instead of the hash of a secret, because the secret could be guessed
  /// from it.
  private static let secret = "secret"

  init(text: String) {
    var parts: [String: String] = [:]
    // Split by bytes: in a string, a carriage return and a line feed are one character.
    for line in Array(text.utf8).split(separator: UInt8(ascii: "\n")) {
      var value = line
      let name = value.removeFirst(through: UInt8(ascii: "\t"))
      if name.count == line.count { continue }
      parts[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
    }
    storedKey = parts.removeValue(forKey: "")
    self.parts = StepFingerprint.sorted(
      parts.map { Part($0.key, $0.value, isSecret: $0.value == Self.secret) })
  }

  var text: String {
    (parts.contains(where: \.isSecret) ? "\t\(key)\n" : "")
      + parts.map { "\($0.name)\t\($0.isSecret ? Self.secret : $0.value)\n" }.joined()
  }

  /// Describes the differences from an earlier fingerprint: `Sources/A.swift changed`.
  package func differences(from earlier: StepFingerprint) -> [String] {
    func values(_ parts: [Part]) -> [String: String] {
      Dictionary(parts.map { ($0.name, $0.isSecret ? Self.secret : $0.value) }) { $1 }
    }
    let (all, before) = (values(parts), values(earlier.parts))
    let differences = differences(all, before)
    let isOther = earlier.storedKey.map { $0 != key } ?? false
    return differences.isEmpty && isOther && parts.contains(where: \.isSecret)
      ? ["a secret changed"] : differences
  }

  private func differences(_ all: [String: String], _ before: [String: String]) -> [String] {
    Set(all.keys).union(before.keys).sorted().compactMap { name in
      let (new, old) = (all[name], before[name])
      if new == old { return nil }
      var subject = name
      for prefix in ["input ", "tool "] where name.hasPrefix(prefix) {
        subject = String(name.dropFirst(prefix.count))
      }
      if name.hasPrefix("env ") { subject = "the variable \(name.dropFirst(4))" }
      if name.hasPrefix("command") { subject = "the command" }
      return old == nil
        ? "\(subject) is new" : new == nil ? "\(subject) is gone" : "\(subject) changed"
    }
  }
}
