/// Build folders on a server: an `ActionResult` that names the manifest of the folder and its
/// chunks.
struct RemoteBuild {
  let store: RemoteStore
  let local: BuildStore
  /// The maximum size of a folder in bytes; a larger one would not be stored.
  let maximumSize: Int

  private static let kind = "devtool.build/1"
  /// The maximum size of a manifest in bytes.
  private static let largestManifest: Int64 = 256 << 20

  private static let manifestPath = "manifest"

  /// Downloads a folder into the local store, completely or not at all.
  func bring(_ key: String) -> BuildStore.Lookup {
    guard let result = store.result(key) else { return .missing }
    guard result.exitCode == 0, result.runID(of: Self.kind, key) != nil,
      result.isSmaller(than: maximumSize),
      let list = result.files.first(where: { $0.path == Self.manifestPath })?.digest,
      list.size <= Self.largestManifest, store.fetch(list.hash, size: list.size, into: local.blobs),
      let bytes = local.blobs.read(list.hash), let manifest = BuildManifest(bytes),
      manifest.size <= maximumSize
    else { return .damaged }
    for chunk in manifest.chunks {
      guard store.fetch(chunk.digest, size: Int64(chunk.size), into: local.blobs) else {
        return .damaged
      }
    }
    // If it cannot be stored here, it is only downloaded again next time.
    try? local.keep(manifest, key)
    return .found(manifest)
  }

  func publish(_ manifest: BuildManifest, _ key: String) -> Bool {
    guard let list = try? local.blobs.add(manifest.bytes) else { return false }
    var result = ActionResult()
    result.sign(as: Self.kind, key, run: manifest.runID)
    result.files = [file(Self.manifestPath, list, manifest.bytes.count)]
    for (index, chunk) in manifest.chunks.enumerated() {
      result.files.append(file("chunks/\(index)", chunk.digest, chunk.size))
    }
    return store.publish(result, key, from: local.blobs)
  }

  private func file(_ path: String, _ hash: String, _ size: Int) -> ActionResult.File {
    ActionResult.File(path: path, digest: ActionResult.Digest(hash: hash, size: Int64(size)))
  }
}
