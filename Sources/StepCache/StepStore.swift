import FileSystem
import LocalState

/// Stores the results of steps by fingerprint: `.devtool/cache`.
///
///     key             only in CI: the key that seals the entries (`StateKey`); not a result
///     steps/<key>     the result of a step, sealed
///     latest/<step>   the fingerprint of its last result, to explain changes
///     recent          the results that the last run used, in one file; sealed
///     builds/<key>    the manifests of build folders (`BuildStore`); sealed
///     cas/<ab>/<hash> files and logs, by the hash of their content
package struct StepStore: Sendable {
  let root: String
  /// Seals the results.
  let key: StateKey?

  /// The result of a step.
  package struct Entry: Hashable, Sendable {
    /// The run that produced it.
    package var runID: String
    package var durationSeconds: Double
    /// The hash of its output; `nil` when it printed nothing.
    var log: String?
    /// Files by path relative to the root of the pipeline, with their identities according to
    /// `FileDigests`.
    var files: [String: String] = [:]
    /// The values for later steps.
    package var outputs: [String: String] = [:]
    /// The sizes in bytes of contents that are still on a server, by hash; not stored.
    var sizes: [String: Int64] = [:]
  }

  /// The store of a checkout.
  static func kept(in state: StateFolder) -> StepStore {
    StepStore(root: state.cachePath, key: state.key)
  }

  private func file(_ key: String) -> SealedFile {
    SealedFile(.stepResult(key: key), in: root, key: self.key)
  }

  // MARK: Entries

  func entry(_ key: String) -> Entry? {
    file(key).read(limit: 64 << 20).flatMap { Entry(text: $0) }
  }

  func store(
    _ entry: Entry, _ key: String, step: String, _ fingerprint: StepFingerprint
  ) throws(FileError) {
    try file(key).write(Array(entry.text.utf8))
    try store(latest: fingerprint, step: step)
  }

  /// Stores the fingerprint of the last result of a step.
  func store(latest fingerprint: StepFingerprint, step: String) throws(FileError) {
    makeFolder("\(root)/latest")
    try writeFile(
      "\(root)/latest/\(fileName(of: step))", Array(fingerprint.text.utf8),
      isDurable: false)
  }

  /// Reads the fingerprint of the last result of a step.
  func latest(step: String) -> StepFingerprint? {
    let path = "\(root)/latest/\(fileName(of: step))"
    guard let bytes = try? readFile(path, limit: 64 << 20) else { return nil }
    return StepFingerprint(text: String(decoding: bytes, as: UTF8.self))
  }

  // MARK: Contents

  var blobs: BlobStore { BlobStore(root: root) }

  /// Removes the least recently used files until the store is small enough.
  /// - Parameter limit: The maximum size in bytes.
  func shrink(to limit: Int) {
    var items: [(file: TreeEntry, isContent: Bool)] = []
    var total = 0
    let abandoned = FileTime.now.seconds - 3_600
    for folder in ["steps", "builds", "cas"] {
      let files = (try? TreeEntry.list("\(root)/\(folder)")) ?? []
      for var file in files where file.kind != .folder {
        file.path = "\(root)/\(folder)/\(file.path)"
        // A temporary file of a process that was killed.
        if file.path.contains("/cas/new."), file.time.seconds < abandoned {
          removeFile(file.path)
          continue
        }
        total += file.size
        items.append((file, folder == "cas"))
      }
    }
    guard total > limit else { return }
    // Entries are removed before the contents that they name, so that few incomplete entries
    // remain.
    items.sort { one, other in
      (one.file.time.seconds, one.isContent ? 1 : 0, one.file.path)
        < (other.file.time.seconds, other.isContent ? 1 : 0, other.file.path)
    }
    for item in items {
      if total <= limit { return }
      removeFile(item.file.path)
      total -= item.file.size
    }
  }
}

extension StepStore.Entry {
  /// One line per fact, in the form of `TextFields`, and `end`, which a truncated text lacks.
  var text: String {
    var text = TextFields.line("run", runID) + TextFields.line("seconds", "\(durationSeconds)")
    if let log { text += TextFields.line("log", log) }
    for (path, identity) in files.sorted(by: { $0.key < $1.key }) {
      text += TextFields.line("file", identity, path)
    }
    for (name, value) in outputs.sorted(by: { $0.key < $1.key }) {
      text += TextFields.line("output", name, value)
    }
    return text + "end\n"
  }

  /// Parses `text`; `nil` when it is damaged.
  init?(text: ArraySlice<UInt8>) {
    self.init(runID: "", durationSeconds: 0)
    var isWhole = false
    var rest = text
    while !rest.isEmpty {
      if isWhole { return nil }
      var line = rest.removeFirst(through: UInt8(ascii: "\n"))
      if line.isEmpty { continue }
      let kind = line.removeFirst(through: UInt8(ascii: "\t"))
      var value: String { TextFields.unescaped(line) }
      if kind.elementsEqual("file".utf8) {
        let identity = line.removeFirst(through: UInt8(ascii: "\t"))
        if line.isEmpty { return nil }
        files[value] = TextFields.unescaped(identity)
      } else if kind.elementsEqual("output".utf8) {
        let name = line.removeFirst(through: UInt8(ascii: "\t"))
        outputs[TextFields.unescaped(name)] = value
      } else if kind.elementsEqual("run".utf8) {
        runID = value
      } else if kind.elementsEqual("seconds".utf8) {
        // A record cannot contain infinity or NaN.
        guard let seconds = Double(value), seconds.isFinite else { return nil }
        durationSeconds = seconds
      } else if kind.elementsEqual("log".utf8) {
        log = value
      } else if kind.elementsEqual("end".utf8) {
        isWhole = true
      } else {
        return nil
      }
    }
    if !isWhole { return nil }
  }
}
