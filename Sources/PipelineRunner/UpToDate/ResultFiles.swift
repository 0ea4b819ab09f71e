import CIModel
import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of a kept result, as far as the step itself may have made them.
struct ResultFiles {
  /// Of the pipeline; absolute.
  let root: String
  /// The patterns of the step.
  let outputs: [String]

  /// Whether a result is one of this step: each file matches a pattern of its `outputs`, and each pattern a
  /// file. What git and devtool keep is never among them.
  func accept(_ entry: StepStore.Entry) -> Bool {
    let patterns = outputs.map { text in (literal: FileSearch.literalPath(text), PathGlob(text)) }
    func matches(_ pattern: (literal: String?, glob: PathGlob), _ path: String) -> Bool {
      pattern.literal.map { $0.isIdentical(to: path) } ?? pattern.glob.matches(path)
    }
    return entry.files.keys.allSatisfy { path in
      BuildManifest.isInside(path) && !ResultFiles.isReserved(path)
        && patterns.contains { matches($0, path) }
    } && patterns.allSatisfy { pattern in entry.files.keys.contains { matches(pattern, $0) } }
  }

  private static func isReserved(_ path: String) -> Bool {
    path.split(separator: "/").contains { part in
      CheckoutFile.isGitFolder(part) || part.lowercased() == FilePlace.guardedName
    }
  }

  /// Puts a content in its place, unless a link is on the way.
  /// - Returns: Whether it is there, and is what its hash says.
  func put(_ digest: String, at path: String, isExecutable: Bool, from blobs: BlobStore) -> Bool {
    guard
      let place = try? FilePlace(
        anchor: root, parts: path.split(separator: "/"), makesFolders: true, "write")
    else { return false }
    let temporary = "\(place.name).\(getpid()).tmp"
    unlinkat(place.folder, temporary, 0)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = openat(place.folder, temporary, flags, isExecutable ? 0o777 : 0o666)
    guard descriptor >= 0 else { return false }
    let isWhole = blobs.copy(digest, to: descriptor, path: path)
    guard close(descriptor) == 0, isWhole,
      renameat(place.folder, temporary, place.folder, place.name) == 0
    else {
      unlinkat(place.folder, temporary, 0)
      return false
    }
    return true
  }
}
