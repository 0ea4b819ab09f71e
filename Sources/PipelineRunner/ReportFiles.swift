import CIModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads what other tools reported in files of the work tree.
enum ReportFiles {
  /// The largest report that is read, in bytes.
  private static let largest = 64 << 20

  /// The files that match, sorted by path; a file that cannot be read is left out. Folders of git
  /// and of SwiftPM are looked into only when a glob names them.
  static func read(_ globs: [String], in root: String) -> [ReportFile] {
    var found: [String: ReportFile] = [:]
    for text in globs {
      let glob = PathGlob(text)
      // The folders that the glob spells out.
      let parts = text.split(separator: "/").prefix { !$0.contains { "*?[{\\".contains($0) } }
      let folder = parts.count == text.split(separator: "/").count ? parts.dropLast() : parts
      walk(folder.joined(separator: "/"), in: root, depth: 0) { path in
        guard found[path] == nil, glob.matches(path),
          let bytes = try? readFile("\(root)/\(path)", limit: largest)
        else { return }
        found[path] = ReportFile(path: path, bytes: bytes)
      }
    }
    return found.values.sorted { $0.path < $1.path }
  }

  private static func walk(
    _ folder: String, in root: String, depth: Int, _ body: (String) -> Void
  ) {
    guard depth < 32 else { return }
    let names = folderContents(folder.isEmpty ? root : "\(root)/\(folder)")
    for name in names.sorted() {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      var status = stat()
      // Links are not followed: they may lead out of the checkout or in circles.
      guard lstat("\(root)/\(path)", &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR where name != ".git" && name != ".build":
        walk(path, in: root, depth: depth + 1, body)
      case S_IFREG: body(path)
      default: break
      }
    }
  }
}
