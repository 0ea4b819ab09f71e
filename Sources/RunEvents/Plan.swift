import CIModel
package import PipelineConfig
import ProcessExecution

/// What a run will do, in order; nothing has been started yet.
package struct Plan: Hashable, Sendable {
  package var steps: [PlannedStep]
  package var checks: Set<Check>
  /// How many steps run at once.
  package var jobs = 1

  package init(steps: [PlannedStep], checks: Set<Check>) {
    self.steps = steps
    self.checks = checks
  }

  /// A step with everything decided that its action leaves open.
  package struct PlannedStep: Hashable, Sendable {
    package var step: PipelineStep
    /// Left out by the command line.
    package var isSkipped: Bool
    /// The locks of the step, and one for the build folder that SwiftPM lets only one use.
    package var allLocks: [String] {
      step.action.kind.usesSwiftPM
        ? step.locks + ["SwiftPM in \(step.directory ?? ".")"] : step.locks
    }
    /// The commands that the step starts, as far as they are known beforehand.
    package var commands: [Command] = []
    /// The one of them that builds the package; `nil` when none does.
    package var buildCommand: Command?
    /// Whether its result depends on the toolchain: `swift` is in one of its words.
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
    /// Whether it cannot run, or be known to be up to date, without the toolchain.
    package var needsSwift: Bool {
      commands.contains { $0.executable == "swift" } || step.action.kind.runsTests
        || step.inputs != nil && speaksOfSwift
    }
    /// For `swift-test`: build the tests first, because no step before does.
    package var buildsTests = false
    /// For `swift-test`: the product was built by an earlier run and must be newer than its sources.
    package var requiresFreshProduct = false
    /// For `swift-test`: the tests are built, and none runs.
    package var runsNoTests = false

    package init(step: PipelineStep, isSkipped: Bool) {
      self.step = step
      self.isSkipped = isSkipped
    }
  }

  /// A command line without what depends on the machine.
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
