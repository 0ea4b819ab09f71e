import CIModel

/// A file of a change, with what it was and is.
struct ComparedFile {
  var change: FileChange
  var sides: TreeComparison.Pair
  /// The new version is text for git, and can be read in more than one way all the same.
  var isAmbiguous = false
  /// Git LFS could take the new version for a pointer.
  var mayBePointer = false
}
