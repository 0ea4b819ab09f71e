package import CIModel
internal import CIServices
internal import FileSystem
internal import GitHistory
internal import ProcessExecution
internal import SwiftPackage

/// Looks at everything that devtool needs, one thing after the other.
package enum Examination {
  package enum State: String, Codable, Hashable, Sendable {
    case good
    /// Works without it.
    case absent
    case missing
    /// Works, but leaves a security hole.
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
  ///   - package: What was found of the package and its `.ci.yml`.
  ///   - request: What the service tells of the pull request.
  ///   - directory: Where the command was started; absolute.
  ///   - needsBase: `.ci.yml` has rules, so that a run without a base ends with an error.
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
            .missing, name, "not beside swift, where it belongs (\(path))",
            help: "Coverage needs the toolchain's own; install the whole toolchain."))
    }
    let format = try? launcher.capture(
      Invocation(
        toolchain.swift, ["format", "--version"], environment: environment, timeout: .seconds(60)))
    if let format, format.termination.isSuccess {
      let version = format.text.split(whereSeparator: \.isNewline).first ?? ""
      lines.append(Line(.good, "swift format", "\(version)"))
    } else {
      lines.append(Line(.absent, "swift format", "does not run; `lint` steps need it"))
    }
    return lines
  }

  /// Whether the manifest of a package can be read. Its code runs on a person's machine alone: in a job it may
  /// be a stranger's.
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
      help: "Correct the manifest; `swift package describe` shows all that is wrong.")
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
        range.mergeBase == range.head ? "; it contains HEAD, so there is no change to judge" : ""
      lines.append(
        Line(
          .good, "base", "\(range.baseName), merge base \(range.mergeBase.prefix(10))\(contained)"))
    } catch {
      // Where there is a repository, the service may have fetched a part of it.
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

/// What `devtool doctor --json` prints.
package struct ExaminationDocument: Encodable {
  private let schema = "devtool.doctor/1"
  private let checks: [Examination.Line]

  package init(checks: [Examination.Line]) { self.checks = checks }
}
