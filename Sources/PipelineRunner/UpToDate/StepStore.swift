#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What steps made, by the fingerprint of what they made it from: `.devtool/cache`.
///
///     steps/<key>     what the step made
///     latest/<step>   the fingerprint of its last result, to tell what changed
///     builds/<key>    what build folders hold (`BuildStore`)
///     cas/<ab>/<hash> files and logs, by the hash of their content
struct StepStore: Sendable {
  let root: String

  /// What a step made.
  struct Entry: Hashable, Sendable {
    /// The run that made it.
    var runID: String
    var durationSeconds: Double
    /// The hash of its output; `nil` when it printed nothing.
    var log: String?
    /// Files by their path, relative to the root of the pipeline, as `FileDigests` has them.
    var files: [String: String] = [:]
    /// What it left for later steps.
    var outputs: [String: String] = [:]
  }

  // MARK: Entries

  func entry(_ key: String) -> Entry? {
    guard let bytes = try? readFile("\(root)/steps/\(key)", limit: 64 << 20) else { return nil }
    var lines = bytes.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    // A file that was cut off lacks its last line.
    guard lines.popLast() == "end" else { return nil }
    var entry = Entry(runID: "", durationSeconds: 0)
    for line in lines {
      let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
        .map(String.init)
      switch (parts.first, parts.count) {
      case ("run", 2): entry.runID = parts[1]
      case ("seconds", 2): entry.durationSeconds = Double(parts[1]) ?? 0
      case ("log", 2): entry.log = parts[1]
      case ("file", 3): entry.files[parts[2]] = parts[1]
      case ("output", 3): entry.outputs[parts[1]] = StepStore.unescaped(parts[2])
      default: return nil
      }
    }
    return entry
  }

  func store(
    _ entry: Entry, _ key: String, step: String, _ fingerprint: StepFingerprint
  ) throws(StorageError) {
    var text = "run\t\(entry.runID)\nseconds\t\(entry.durationSeconds)\n"
    if let log = entry.log { text += "log\t\(log)\n" }
    for (path, identity) in entry.files.sorted(by: { $0.key < $1.key }) {
      text += "file\t\(identity)\t\(path)\n"
    }
    for (name, value) in entry.outputs.sorted(by: { $0.key < $1.key }) {
      text += "output\t\(name)\t\(StepStore.escaped(value))\n"
    }
    makeFolder("\(root)/steps")
    try writeFile("\(root)/steps/\(key)", Array((text + "end\n").utf8))
    try store(latest: fingerprint, step: step)
  }

  /// Notes what the last result of a step was made from.
  func store(latest fingerprint: StepFingerprint, step: String) throws(StorageError) {
    makeFolder("\(root)/latest")
    try writeFile(
      "\(root)/latest/\(RunDirectory.fileName(step: step))", Array(fingerprint.text.utf8))
  }

  /// What the last result of a step was made from.
  func latest(step: String) -> StepFingerprint? {
    let path = "\(root)/latest/\(RunDirectory.fileName(step: step))"
    guard let bytes = try? readFile(path, limit: 64 << 20) else { return nil }
    return StepFingerprint(text: String(decoding: bytes, as: UTF8.self))
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\r", with: "\\r")
      .replacing("\t", with: "\\t")
  }

  private static func unescaped(_ text: String) -> String {
    var result = ""
    var isEscape = false
    for character in text {
      if isEscape {
        let plain: Character =
          switch character {
          case "n": "\n"
          case "r": "\r"
          case "t": "\t"
          default: character
          }
        result.append(plain)
        isEscape = false
      } else if character == "\\" {
        isEscape = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  // MARK: Contents

  var blobs: BlobStore { BlobStore(root: root) }

  /// Removes what was not used for the longest time until the rest is small enough.
  /// - Parameter limit: Bytes.
  func shrink(to limit: Int) {
    var items: [(file: TreeEntry, isContent: Bool)] = []
    var total = 0
    let abandoned = FileTime.now.seconds - 3_600
    for folder in ["steps", "builds", "cas"] {
      let files = (try? TreeEntry.list("\(root)/\(folder)")) ?? []
      for var file in files where file.kind != .folder {
        file.path = "\(root)/\(folder)/\(file.path)"
        // What a process left that was killed.
        if file.path.contains("/cas/new."), file.time.seconds < abandoned {
          unlink(file.path)
          continue
        }
        total += file.size
        items.append((file, folder == "cas"))
      }
    }
    guard total > limit else { return }
    // What names contents goes before them, so that little is left that is not whole.
    items.sort { one, other in
      (one.file.time.seconds, one.isContent ? 1 : 0, one.file.path)
        < (other.file.time.seconds, other.isContent ? 1 : 0, other.file.path)
    }
    for item in items {
      if total <= limit { return }
      unlink(item.file.path)
      total -= item.file.size
    }
  }
}
