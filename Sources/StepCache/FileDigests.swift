import FileSystem
package import LocalState
package import ProcessExecution
import Synchronization

/// Hashes of file contents; a file that was not touched since is not read again.
package final class FileDigests: Sendable {
  /// A path, compared by bytes: as strings, two names in different Unicode forms would be equal.
  struct Name: Hashable, Sendable, ExpressibleByStringLiteral {
    let text: String

    init(_ text: String) { self.text = text }

    init(stringLiteral text: String) { self.text = text }

    static func == (one: Name, other: Name) -> Bool { one.text.isIdentical(to: other.text) }
  }

  private struct Known {
    var stamp: FileStamp
    var digest: String
  }

  private struct State {
    var known: [Name: Known]
    var hasChanged = false
  }

  private let file: SealedFile?
  /// The prefix of absolute paths in the root.
  private let prefix: String?
  /// The root folder as it was opened at the start.
  private let root: OpenFolder?
  private let state: Mutex<State>

  /// Within this time after its last change, a file may change again without getting another time
  /// stamp.
  private static let racySeconds = 2.0

  /// - Parameters:
  ///   - file: Stores the hashes; a damaged file is replaced.
  ///   - root: The folder that contains most of the files. Their hashes stay valid when it is
  ///     moved.
  package init(_ file: SealedFile?, root: String? = nil) {
    self.file = file
    prefix = root.map { $0 + "/" }
    if let root { self.root = OpenFolder(root) } else { self.root = nil }
    var known: [Name: Known] = [:]
    let text = file?.read(limit: 256 << 20) ?? []
    // A line has about 150 bytes.
    known.reserveCapacity(text.count / 150)
    var rest = text
    while !rest.isEmpty {
      var line = rest.removeFirst(through: UInt8(ascii: "\n"))
      let stamp = FileStamp(line.removeFirst(through: UInt8(ascii: "\t")))
      let digest = line.removeFirst(through: UInt8(ascii: "\t"))
      guard let stamp, digest.count == 64, !line.isEmpty else { continue }
      known[Name(String(decoding: line, as: UTF8.self))] = Known(
        stamp: stamp, digest: String(decoding: digest, as: UTF8.self))
    }
    state = Mutex(State(known: known))
  }

  /// Returns the identity of a file: `f` or `x` (executable) or `l` (a link), and the hash of its
  /// content or target; `nil` when there is no such file.
  /// - Parameter cancellation: Stops reading a large file.
  package func identity(_ path: String, until cancellation: Cancellation? = nil) -> String? {
    guard let status = FileStatus(path, followsLink: false) else { return nil }
    if status.isLink { return linkTarget(path).map { "l" + SHA256.hex($0) } }
    let name = name(of: path)
    if let known = knownIdentity(name, status) { return known }
    guard status.isFile,
      let digest = fileDigest(path, unless: { cancellation?.isRequested == true })
    else {
      return nil
    }
    let stamp = FileStamp(status)
    let now = FileTime.now
    let age =
      Double(now.seconds) - Double(stamp.changed.seconds)
      + Double(now.nanoseconds - stamp.changed.nanoseconds) / 1e9
    state.withLock { state in
      state.known[Name(name)] = age > Self.racySeconds ? Known(stamp: stamp, digest: digest) : nil
      state.hasChanged = true
    }
    return FileDigests.kind(status) + digest
  }

  /// Returns the identity of a regular file that was not touched since it was read; `nil` when it
  /// is unknown.
  /// - Parameter name: The path relative to the root folder that was opened at the start.
  func knownIdentity(inRoot name: String) -> String? {
    root?.status(of: name).flatMap { knownIdentity(name, $0) }
  }

  /// The path relative to the root, if it is inside the root.
  private func name(of path: String) -> String {
    guard let prefix, path.utf8.starts(with: prefix.utf8) else { return path }
    return String(Substring(path.utf8.dropFirst(prefix.utf8.count)))
  }

  private func knownIdentity(_ name: String, _ status: FileStatus) -> String? {
    state.withLock({ $0.known[Name(name)] }).flatMap { untouched($0, status) }
  }

  private func untouched(_ known: Known, _ status: FileStatus) -> String? {
    status.isFile && known.stamp == FileStamp(status)
      ? FileDigests.kind(status) + known.digest : nil
  }

  private static func kind(_ status: FileStatus) -> String { status.isExecutable ? "x" : "f" }

  // MARK: Keeping

  /// Stores the hashes for later runs; a failure only costs time.
  package func save() {
    let text = state.withLock { state -> String? in
      guard state.hasChanged, file != nil else { return nil }
      var text = ""
      for (path, known) in state.known.sorted(by: { $0.key.text.isBefore($1.key.text) })
      where !path.text.contains("\n") {
        text += "\(known.stamp.text)\t\(known.digest)\t\(path.text)\n"
      }
      return text
    }
    if let text { try? file?.write(Array(text.utf8)) }
  }

  /// The stored hashes of a checkout.
  package static func kept(in state: StateFolder) -> FileDigests {
    FileDigests(state.cached(.inputDigests), root: state.root)
  }
}
