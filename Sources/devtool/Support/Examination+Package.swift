import CIModel
import FileSystem
import PipelineConfig
import ProjectSetup
import TerminalUI

extension Examination {
  /// The state of the package and its configuration, and whether the rules need a base.
  static func package(_ environment: [String: String]) -> (lines: [Line], needsBase: Bool) {
    let workspace: Workspace
    do throws(CommandFailure) {
      workspace = try Workspace.find(config: nil)
    } catch {
      return ([Line(.missing, "package", error.message ?? "none", help: error.help)], false)
    }
    let package =
      fileExists("\(workspace.root)/Package.swift")
      ? manifest(in: workspace.root, environment)
      : Line(.absent, "package", "no Package.swift in \(workspace.root)")
    var lines = [package] + runs(in: workspace.root)
    guard let path = workspace.configPath else {
      lines.append(
        Line(.absent, "config", "no \(Workspace.configName): the default pipeline runs"))
      return (lines, false)
    }
    do throws(CommandFailure) {
      let pipeline = try workspace.loadPipeline()
      let steps = counted(pipeline.steps.count, "step")
      lines.append(Line(.good, "config", "\(workspace.displayPath(path)), \(steps)"))
      return (lines, pipeline.asksForRules)
    } catch {
      lines.append(
        Line(
          .missing, "config", "\(workspace.displayPath(path)) is invalid",
          help: "`devtool validate` lists every problem."))
    }
    return (lines, false)
  }
}

extension Examination.Line {
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
