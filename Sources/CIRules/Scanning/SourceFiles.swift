import CIModel
import SourceCode

/// The sources whose change a rule looks for: those that it names; otherwise those in `Sources`, and
/// those of the targets that the manifest of the base puts elsewhere.
struct SourceFiles: Sendable {
  private static let names = PathGlob("**/\(SourceNames.glob)")

  private let named: FileSelection?
  private let usual: FileSelection

  /// - Parameters:
  ///   - globs: The files that the rule names; `nil` without any.
  ///   - usual: The files in `Sources` that count otherwise.
  init(_ globs: [String]?, usual: String) {
    named = globs.map { FileSelection($0) }
    self.usual = FileSelection([usual])
  }

  /// For messages; `nil` if the rule names all files.
  func text(_ files: [FileChange]) -> String? {
    guard let named else {
      return files.allSatisfy { usual.isTouched(by: $0) } ? usual.text : "the targets"
    }
    return named.text == "**" ? nil : named.text
  }

  var policyFiles: Set<RepositoryPath> { named == nil ? [SourceLayout.manifestPath] : [] }

  /// Whether a change may touch sources, before the manifest is known.
  func mayBeTouched(by file: FileChange) -> Bool { areTouched(by: file) { _ in true } }

  func areTouched(by file: FileChange, _ layout: SourceLayout) -> Bool {
    areTouched(by: file, isInTarget: layout.isInSourceTarget)
  }

  private func areTouched(by file: FileChange, isInTarget: (String) -> Bool) -> Bool {
    if let named { return named.isTouched(by: file) }
    return usual.isTouched(by: file)
      || [file.path, file.oldPath].contains { path in
        path.map { Self.names.matches($0) && isInTarget($0) } ?? false
      }
  }
}
