package import CIModel
internal import FileSystem

/// The configuration of another tool in a checkout, and what it comes to.
package struct ImportedProject: Sendable {
  private let source: ImportSource
  private let files: [String]
  private let config: ImportedConfig

  /// - Parameters:
  ///   - name: Of the tool.
  ///   - root: The checkout; absolute.
  package init(named name: String, in root: String) throws(ImportProblem) {
    guard let source = ImportSource.all.first(where: { $0.name == name }) else {
      throw .unnamed(advice: ImportSource.advice(in: root))
    }
    let files: [SourceFile]
    do throws(FileError) {
      files = try source.files(in: root)
    } catch {
      throw .file(error.description)
    }
    guard !files.isEmpty else {
      throw source.program(in: root).map { .program($0) } ?? .absent(source, root: root)
    }
    do throws(UnreadableSource) {
      config = try source.config(files)
    } catch {
      throw .unreadable(error)
    }
    self.source = source
    self.files = files.map(\.name)
  }

  /// The keys of a `.ci.yml`, beside `version`.
  package var yaml: String { config.yaml(from: source.name) }
  package var hasSteps: Bool { config.hasSteps }
  package var summary: String { config.summary(of: files) }
}

/// Why a configuration cannot be taken over.
package enum ImportProblem: Error {
  case absent(ImportSource, root: String)
  case file(String)
  /// A program would have to run, which makes the configuration.
  case program(String)
  /// Which configurations are here: a fragment.
  case unnamed(advice: String?)
  case unreadable(UnreadableSource)

  package var exitCode: ExitCode {
    if case .unnamed = self { .badCommandLine } else { .missingInput }
  }

  /// A fragment.
  package var description: String {
    switch self {
    case .absent(let source, let root):
      "there is no \(source.name == "danger" ? "Dangerfile" : source.paths[0]) in \(root)"
    case .file(let text): text
    case .program(let name): "\(name) is a program, which devtool does not run"
    case .unnamed: "--from takes a name: \(ImportSource.all.map(\.name).joined(separator: ", "))"
    case .unreadable(let source):
      "cannot read \(source.file): line \(source.line): \(VisibleText.shown(source.message))"
    }
  }

  /// What to do: one imperative sentence.
  package var help: String? {
    switch self {
    case .absent(let source, _):
      "Run it beside \(source.paths.count == 1 ? "it" : "one of \(source.paths.joined(separator: ", "))")."
    case .program:
      "Write what it makes into .commitlintrc.json: `npx commitlint --print-config json` prints it."
    case .unnamed(let advice?): "Here \(advice)."
    case .file, .unnamed, .unreadable: nil
    }
  }
}

extension ImportSource {
  /// Which configurations of other tools a checkout has, and how they are taken over: a fragment; `nil` where
  /// there are none.
  package static func advice(in root: String) -> String? {
    let there = all.compactMap { source -> String? in
      guard let files = try? source.files(in: root), let first = files.first else { return nil }
      let path = files.count > 1 ? source.paths[0] : first.name
      return "`devtool init --from \(source.name)` reads \(VisibleText.shown(path))"
    }
    return there.isEmpty ? nil : there.joined(separator: ", ")
  }
}
