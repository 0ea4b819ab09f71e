import CIModel

/// A file of a change with both of its versions.
struct ComparedFile {
  var change: FileChange
  var sides: TreeComparison.Pair
  /// Whether the new version is text for git and can nevertheless be decoded in more than one way.
  var isAmbiguous = false
  /// Whether Git LFS could treat the new version as a pointer.
  var mayBePointer = false
  /// Whether the versions were not read, because the change has more than devtool reads.
  var isUnread = false
}
