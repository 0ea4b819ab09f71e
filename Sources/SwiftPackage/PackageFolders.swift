import FileSystem

/// The packages below a folder that is not a package itself.
package enum PackageFolders {
  /// The maximum number of folders to search at one depth: a repository can have any number.
  private static let mostFolders = 2_000

  /// Lists the relative paths of folders with a `Package.swift`, sorted, at most two levels down.
  /// Hidden folders, folders of dependencies and links are skipped.
  package static func below(_ folder: String) -> [String] {
    search(folder, levels: 2, entersPackages: false)
  }

  /// Lists the packages that `below` leaves out: up to five levels down, or inside another package.
  package static func others(below folder: String) -> [String] {
    let listed = Set(below(folder))
    return search(folder, levels: 5, entersPackages: true).filter { !listed.contains($0) }
  }

  private static func search(_ folder: String, levels: Int, entersPackages: Bool) -> [String] {
    var found: [String] = []
    var folders = [""]
    for _ in 0..<levels {
      let next = folders.flatMap { path in
        folderContents("\(folder)/\(path)").sorted().map { path.isEmpty ? $0 : "\(path)/\($0)" }
      }
      folders = []
      for path in next.lazy.filter({ isSearched($0, in: folder) }).prefix(mostFolders) {
        let isPackage = fileExists("\(folder)/\(path)/Package.swift")
        if isPackage { found.append(path) }
        if !isPackage || entersPackages { folders.append(path) }
      }
    }
    return found.sorted()
  }

  /// A package behind a link has a folder of its own, or is not in the repository.
  private static func isSearched(_ path: String, in folder: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return !name.hasPrefix(".") && !["Pods", "Carthage", "node_modules"].contains(name)
      && FileStatus("\(folder)/\(path)", followsLink: false)?.isFolder == true
  }

  /// Suggests the folder to run in: a sentence; `nil` when there is no package below.
  package static func advice(below folder: String) -> String? {
    let near = below(folder)
    let found = near.isEmpty ? others(below: folder) : near
    guard let first = found.first else { return nil }
    if found.count == 1 { return "The package is in \(first): run devtool there." }
    let names = found.prefix(5).joined(separator: ", ")
    let more = found.count > 5 ? " and \(found.count - 5) more" : ""
    return "There are packages in \(names)\(more): run devtool in one of them."
  }
}
