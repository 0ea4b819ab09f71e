package import CIModel
internal import CIServices
internal import FileSystem
internal import GitHistory
internal import ProcessExecution
internal import SwiftPackage

/// Checks everything that devtool needs, item by item.
package enum Examination {
  package enum State: String, Codable, Hashable, Sendable {
    case good
    /// The item is missing and optional.
    case absent
    case missing
    /// The item works and is a security problem.
    case open
  }

  package struct Line: Codable, Hashable, Sendable {
    package var state: State
    package var topic: String
    package var message: String
    package var help: String?

    package init(_ state: State, _ topic: String, _ message: String, help: String? = nil) {
      self.state = state
      self.topic = topic
      self.message = message
      self.help = help
    }
  }

  /// - Parameters:
  /// - package: The result of reading the package and its `.ci.yml`.
  /// - request: The pull request as described by the service.
  /// - directory: The absolute path in which the command was started.
  /// - needsBase: Whether `.ci.yml` has rules, so that a run without a base fails.
  package static func run(
    _ environment: [String: String], _ request: PullRequest?, in directory: String,
    package: [Line], needsBase: Bool = false
  ) -> [Line] {
    toolchain(environment) + package + history(environment, directory, needsBase: needsBase)
      + ServiceExamination.run(environment, request) + GateExamination.run(environment, request)
  }

  private static func toolchain(_ environment: [String: String]) -> [Line] {
    let launcher = ProcessLauncher.live()
    let toolchain: Toolchain
    do throws(ToolchainError) {
      toolchain = try Toolchain.find(environment: environment, launcher: launcher)
    } catch {
      return [Line(.missing, "swift", error.description)]
    }
    var lines = [
      Line(.good, "swift", "\(toolchain.version) for \(toolchain.triple) (\(toolchain.swift))")
    ]
    for (name, path) in [
      ("llvm-cov", toolchain.llvmCov), ("llvm-profdata", toolchain.llvmProfdata),
    ] {
      lines.append(
        mayExecute(path)
          ? Line(.good, name, path)
          : Line(
            .missing, name, "not in the folder of swift (\(path))",
            help: "Coverage needs the one of the toolchain; install the complete toolchain."))
    }
    let format = try? launcher.capture(
      Invocation(
        toolchain.swift, ["format", "--version"], environment: environment, timeout: .seconds(60)))
    if let format, format.termination.isSuccess {
      let version = format.text.split(whereSeparator: \.isNewline).first ?? ""
      lines.append(Line(.good, "swift format", "\(version)"))
    } else {
      lines.append(Line(.absent, "swift format", "cannot be run; `lint` steps need it"))
    }
    return lines
  }

  /// Checks whether the manifest of a package can be evaluated. Its code is only run on a person's
  /// machine, because in a CI job it may be untrusted.
  package static func manifest(in root: String, _ environment: [String: String]) -> Line {
    let launcher = ProcessLauncher.live()
    let runsCode = CIEnvironment.detect(environment).name == nil
    guard let swift = try? Toolchain.find(environment: environment, launcher: launcher),
      let error = swift.manifestError(in: root, environment: environment, launcher: launcher)
        ?? (runsCode
          ? swift.packageError(in: root, environment: environment, launcher: launcher) : nil)
    else { return Line(.good, "package", root) }
    return Line(
      .missing, "package", PrintableText.line(error.utf8, keepsColor: false),
      help: "Correct the manifest; `swift package describe` shows all errors.")
  }

  /// An item if devtool cannot store runs, such as in a read-only checkout; else nothing.
  package static func runs(in root: String) -> [Line] {
    let folder = "\(root)/.devtool"
    let place = fileExists(folder) ? folder : root
    if isFolder(place), mayWrite(place) { return [] }
    return [
      Line(
        .missing, "runs", "\(folder) is not a folder that can be written",
        help: "devtool keeps its runs there; make it writable.")
    ]
  }

  private static func history(
    _ environment: [String: String], _ directory: String, needsBase: Bool
  ) -> [Line] {
    var lines: [Line] = []
    let ci = CIEnvironment.detect(environment)
    do throws(GitError) {
      let repository = try GitRepository.open(containing: directory, environment: environment)
      lines.append(Line(.good, "git", repository.workTree ?? "a bare repository"))
      let range = try repository.resolveBase(
        BaseRequest(
          baseBranch: ci.baseBranch, isPullRequestMerge: ci.isPullRequestMerge,
          mergeCommit: ci.commit, isPullRequest: ci.isPullRequest, headCommit: ci.headCommit,
          headReference: ci.headReference))
      let contained =
        range.mergeBase == range.head ? "; it contains HEAD, so there is no change to check" : ""
      lines.append(
        Line(
          .good, "base", "\(range.baseName), merge base \(range.mergeBase.prefix(10))\(contained)"))
    } catch {
      // If there is a repository, the service may have fetched only a part of it.
      let advice = lines.isEmpty ? nil : ci.name.flatMap(FullHistory.advice(for:))
      let help = [advice, error.help].compactMap { $0 }.joined(separator: " Or: ")
      lines.append(
        Line(
          needsBase ? .missing : .absent, "base",
          "\(error.description); rules need one",
          help: help.isEmpty ? nil : help))
    }
    return lines
  }
}

/// The output of `devtool doctor --json`.
package struct ExaminationDocument: Encodable {
  private let schema = "devtool.doctor/1"
  private let checks: [Examination.Line]

  package init(checks: [Examination.Line]) { self.checks = checks }
}
