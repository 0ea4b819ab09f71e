import FileSystem
import ProcessExecution

/// The key with which devtool proves that it wrote the files under `.devtool`.
///
/// A result committed by a branch must not count, so each result has an HMAC (RFC 2104, SHA-256)
/// with this key, which no checkout contains. Text without a valid HMAC is ignored.
package struct StateKey: Sendable {
  /// The states of the two hashes of an HMAC after their first block.
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

  /// One state for each secret; all of them seal, and any of them is accepted.
  private var starts: [Start]

  /// - Parameter secret: At least 16 bytes; a secret of more than 64 bytes is hashed first.
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

  /// Combines two keys. In CI, stored data is accepted on the next machine by the key in the cache,
  /// and on this machine by the key of the user who starts devtool.
  package func adding(_ other: StateKey?) -> StateKey {
    var both = self
    both.starts += other?.starts ?? []
    return both
  }

  /// The minimum length of a secret in bytes.
  package static let shortest = 16
  private static let size = 32
  /// The number of digits of one code.
  fileprivate static let codeLength = 64
  /// The maximum number of codes in a seal, one for each secret.
  fileprivate static let mostCodes = 4

  /// The code of a name and a content, in lower-case hexadecimal: 64 digits for each secret.
  ///
  /// - Parameter name: The purpose of the content, so that one entry cannot replace another:
  ///   `steps/<key>`.
  package func code(_ name: String, _ content: UnsafeRawBufferPointer) -> String {
    starts.map { $0.code(name, content) }.joined()
  }

  /// Whether any of the codes belongs to the content.
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
        // Compares in constant time.
        zip(right, codes[place..<place + length]).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
      }
    }
  }

  // MARK: Sources of keys

  /// The variable with the key, which takes precedence over files: one key for several machines.
  package static let variable = OwnEnvironment.cacheKeyVariable

  /// The key of this user on this machine, which is created if it is missing and `makes` is set.
  /// - Returns: `nil` when there is no place for it, or other users can read it.
  static func ofUser(_ environment: [String: String], makes: Bool) -> StateKey? {
    guard let folder = userFolder(environment) else { return nil }
    return file("\(folder)/key", isPrivate: true, makes: makes)
  }

  /// `~/.local/state/devtool`, or the folder in XDG_STATE_HOME (XDG Base Directory Specification
  /// 0.8).
  static func userFolder(_ environment: [String: String]) -> String? {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    #if canImport(Darwin)
      let standard = absolute("HOME").map { "\($0)/Library/Application Support" }
    #else
      let standard = absolute("HOME").map { "\($0)/.local/state" }
    #endif
    // A missing home folder is not created.
    if let state = absolute("XDG_STATE_HOME") { return "\(state)/devtool" }
    guard let home = absolute("HOME"), mayWrite(home), mayExecute(home) else { return nil }
    return standard.map { "\($0)/devtool" }
  }

  /// The key in a file; two processes that create it at the same time get the same one.
  ///
  /// - Parameters:
  /// - isPrivate: Whether the key is rejected if other users can read it.
  /// - makes: Whether a missing file is created.
  package static func file(_ path: String, isPrivate: Bool, makes: Bool) -> StateKey? {
    if let key = read(path, isPrivate: isPrivate) { return key }
    if !makes || !isMissing(path) { return nil }
    makeFolder(of: path)
    if isPrivate { try? setPermissions(0o700, of: path.parentFolder) }
    let secret = (0..<size).map { _ in UInt8.random(in: .min ... .max) }
    try? createFile(path, secret, permissions: 0o600)
    // This may be the key that another process has created meanwhile.
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
  /// The content with a seal as its last line; `nil` without a key.
  package func sealed(_ content: [UInt8], as name: String) -> [UInt8]? {
    guard let key = self else { return nil }
    return content + Array("\nmac\t\(content.withUnsafeBytes { key.code(name, $0) })\n".utf8)
  }

  /// The content that was sealed under this name; `nil` for anything else.
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
