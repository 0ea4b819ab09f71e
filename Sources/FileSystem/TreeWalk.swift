/// Looks at everything below a folder, folders before what is in them. Links are shown, not followed; what
/// cannot be read is left out.
///
/// - Parameters:
///   - root: Absolute.
///   - folder: Where in it to begin; relative to the root.
///   - depth: Folders below more than this many are not looked into.
///   - isSorted: Whether the names in a folder come in the order of their bytes, else in none.
///   - visit: Gets the path relative to the root, the name and what lies there; says whether to go into a
///     folder.
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
