package import CIModel
package import FileSystem

/// Why a project cannot be set up.
package enum SetupError: Error, Hashable {
  /// The command was started below the root of the checkout; contains that root.
  case belowTheTop(String)
  case cannotComment
  case file(FileError)
  /// git cannot be started; contains the reason.
  case gitMissing(String)
  /// git does not report its hooks folder; contains its message.
  case hooksUnknown(String)
  /// Other repositories may use the hooks folder, too; contains the folder.
  case hooksShared(String)
  /// The folder contains no package; the advice is a sentence about packages elsewhere.
  case noPackage(String, advice: String?)
  /// The CI service cannot be determined.
  case serviceUnknown
  case template(name: String, TemplateProblem)
  /// A URL or a branch has a meaning in a shell or YAML.
  case unsafeWords([String])

  package var exitCode: ExitCode {
    switch self {
    case .cannotComment, .unsafeWords: .badCommandLine
    case .hooksShared: .checkFailed
    case .template: .badConfiguration
    case .belowTheTop, .file, .gitMissing, .hooksUnknown, .noPackage, .serviceUnknown: .missingInput
    }
  }

  /// The problem: a fragment.
  package var description: String {
    switch self {
    case .belowTheTop(let root):
      "the files of a CI service must be at the top of the checkout, \(root)"
    case .cannotComment: "--comment is for github and gitlab"
    case .file(let error): error.description
    case .gitMissing(let reason): "cannot run git: \(reason)"
    case .hooksUnknown(let text): "git does not report its hooks folder: \(text)"
    case .hooksShared(let folder):
      "the hooks of this repository are in \(folder), which other repositories may share"
    case .noPackage(let folder, _): "there is no Package.swift in \(folder)"
    case .serviceUnknown: "the CI service cannot be determined from the remote or a file here"
    case .template(let name, let problem): "the template \(name) \(problem)"
    case .unsafeWords(let words):
      "\(words.joined(separator: " or ")) contains characters that are special in a shell or in YAML"
    }
  }

  /// How to solve it: one imperative sentence.
  package var help: String? {
    switch self {
    case .belowTheTop: "Run it there: the pipeline then builds the packages in its folders."
    case .cannotComment:
      "Call `devtool comment` after `devtool check`; see docs/comment.md."
    case .file: nil
    case .gitMissing: "Install git."
    case .hooksUnknown: "Run inside a git checkout."
    case .hooksShared:
      "Call `devtool check --only rules` from the hook there, or unset core.hooksPath."
    case .noPackage(_, let advice):
      advice
        ?? "Run it in the folder of a package, or write the file anyway with `--no-package`."
    case .serviceUnknown:
      "Specify it: --service " + SetupService.allCases.map(\.rawValue).joined(separator: "|") + "."
    case .unsafeWords: "Use a URL, https://… without a trailing slash, and a plain branch name."
    case .template: "Correct it; the originals are in `templates` of devtool's repository."
    }
  }
}

/// A problem of a template; the message follows its name.
package enum TemplateProblem: Error, Hashable, CustomStringConvertible {
  case unknownName(String)
  case unknownCondition(String)
  case unclosed(line: Int)
  case endTooMuch(line: Int)
  case hiddenCharacter(line: Int)
  case noInstallation

  package var description: String {
    switch self {
    case .unknownName(let name): "contains the unknown placeholder __\(name)__"
    case .unknownCondition(let name): "uses the unknown condition '\(name)'"
    case .unclosed(let line): "has no #end for the block that begins in line \(line)"
    case .endTooMuch(let line): "has an #end in line \(line) without a block"
    case .hiddenCharacter(let line): "has an invisible character in line \(line)"
    case .noInstallation: "has no script that runs install.sh"
    }
  }
}
