package import CIModel

/// What a change did to its files, line by line.
package struct ReportDiff: Sendable {
  /// By path at the head.
  var files: [String: File] = [:]

  /// - Parameters:
  ///   - added: Ascending within a file.
  ///   - deleted: Ascending within a file, which is named by its old path.
  package init(_ changes: ChangeSet, added: [AddedLine], deleted: [DeletedLine]) {
    var newPaths: [String: String] = [:]
    for file in changes.files { if let old = file.oldPath { newPaths[old] = file.path } }
    for line in added { files[line.path, default: File()].added.append(line) }
    for line in deleted {
      files[newPaths[line.path] ?? line.path, default: File()].deleted.append(line)
    }
  }

  struct File: Sendable {
    /// Ascending.
    var added: [AddedLine] = []
    /// Ascending.
    var deleted: [DeletedLine] = []
  }
}
