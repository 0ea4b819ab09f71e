import CIModel

/// Compiled globs that select files. A renamed file matches by its new path and by its old one.
struct FileSelection: Sendable {
  private var globs: [PathGlob]

  init(_ globs: [String]) {
    self.globs = globs.map { PathGlob.choosingFiles($0) }
  }

  var isEmpty: Bool { globs.isEmpty }
  /// The globs as written, for messages.
  var text: String { globs.map(\.text).joined(separator: ", ") }

  func contains(_ path: String) -> Bool { globs.contains { $0.matches(path) } }

  /// Whether a path below a folder can match.
  func reachesBelow(_ folder: String) -> Bool { globs.contains { $0.reachesBelow(folder) } }

  /// Whether the new path of a file matches, or the file is a link or submodule in place of a
  /// folder with matching paths, or was one that is deleted.
  func concerns(_ file: FileChange) -> Bool {
    glob(concerning: file) != nil
  }

  /// The first glob that concerns a file, as written; `nil` when there is none.
  func glob(concerning file: FileChange) -> String? {
    globs.first {
      $0.matches(file.path) || file.matchesLikeFolder && $0.namesFolder(file.path)
    }?.text
  }

  func contains(_ file: FileChange) -> Bool {
    contains(file.path) || file.oldPath.map { contains($0) } ?? false
  }

  /// Whether a change touches the selected files, as `changed("…")` in a condition defines it. Use
  /// it for files that trigger a requirement; for the required files themselves, use `contains`.
  func isTouched(by file: FileChange) -> Bool {
    contains(file) || concerns(file) || globs.contains { $0.isLeft(by: file) }
  }
}

extension PathGlob {
  /// Whether a link or a submodule in place of a folder with matching paths moves away.
  fileprivate func isLeft(by file: FileChange) -> Bool {
    file.wasLink && file.oldPath.map { namesFolder($0) } ?? false
  }
}

/// The files that a rule checks, by its `paths` and `exclude`.
struct FileScope: Sendable {
  private var paths: FileSelection
  private var exclude: FileSelection

  /// - Parameter alsoExcluding: Globs that the rule excludes whatever its settings are.
  init(_ settings: RuleSettings, alsoExcluding: [String] = []) {
    paths = FileSelection(settings.paths)
    exclude = FileSelection((settings.exclude ?? []) + alsoExcluding)
  }

  var isEverything: Bool { paths.isEmpty && exclude.isEmpty }
  /// Whether the settings have `paths`.
  var namesFiles: Bool { !paths.isEmpty }

  /// Whether the rule checks a file. A renamed file is excluded only by its new path, so a file
  /// that moves out of an excluded folder counts. A link or a submodule in place of a folder above
  /// `paths` is in scope, and so is a file that a build reads under `paths` through a link.
  func contains(_ file: FileChange) -> Bool {
    if exclude.contains(file.path) { return false }
    return paths.isEmpty || paths.isTouched(by: file)
      || ((file.otherPaths ?? []) + (file.oldOtherPaths ?? [])).contains { isNamed($0, for: file) }
  }

  private func isNamed(_ path: String, for file: FileChange) -> Bool {
    var other = file
    (other.path, other.pathBytes) = (path, nil)
    return paths.concerns(other) && !exclude.contains(path)
  }

  /// The file as seen by a rule that counts touched files and does not read the new text: the file
  /// itself or, when it moves to an excluded path, the deletion of the old one; `nil` when neither
  /// is in scope.
  func view(of file: FileChange) -> FileChange? { contains(file) ? file : departure(of: file) }

  /// The file at each path at which the rule checks it: a moved file also as the deletion of its
  /// old path.
  func places(of file: FileChange) -> [FileChange] {
    [contains(file) ? file : nil, departure(of: file)].compactMap { $0 }
  }

  /// A moved file as the deletion of its old path; `nil` when the rule does not check that path.
  func departure(of file: FileChange) -> FileChange? {
    guard let oldPath = file.oldPath else { return nil }
    var gone = file
    (gone.status, gone.path, gone.pathBytes) = (.deleted, oldPath, file.oldPathBytes)
    (gone.oldPath, gone.oldPathBytes, gone.similarity) = (nil, nil, nil)
    (gone.otherPaths, gone.oldOtherPaths) = (file.oldOtherPaths, nil)
    (gone.mode, gone.size, gone.lfsPointerSize) = (nil, nil, nil)
    return contains(gone) ? gone : nil
  }
}

extension RuleSettings {
  func integer(_ name: String) -> Int? {
    if case .integer(let value)? = values[name] { value } else { nil }
  }

  func text(_ name: String) -> String? {
    if case .text(let value)? = values[name] { value } else { nil }
  }

  /// One value or a list of values; `nil` when the key is missing.
  func texts(_ name: String) -> [String]? {
    switch values[name] {
    case .text(let value): [value]
    case .list(let list):
      list.compactMap { item in if case .text(let value) = item { value } else { nil } }
    case .integer, .boolean, .mapping, nil: nil
    }
  }
}

/// The first items of a list, such as paths, for messages, with the number of the remaining ones.
package func shortList(_ items: [String], limit: Int = 3) -> String {
  let shown = items.prefix(limit).map(displayedPath).joined(separator: ", ")
  return items.count > limit ? "\(shown) and \(items.count - limit) more" : shown
}
