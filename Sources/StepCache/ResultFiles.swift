import CIModel
import FileSystem

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
      CheckoutFile.isGitFolder(part) || CheckoutFile.isStateFolder(part)
    }
  }

  /// Puts a content in its place, unless a link is on the way.
  /// - Returns: Whether it is there, and is what its hash says.
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
