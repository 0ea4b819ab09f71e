import FileSystem

/// The packages below a folder that is not a package itself.
package enum PackageFolders {
  private static let deepest = 2
  /// The maximum number of folders to search, because a repository can have any number.
  private static let mostFolders = 2_000

  /// Lists the relative paths of folders with a `Package.swift`, sorted, at most two levels down.
  /// Hidden folders and folders of dependencies are skipped.
  package static func below(_ folder: String) -> [String] {
    var found: [String] = []
    var folders = folderContents(folder).sorted()
    var depth = 1
    while depth <= deepest {
      var next: [String] = []
      for path in folders.prefix(mostFolders) {
        let name = path.split(separator: "/").last ?? ""
        if name.hasPrefix(".") || ["Pods", "Carthage", "node_modules"].contains(name) { continue }
        if fileExists("\(folder)/\(path)/Package.swift") {
          found.append(path)
        } else if depth < deepest {
          next += folderContents("\(folder)/\(path)").sorted().map { "\(path)/\($0)" }
        }
      }
      folders = next
      depth += 1
    }
    return found.sorted()
  }

  /// Suggests the folder to run in: a sentence; `nil` when there is no package below.
  package static func advice(below folder: String) -> String? {
    let found = below(folder)
    guard let first = found.first else { return nil }
    if found.count == 1 { return "The package is in \(first): run devtool there." }
    let names = found.prefix(5).joined(separator: ", ")
    let more = found.count > 5 ? " and \(found.count - 5) more" : ""
    return "There are packages in \(names)\(more): run devtool in one of them."
  }
}
