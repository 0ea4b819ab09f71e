import CIModel

/// A file of a change with both of its versions.
struct ComparedFile {
  var change: FileChange
  var sides: TreeComparison.Pair
  /// Whether both versions are text for git, and one can be decoded in more than one way.
  var isAmbiguous = false
  /// Whether Git LFS could treat the new version as a pointer.
  var mayBePointer = false
  /// Whether the versions were not read, because the change has more than devtool reads.
  var isUnread = false
}
