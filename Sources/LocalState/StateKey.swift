import FileSystem
import ProcessExecution

/// The key that devtool proves with that what it finds under `.devtool` is its own.
///
/// A result that a branch commits must not count, so each carries an HMAC (RFC 2104, SHA-256)
/// under this key, which no checkout holds. Text without it, or with a wrong one, is no entry.
package struct StateKey: Sendable {
  /// The two hashes of an HMAC after the first block of each.
  private struct Start: Sendable {
    var inner = SHA256()
    var outer = SHA256()

    func code(_ name: String, _ content: UnsafeRawBufferPointer) -> String {
      var first = inner
      first.update("\(name)\0")
      first.update(content)
      var second = outer
      first.bytes.withUnsafeBytes { second.update($0) }
      return second.hex
    }
  }

  /// Of each secret; all of them seal, and any of them proves.
  private var starts: [Start]

  /// - Parameter secret: At least 16 bytes; what is longer than 64 is hashed first.
  package init?(_ secret: [UInt8]) {
    guard secret.count >= StateKey.shortest else { return nil }
    var block = secret
    if block.count > 64 {
      var hash = SHA256()
      secret.withUnsafeBytes { hash.update($0) }
      block = hash.bytes
    }
    block += [UInt8](repeating: 0, count: 64 - block.count)
    var start = Start()
    block.map { $0 ^ 0x36 }.withUnsafeBytes { start.inner.update($0) }
    block.map { $0 ^ 0x5C }.withUnsafeBytes { start.outer.update($0) }
    starts = [start]
  }

  /// In CI what a machine keeps counts on the next one by the key of the cache, and on this one by that of
  /// the user who starts devtool there.
  package func adding(_ other: StateKey?) -> StateKey {
    var both = self
    both.starts += other?.starts ?? []
    return both
  }

  /// In bytes.
  package static let shortest = 16
  private static let size = 32
  /// Digits of one code.
  fileprivate static let codeLength = 64
  /// A seal has the codes of so many secrets at most.
  fileprivate static let mostCodes = 4

  /// A code for a name and a content, in lower-case hexadecimal: 64 digits for each secret.
  ///
  /// - Parameter name: What the content is, so that one entry is not taken for another: `steps/<key>`.
  package func code(_ name: String, _ content: UnsafeRawBufferPointer) -> String {
    starts.map { $0.code(name, content) }.joined()
  }

  /// Whether one of some codes is the one of a content.
  package func accepts(
    _ codes: ArraySlice<UInt8>, _ name: String, _ content: UnsafeRawBufferPointer
  ) -> Bool {
    let length = StateKey.codeLength
    guard codes.count.isMultiple(of: length), codes.count <= StateKey.mostCodes * length else {
      return false
    }
    return starts.contains { start in
      let right = start.code(name, content).utf8
      return stride(from: codes.startIndex, to: codes.endIndex, by: length).contains { place in
        // In a time that does not depend on where they differ.
        zip(right, codes[place..<place + length]).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
      }
    }
  }

  // MARK: Where it comes from

  /// The variable that goes before every file: one key for several machines.
  package static let variable = OwnEnvironment.cacheKeyVariable

  /// The key of this user on this machine, made when there is none.
  /// - Returns: `nil` when there is no place for it, or it is not only ours.
  static func ofUser(_ environment: [String: String], makes: Bool) -> StateKey? {
    guard let folder = userFolder(environment) else { return nil }
    return file("\(folder)/key", isPrivate: true, makes: makes)
  }

  /// `~/.local/state/devtool`, or where XDG_STATE_HOME puts it (XDG Base Directory Specification 0.8).
  static func userFolder(_ environment: [String: String]) -> String? {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    #if canImport(Darwin)
      let standard = absolute("HOME").map { "\($0)/Library/Application Support" }
    #else
      let standard = absolute("HOME").map { "\($0)/.local/state" }
    #endif
    // A home that does not exist is none; it is not ours to make.
    if let state = absolute("XDG_STATE_HOME") { return "\(state)/devtool" }
    guard let home = absolute("HOME"), mayWrite(home), mayExecute(home) else { return nil }
    return standard.map { "\($0)/devtool" }
  }

  /// The key in a file; two processes that make it get the same one.
  ///
  /// - Parameters:
  ///   - isPrivate: Whether it counts only when no other user can read it.
  ///   - makes: Whether it is made when it is missing.
  package static func file(_ path: String, isPrivate: Bool, makes: Bool) -> StateKey? {
    if let key = read(path, isPrivate: isPrivate) { return key }
    if !makes || !isMissing(path) { return nil }
    makeFolder(of: path)
    if isPrivate { try? setPermissions(0o700, of: path.parentFolder) }
    let secret = (0..<size).map { _ in UInt8.random(in: .min ... .max) }
    try? createFile(path, secret, permissions: 0o600)
    // It may be the one that another process made meanwhile.
    return read(path, isPrivate: isPrivate)
  }

  private static func read(_ path: String, isPrivate: Bool) -> StateKey? {
    guard let file = try? OpenFile(path, to: .read), let status = file.status, status.isOurs,
      status.size == size, !isPrivate || status.permissions & 0o077 == 0,
      let secret = try? file.readAll(limit: size)
    else { return nil }
    return StateKey(secret)
  }
}

extension StateKey? {
  /// The content with a last line that seals it; `nil` without a key.
  package func sealed(_ content: [UInt8], as name: String) -> [UInt8]? {
    guard let key = self else { return nil }
    return content + Array("\nmac\t\(content.withUnsafeBytes { key.code(name, $0) })\n".utf8)
  }

  /// What was sealed under this name; `nil` when it is anything else.
  package func opened(_ text: [UInt8], as name: String) -> ArraySlice<UInt8>? {
    guard let key = self, text.last == UInt8(ascii: "\n") else { return nil }
    // A new line, `mac`, a tab, the codes and the end of the line.
    let longest = 5 + StateKey.mostCodes * StateKey.codeLength
    let tail = text.dropLast().suffix(longest)
    guard let end = tail.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = text[(end + 1)..<text.count - 1]
    guard line.starts(with: "mac\t".utf8), line.count > 4,
      text.withUnsafeBytes({
        key.accepts(line.dropFirst(4), name, UnsafeRawBufferPointer(rebasing: $0[..<end]))
      })
    else { return nil }
    return text[..<end]
  }
}
