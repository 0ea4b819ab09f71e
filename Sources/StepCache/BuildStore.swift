import FileSystem
import LocalState

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The newest build folder for each key: `builds/<key>` in the store of results, its contents among
/// the others' (`BlobStore`).
package struct BuildStore: Sendable {
  /// Absolute.
  let root: String
  /// Seals the lists.
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

  /// Keeps a list of contents that are there already.
  func keep(_ manifest: BuildManifest, _ key: String) throws(FileError) {
    try file(key).write(manifest.bytes, isDurable: true)
  }

  /// Notes that a folder is in use; before its contents, which are to go after it.
  func touch(_ key: String) { touchFile(path(key)) }

  /// Removes a folder that cannot be used, with what is wrong of its contents; the rest may belong to
  /// others, too.
  func discard(_ key: String) {
    if case .found(let manifest) = manifest(key) {
      for chunk in manifest.chunks { blobs.removeIfDamaged(chunk.digest) }
    }
    removeFile(path(key))
  }

  /// Keeps a folder under a key instead of the one that was there.
  /// - Parameters:
  ///   - entries: What of it is kept (`TreeEntry.list`).
  ///   - manifest: Says from what it was made.
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

  /// Makes the folder anew, all of it or nothing.
  /// - Parameter folder: Absolute; what is in it stays unless it is kept, too.
  func restore(_ manifest: BuildManifest, to folder: String) throws(BuildFolderCopy.Failure) {
    let temporary = "\(folder).devtool-\(getpid())"
    removeTree(temporary)
    defer { removeTree(temporary) }
    makeFolder(of: folder)
    try BuildFolderCopy(blobs: blobs, root: temporary).restore(manifest)
    if (try? renameFile(temporary, folder)) != nil { return }
    // Something is in the folder, such as the build folder of another step.
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

  /// Removes what a run left that was killed while it put a folder back.
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
