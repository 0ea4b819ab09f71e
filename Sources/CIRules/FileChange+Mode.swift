import CIModel

extension FileChange {
  /// Whether the mode of a modified file changes; its content may change, too.
  var changesMode: Bool { status == .modified && mode != oldMode }

  /// Whether only the contents show if more than the mode changes: git counts no lines of binary
  /// files.
  var mayChangeModeOnly: Bool { changesMode && isBinary && !standsForFolder }

  /// Whether the change adds a link or a submodule, whose content is not part of the change.
  var isNewLink: Bool { standsForFolder && (status != .modified || !wasLink) }
}

extension Facts {
  /// Whether a file changes its mode and keeps its content; also `true` when its contents are
  /// unknown.
  func changesModeOnly(_ file: FileChange) -> Bool {
    guard file.changesMode else { return false }
    guard file.mayChangeModeOnly else { return file.changedLines == 0 }
    guard let contents = contents[file.exactPath], let new = contents.new else { return true }
    return contents.old == new
  }
}
