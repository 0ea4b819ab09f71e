import CIModel

/// Paths in the order of their bytes, in which those of a folder are found quickly.
struct SortedPaths {
  private let paths: [String]

  init(_ paths: [String]) {
    self.paths = paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// - Parameter folder: A path with a slash at its end; an empty path selects every file.
  func below(_ folder: String) -> ArraySlice<String> {
    paths[start(of: folder)...].prefix { $0.utf8.starts(with: folder.utf8) }
  }

  func contains(_ path: String) -> Bool {
    paths[start(of: path)...].first?.utf8.elementsEqual(path.utf8) ?? false
  }

  /// - Parameter folder: A path with a slash at its end.
  func containsFile(below folder: String) -> Bool {
    paths[start(of: folder)...].first?.utf8.starts(with: folder.utf8) ?? false
  }

  private func start(of folder: String) -> Int {
    paths.partitioningIndex { !$0.utf8.lexicographicallyPrecedes(folder.utf8) }
  }
}
