import CIModel
import CIServices
import FileSystem
import GitHistory
import PipelineConfig
import ProcessExecution
import SwiftPackage
import TerminalUI

/// Looks at everything that devtool needs, one thing after the other.
enum Examination {
  enum State {
    case good
    /// Works without it.
    case absent
    case missing
    /// Works, but leaves a security hole.
    case open
  }

  struct Line {
    var state: State
    var topic: String
    var message: String
    var help: String?

    init(_ state: State, _ topic: String, _ message: String, help: String? = nil) {
      self.state = state
      self.topic = topic
      self.message = message
      self.help = help
    }

    func text(_ style: Paint) -> String {
      let symbol =
        switch state {
        case .good: style.green(style.unicode ? "✓" : "ok     ")
        case .absent: style.dim(style.unicode ? "○" : "none   ")
        case .missing: style.red(style.unicode ? "✗" : "MISSING")
        case .open: style.yellow(style.unicode ? "!" : "OPEN   ")
        }
      let padding = String(repeating: " ", count: max(1, 15 - topic.count))
      let helpText = help.map { "\n  \(style.dim("help: \($0)"))" } ?? ""
      return "\(symbol) \(style.bold(topic))\(padding)\(message)\(helpText)"
    }
  }

  static func run(_ environment: [String: String]) -> [Line] {
    toolchain(environment) + package(environment) + history(environment) + service(environment)
      + GateExamination.run(environment)
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

  private static func package(_ environment: [String: String]) -> [Line] {
    let workspace: Workspace
    do throws(CommandFailure) {
      workspace = try Workspace.find(config: nil)
    } catch {
      return [Line(.missing, "package", error.message ?? "none", help: error.help)]
    }
    var lines: [Line] = []
    lines.append(
      fileExists("\(workspace.root)/Package.swift")
        ? manifest(in: workspace.root, environment)
        : Line(.absent, "package", "no Package.swift in \(workspace.root)"))
    guard let path = workspace.configPath else {
      lines.append(
        Line(.absent, "config", "no \(Workspace.configName): the default pipeline runs"))
      return lines
    }
    do throws(CommandFailure) {
      let steps = try workspace.loadPipeline(color: false).steps.count
      let count = steps == 1 ? "1 step" : "\(steps) steps"
      lines.append(Line(.good, "config", "\(workspace.displayPath(path)), \(count)"))
    } catch {
      lines.append(
        Line(
          .missing, "config", "\(workspace.displayPath(path)) is wrong",
          help: "`devtool validate` shows every problem."))
    }
    return lines
  }

  private static func manifest(in root: String, _ environment: [String: String]) -> Line {
    let launcher = ProcessLauncher.live()
    guard let swift = try? Toolchain.find(environment: environment, launcher: launcher),
      let error = swift.manifestError(in: root, environment: environment, launcher: launcher)
    else { return Line(.good, "package", root) }
    return Line(
      .missing, "package", PrintableText.line(error.utf8, keepsColor: false),
      help: "Correct the manifest; `swift package describe` shows all that is wrong.")
  }

  private static func history(_ environment: [String: String]) -> [Line] {
    var lines: [Line] = []
    let directory: String
    do throws(CommandFailure) {
      directory = try Workspace.workingDirectory()
    } catch {
      return [Line(.missing, "git", error.message ?? "no working directory")]
    }
    do throws(GitError) {
      let repository = try GitRepository.open(containing: directory, environment: environment)
      lines.append(Line(.good, "git", repository.workTree ?? "a bare repository"))
      let range = try repository.resolveBase(
        BaseRequest(base: nil, head: nil, ci: CIEnvironment.detect(environment)))
      let contained =
        range.mergeBase == range.head ? "; it contains HEAD, so there is no change to judge" : ""
      lines.append(
        Line(
          .good, "base", "\(range.baseName), merge base \(range.mergeBase.prefix(10))\(contained)"))
    } catch {
      lines.append(
        Line(.absent, "base", "\(error.description); rules need one", help: error.help))
    }
    return lines
  }

  private static func service(_ environment: [String: String]) -> [Line] {
    let ci = CIEnvironment.detect(environment)
    guard let name = ci.name else { return [Line(.absent, "CI service", "none")] }
    let base = ci.baseBranch.map { ", pull request into \($0)" } ?? ""
    let build = ci.buildNumber.map { ", build \($0)" } ?? ""
    return [Line(.good, "CI service", "\(name)\(build)\(base)")]
  }
}
