internal import CIModel
internal import FileSystem

/// The git hooks that check the rules before a commit and before a push.
///
/// Only hooks written by devtool are changed or removed; they are recognized by their second line.
package enum GitHooks {
  static let marker = "# devtool hook: written by `devtool init --hooks`, removed by "
  private static let removal = "`devtool init --hooks --uninstall`"

  private static let purposes = [
    ("pre-commit", "checks the rules on staged changes"),
    ("commit-msg", "checks the rules on each commit message"),
    ("pre-push", "checks the rules before each push"),
  ]

  /// - Parameter template: Returns the text of a hook by its name.
  static func files(
    _ git: GitFacts, _ template: (String) throws(SetupError) -> SetupTemplate.Filled
  ) throws(SetupError) -> [SetupFile] {
    let folder = try git.ownHooksFolder()
    var files: [SetupFile] = []
    for (name, purpose) in purposes {
      let filled = try template("hooks/\(name)")
      files.append(
        SetupFile(
          folder: folder, name: name, path: "\(folder)/\(name)", text: marked(filled.text),
          purpose: purpose, byHand: filled.byHand, rival: .hook, isExecutable: true))
    }
    return files
  }

  /// The text of a hook with devtool's marker line after the interpreter line.
  private static func marked(_ text: String) -> String {
    let first = text.prefix { !$0.isNewline }
    return "\(first)\n\(marker)\(removal)\(text.dropFirst(first.count))"
  }

  static func isOurs(_ text: String) -> Bool {
    text.split(separator: "\n").dropFirst().first?.hasPrefix(marker) ?? false
  }

  /// The result of removing a hook.
  package enum Removal: Hashable, Sendable {
    case absent
    case foreign
    case removed
  }

  /// Removes the hooks that devtool wrote.
  package static func remove(
    _ git: GitFacts
  ) throws(SetupError) -> [(path: String, removal: Removal)] {
    let folder = try git.ownHooksFolder()
    var removals: [(path: String, removal: Removal)] = []
    do throws(FileError) {
      for (name, _) in purposes {
        let path = "\(folder)/\(name)"
        guard let status = FileStatus(path, followsLink: false) else {
          removals.append((path, .absent))
          continue
        }
        var isOurs = false
        if status.isFile {
          isOurs = Self.isOurs(
            String(decoding: try readFile(path, limit: 1 << 20), as: UTF8.self))
        }
        if isOurs, !removeFile(path) { throw FileError(.remove, path, .invalid) }
        removals.append((path, isOurs ? .removed : .foreign))
      }
    } catch {
      throw .file(error)
    }
    return removals
  }
}
