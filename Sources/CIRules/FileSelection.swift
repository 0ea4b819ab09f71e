import CIModel

/// Globs, compiled; a file counts under its new path and, when it was renamed, under its old one.
struct FileSelection: Sendable {
  private var globs: [PathGlob]

  init(_ globs: [String]) {
    self.globs = globs.map { PathGlob.choosingFiles($0) }
  }

  var isEmpty: Bool { globs.isEmpty }
  /// As written, for messages.
  var text: String { globs.map(\.text).joined(separator: ", ") }

  func contains(_ path: String) -> Bool { globs.contains { $0.matches(path) } }

  /// Whether a pattern could match something in a folder.
  func reachesBelow(_ folder: String) -> Bool { globs.contains { $0.reachesBelow(folder) } }

  /// Whether a file is at a path that matches now, or stands for a folder with such paths.
  func concerns(_ file: FileChange) -> Bool {
    glob(concerning: file) != nil
  }

  /// As written, the first glob that concerns a file.
  func glob(concerning file: FileChange) -> String? {
    globs.first {
      $0.matches(file.path) || file.standsForFolder && $0.namesFolder(file.path)
    }?.text
  }

  func contains(_ file: FileChange) -> Bool {
    contains(file.path) || file.oldPath.map { contains($0) } ?? false
  }

  /// Whether a change is one of what matches, as `changed("…")` of a condition has it: what makes a rule ask
  /// for something. What is asked for has to be there itself, so it is `contains` that tells.
  func isTouched(by file: FileChange) -> Bool { contains(file) || concerns(file) }
}

/// The files that concern a rule, by its `paths` and `exclude`.
struct FileScope: Sendable {
  private var paths: FileSelection
  private var exclude: FileSelection

  /// - Parameter alsoExcluding: globs that the rule leaves out whatever the settings say.
  init(_ settings: RuleSettings, alsoExcluding: [String] = []) {
    paths = FileSelection(settings.paths)
    exclude = FileSelection((settings.exclude ?? []) + alsoExcluding)
  }

  var isEverything: Bool { paths.isEmpty && exclude.isEmpty }
  /// Whether `paths` names the files that concern the rule.
  var namesFiles: Bool { !paths.isEmpty }

  /// A renamed file is excluded by its new path only: what moves out of an excluded folder counts. A link or
  /// a submodule above the `paths` is in it, and so is a file that a build reads there over a link.
  func contains(_ file: FileChange) -> Bool {
    if exclude.contains(file.path) { return false }
    return paths.isEmpty || paths.isTouched(by: file)
      || (file.otherPaths ?? []).contains { isNamed($0, for: file) }
  }

  private func isNamed(_ path: String, for file: FileChange) -> Bool {
    var other = file
    (other.path, other.pathBytes) = (path, nil)
    return paths.concerns(other) && !exclude.contains(path)
  }

  /// A file as a rule has it that counts what is touched, and does not look at the new text: itself, or, where
  /// it moves into what is excluded, the one that is gone from where it was; `nil` where neither concerns it.
  func view(of file: FileChange) -> FileChange? {
    if contains(file) { return file }
    guard let oldPath = file.oldPath, paths.isEmpty || paths.contains(oldPath),
      !exclude.contains(oldPath)
    else { return nil }
    var gone = file
    (gone.status, gone.path, gone.pathBytes) = (.deleted, oldPath, file.oldPathBytes)
    (gone.oldPath, gone.oldPathBytes, gone.similarity) = (nil, nil, nil)
    (gone.mode, gone.size, gone.lfsPointerSize) = (nil, nil, nil)
    return gone
  }
}

extension RuleSettings {
  func integer(_ name: String) -> Int? {
    if case .integer(let value)? = values[name] { value } else { nil }
  }

  func text(_ name: String) -> String? {
    if case .text(let value)? = values[name] { value } else { nil }
  }

  /// One value or a list of them; `nil` when the key is not there.
  func texts(_ name: String) -> [String]? {
    switch values[name] {
    case .text(let value): [value]
    case .list(let list):
      list.compactMap { item in if case .text(let value) = item { value } else { nil } }
    case .integer, .boolean, .mapping, nil: nil
    }
  }
}

/// The first few of a list, such as paths, as people read them, and how many more there are.
package func shortList(_ items: [String], limit: Int = 3) -> String {
  let shown = items.prefix(limit).map(displayedPath).joined(separator: ", ")
  return items.count > limit ? "\(shown) and \(items.count - limit) more" : shown
}
