/// Visits everything below a folder, folders before their content. Links are visited, not followed;
/// unreadable entries are left out.
///
/// - Parameters:
/// - root: An absolute path.
/// - folder: The folder at which to start, relative to the root.
/// - depth: The maximum depth of folders.
/// - isSorted: Whether the names in a folder are sorted by their bytes.
/// - visit: Receives the path relative to the root, the name and the status; returns whether to
///   enter a folder.
package func walkTree(
  _ root: String, from folder: String = "", depth: Int = 1_000, isSorted: Bool = false,
  _ visit: (_ path: String, _ name: String, FileStatus) -> Bool
) {
  guard depth > 0 else { return }
  var names = folderContents(folder.isEmpty ? root : "\(root)/\(folder)")
  if isSorted { names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
  for name in names {
    let path = folder.isEmpty ? name : "\(folder)/\(name)"
    guard let status = FileStatus("\(root)/\(path)", followsLink: false) else { continue }
    if visit(path, name, status), status.isFolder {
      walkTree(root, from: path, depth: depth - 1, isSorted: isSorted, visit)
    }
  }
}
