package import CIModel

/// The changes of files, line by line.
package struct ReportDiff: Sendable {
  /// By path at the head commit.
  var files: [String: File] = [:]

  /// - Parameters:
  ///   - added: Added lines, ascending within a file.
  ///   - deleted: Deleted lines, ascending within a file, with its old path.
  package init(_ changes: ChangeSet, added: [AddedLine], deleted: [DeletedLine]) {
    var newPaths: [String: String] = [:]
    for file in changes.files { if let old = file.oldPath { newPaths[old] = file.path } }
    for line in added { files[line.path, default: File()].added.append(line) }
    for line in deleted {
      files[newPaths[line.path] ?? line.path, default: File()].deleted.append(line)
    }
  }

  struct File: Sendable {
    /// Added lines, ascending.
    var added: [AddedLine] = []
    /// Deleted lines, ascending.
    var deleted: [DeletedLine] = []
  }
}
