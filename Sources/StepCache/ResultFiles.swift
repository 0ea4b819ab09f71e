import CIModel
import FileSystem

/// The files of a stored result, limited to those that the step may have made.
struct ResultFiles {
  /// The absolute path of the pipeline's folder.
  let root: String
  /// The output patterns of the step.
  let outputs: [String]

  /// Whether a result belongs to this step: each file matches a pattern of its `outputs`, and each
  /// pattern matches a file. Files that git and devtool own are never accepted.
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
      CheckoutFile.isGitFolder(part) || CheckoutFile.isStateFolder(part)
    }
  }

  /// Writes a content to a path, unless there is a link on the way.
  /// - Returns: Whether it was written and matches its hash.
  func put(_ digest: String, at path: String, isExecutable: Bool, from blobs: BlobStore) -> Bool {
    do throws(FileError) {
      try writeFile(path, below: root, permissions: isExecutable ? 0o777 : 0o666) {
        file throws(FileError) in try blobs.copy(digest, to: file)
      }
      return true
    } catch {
      return false
    }
  }
}
