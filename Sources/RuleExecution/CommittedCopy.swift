import FileSystem
import GitHistory

/// Writes the files of a commit into a folder of their own, for programs that a branch must not be
/// able to change.
struct CommittedCopy {
  /// The absolute path of an empty folder.
  var folder: String

  /// Writes every file and link; submodules are left out.
  func write(_ commit: String, of repository: GitRepository) throws(CommandRuleError) {
    var failure: FileError?
    do throws(GitError) {
      try repository.forEachFile(in: commit) { file in
        guard failure == nil else { return }
        do throws(FileError) {
          try write(file)
        } catch {
          failure = error
        }
      }
    } catch {
      throw CommandRuleError(message: error.description, help: error.help)
    }
    if let failure {
      throw CommandRuleError(message: failure.description, help: "Make .devtool writable.")
    }
  }

  private func write(_ file: GitRepository.CommittedFile) throws(FileError) {
    // Git itself never creates names like `..`, but a hand-made tree can contain them, or a link
    // and a folder of the same name.
    let tree = NewTree(root: folder)
    if !file.isLink {
      try tree.makeFile(file.path, file.bytes, isExecutable: file.isExecutable)
    } else if !leaves(file.bytes, from: file.path.count { $0 == UInt8(ascii: "/") }) {
      // A file outside of the commit may have been written by the change.
      try tree.makeLink(file.path, to: file.bytes)
    }
  }

  /// Whether a link leads out of the copy.
  /// - Parameter depth: The number of folders that the link is in.
  private func leaves(_ target: [UInt8], from depth: Int) -> Bool {
    if target.first == UInt8(ascii: "/") { return true }
    var depth = depth
    for component in target.split(separator: UInt8(ascii: "/")) {
      if component.elementsEqual("..".utf8) {
        depth -= 1
        if depth < 0 { return true }
      } else if !component.elementsEqual(".".utf8) {
        depth += 1
      }
    }
    return false
  }
}
