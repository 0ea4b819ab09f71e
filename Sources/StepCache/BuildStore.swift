import FileSystem
import LocalState

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Stores the newest build folder for each key: `builds/<key>` in the store of results, its
/// contents in the `BlobStore`.
package struct BuildStore: Sendable {
  /// The absolute path of the store.
  let root: String
  /// Seals the manifests.
  let key: StateKey?

  var blobs: BlobStore { BlobStore(root: root) }

  private func path(_ key: String) -> String { "\(root)/builds/\(key)" }

  private func file(_ key: String) -> SealedFile {
    SealedFile(.buildFolder(key: key), in: root, key: self.key)
  }

  enum Lookup: Hashable {
    case found(BuildManifest)
    case missing
    case damaged
  }

  func manifest(_ key: String) -> Lookup {
    guard let bytes = file(key).read(limit: 256 << 20) else { return .missing }
    return BuildManifest(Array(bytes)).map(Lookup.found) ?? .damaged
  }

  /// Stores a manifest whose contents are stored already.
  func keep(_ manifest: BuildManifest, _ key: String) throws(FileError) {
    try file(key).write(manifest.bytes, isDurable: true)
  }

  /// Marks a folder as recently used. Call it before marking the contents of the folder, so that
  /// the folder is removed before them.
  func touch(_ key: String) { touchFile(path(key)) }

  /// Removes an unusable folder and its damaged contents; intact contents may belong to other
  /// folders too.
  func discard(_ key: String) {
    if case .found(let manifest) = manifest(key) {
      for chunk in manifest.chunks { blobs.removeIfDamaged(chunk.digest) }
    }
    removeFile(path(key))
  }

  /// Stores a folder under a key, replacing the previous one.
  /// - Parameters:
  ///   - entries: The entries to store (`TreeEntry.list`).
  ///   - manifest: A manifest that names the run and the sources.
  func keep(
    _ folder: String, _ entries: [TreeEntry], _ key: String, _ manifest: BuildManifest
  ) throws(FileError) -> BuildManifest {
    let startedAt = FileTime.now
    var manifest = manifest
    let copy = BuildFolderCopy(blobs: blobs, root: folder)
    manifest.folders = entries.filter { $0.kind == .folder }
    manifest.links = entries.filter { if case .link = $0.kind { true } else { false } }
    for group in BuildManifest.groups(entries.filter { $0.kind == .file }) {
      manifest.chunks.append(try copy.keep(group))
    }
    try keep(manifest, key)
    try startedAt.apply(to: path(key))
    return manifest
  }

  /// Restores the folder completely, or not at all.
  /// - Parameter folder: An absolute path; existing files stay unless the manifest replaces them.
  func restore(_ manifest: BuildManifest, to folder: String) throws(BuildFolderCopy.Failure) {
    let temporary = "\(folder).devtool-\(getpid())"
    removeTree(temporary)
    defer { removeTree(temporary) }
    makeFolder(of: folder)
    try BuildFolderCopy(blobs: blobs, root: temporary).restore(manifest)
    if (try? renameFile(temporary, folder)) != nil { return }
    // The folder is not empty; it may contain the build folder of another step.
    let names = folderContents(temporary).sorted { one, _ in one != BuildRecord.fileName }
    for name in names {
      removeTree("\(folder)/\(name)")
      do throws(FileError) {
        try renameFile("\(temporary)/\(name)", "\(folder)/\(name)")
      } catch {
        throw .storage(error)
      }
    }
  }

  /// Removes the remains of a run that was killed while it restored a folder.
  static func removeLeftovers(of folder: String) {
    guard let slash = folder.lastIndex(of: "/") else { return }
    let parent = String(folder[..<slash])
    let prefix = folder[folder.index(after: slash)...] + ".devtool-"
    for name in folderContents(parent)
    where name.hasPrefix(prefix) && name.dropFirst(prefix.count).allSatisfy(\.isNumber) {
      removeTree("\(parent)/\(name)")
    }
  }
}
