import CIModel

extension FileChange {
  /// Whether the mode is another one, and perhaps nothing else.
  var changesMode: Bool { status == .modified && mode != oldMode }

  /// Whether only the contents tell that, since git counts no lines.
  var mayChangeModeOnly: Bool { changesMode && isBinary && !standsForFolder }

  /// Whether a link or a submodule came in place of a file, so that its text is gone.
  var isReplacedByLink: Bool { status == .typechanged && standsForFolder && !wasLink }

  /// Whether the change puts a link or a submodule here, whose content is not in the change.
  var isNewLink: Bool { standsForFolder && (status != .modified || !wasLink) }

  /// Whether a file came in place of a link or a submodule.
  var replacesLink: Bool { status == .typechanged && !standsForFolder && wasLink }

  private var wasLink: Bool { oldMode == "120000" || oldMode == "160000" }
}

extension Facts {
  /// Whether a file got another mode and kept its text; also where that cannot be told.
  func changesModeOnly(_ file: FileChange) -> Bool {
    guard file.changesMode else { return false }
    guard file.mayChangeModeOnly else { return file.changedLines == 0 }
    guard let contents = contents[file.exactPath], let new = contents.new else { return true }
    return contents.old == new
  }
}
