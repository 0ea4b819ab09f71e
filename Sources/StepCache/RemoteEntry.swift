import CIModel
import FileSystem

/// Results of steps on a server: one `ActionResult` each, with the files of the step's outputs, its
/// log, and its values for later steps as a file with an impossible path.
struct RemoteEntry {
  let store: RemoteStore
  let blobs: BlobStore
  /// The maximum size of a result in bytes; a larger one would not be stored.
  let maximumSize: Int

  /// The first word of `worker`: a server that answers every request does not know it.
  private static let kind = "devtool.step/1"

  /// The pseudo path of the values that a step passes to later steps.
  private static let outputsPath = "$DEVTOOL_OUTPUT"
  /// The maximum size of these values in bytes.
  private static let outputsLimit = 16 << 20

  func entry(_ key: String) -> StepStore.Entry? {
    guard let result = store.result(key), result.exitCode == 0,
      let runID = result.runID(of: Self.kind, key), result.isSmaller(than: maximumSize)
    else { return nil }
    var entry = StepStore.Entry(
      runID: runID, durationSeconds: Double(result.nanoseconds) / 1e9)
    if let log = result.standardOutput {
      entry.log = log.hash
      entry.sizes[log.hash] = log.size
    }
    for file in result.files {
      if file.path == Self.outputsPath {
        guard file.digest.size <= Self.outputsLimit,
          store.fetch(file.digest.hash, size: file.digest.size, into: blobs),
          let bytes = blobs.read(file.digest.hash)
        else { return nil }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
          let fields = TextFields.fields(line)
          guard fields.count == 2 else { return nil }
          entry.outputs[fields[0]] = fields[1]
        }
      } else {
        // An entry may be forged, so none of its paths may lead out of the checkout. The patterns
        // of the step are checked later.
        guard BuildManifest.isInside(file.path) else { return nil }
        entry.sizes[file.digest.hash] = file.digest.size
        entry.files[file.path] = (file.isExecutable ? "x" : "f") + file.digest.hash
      }
    }
    return entry
  }

  func publish(_ entry: StepStore.Entry, _ key: String) throws(FileError) {
    // Links are compared but never created, so such a result is useless elsewhere.
    if !store.canWrite || entry.files.values.contains(where: { $0.hasPrefix("l") }) { return }
    var result = ActionResult()
    result.sign(as: Self.kind, key, run: entry.runID)
    result.nanoseconds = Int64(max(0, min(entry.durationSeconds, 1e6)) * 1e9)
    for (path, identity) in entry.files.sorted(by: { $0.key < $1.key }) {
      result.files.append(
        ActionResult.File(
          path: path, digest: digest(String(identity.dropFirst())),
          isExecutable: identity.hasPrefix("x")))
    }
    if !entry.outputs.isEmpty {
      let text = entry.outputs.sorted { $0.key < $1.key }
        .map { TextFields.line($0.key, $0.value) }.joined()
      let hash = try blobs.add(Array(text.utf8))
      result.files.append(ActionResult.File(path: Self.outputsPath, digest: digest(hash)))
    }
    result.standardOutput = entry.log.map(digest)
    store.publish(result, key, from: blobs)
  }

  private func digest(_ hash: String) -> ActionResult.Digest {
    ActionResult.Digest(hash: hash, size: Int64(TreeEntry("", at: blobs.path(hash))?.size ?? 0))
  }
}
