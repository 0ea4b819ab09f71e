import CIModel
package import PipelineConfig
import ProcessExecution

/// The steps and checks of a run, in order; nothing has been started yet.
package struct Plan: Hashable, Sendable {
  package var steps: [PlannedStep]
  package var checks: Set<Check>
  /// The maximum number of steps that run at once.
  package var jobs = 1

  package init(steps: [PlannedStep], checks: Set<Check>) {
    self.steps = steps
    self.checks = checks
  }

  /// A step with all the details that its action leaves open.
  package struct PlannedStep: Hashable, Sendable {
    package var step: PipelineStep
    /// Whether the command line skips the step.
    package var isSkipped: Bool
    /// The locks of the step, and one for the build folder, which SwiftPM lets only one process
    /// use.
    package var allLocks: [String] {
      step.action.kind.usesSwiftPM
        ? step.locks + ["SwiftPM in \(step.directory ?? ".")"] : step.locks
    }
    /// The commands that the step starts, as far as they are known in advance.
    package var commands: [Command] = []
    /// The command that builds the package; `nil` when none does.
    package var buildCommand: Command?
    /// Whether the result depends on the toolchain: one of the command's words contains `swift`.
    package var speaksOfSwift: Bool {
      func speaks(_ word: String) -> Bool {
        var word = word
        return word.withUTF8 { bytes in
          bytes.indices.contains { index in
            bytes[index] == UInt8(ascii: "s") && bytes[index...].starts(with: "swift".utf8)
          }
        }
      }
      return commands.contains { speaks($0.executable) || $0.arguments.contains(where: speaks) }
    }
    /// Whether the toolchain is needed to run the step or to know that it is up to date.
    package var needsSwift: Bool {
      commands.contains { $0.executable == "swift" } || step.action.kind.runsTests
        || step.inputs != nil && speaksOfSwift
    }
    /// For `swift-test`: the step builds the tests first, because no earlier step does.
    package var buildsTests = false
    /// For `swift-test`: the product comes from an earlier run and must be newer than its sources.
    package var requiresFreshProduct = false
    /// For `swift-test`: the tests are built but not run.
    package var runsNoTests = false

    package init(step: PipelineStep, isSkipped: Bool) {
      self.step = step
      self.isSkipped = isSkipped
    }
  }

  /// A command line without machine-dependent parts.
  package struct Command: Hashable, Sendable {
    package var executable: String
    package var arguments: [String]

    package init(_ executable: String, _ arguments: [String]) {
      self.executable = executable
      self.arguments = arguments
    }

    package var shellText: String { Invocation(executable, arguments).shellText }
  }
}
