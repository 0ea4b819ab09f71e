import CIModel
import FileSystem
import PipelineRunner
import ProcessExecution
import RunStorage
import TerminalUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension RunRequest {
  /// Waits until no other run uses this checkout.
  ///
  /// - Returns: No lock if this run is a step of the run that holds it.
  func lockCheckout(
    _ runID: String, _ cancellation: Cancellation
  ) throws(CommandFailure) -> (lock: CheckoutLock?, notes: [String]) {
    if variables["DEVTOOL_CHECKOUT"] == workspace.root { return (nil, []) }
    let holder = CheckoutLock.Holder(
      pid: getpid(), runID: runID, command: CommandLine.arguments.joined(separator: " "))
    var hasToldOfWaiting = false
    while true {
      let attempt: CheckoutLock.Attempt
      do throws(FileError) {
        attempt = try CheckoutLock.attempt(root: workspace.root, as: holder)
      } catch {
        throw CommandFailure(
          .missingInput, error.description,
          help: "devtool keeps its runs in .devtool; make it writable.")
      }
      switch attempt {
      case .locked(let lock, let abandoned):
        return (lock, abandoned.map { RunRequest.notes(on: $0, root: workspace.root) } ?? [])
      case .held(let other):
        let who = other.map { "'\($0.command)' (pid \($0.pid))" } ?? "another run"
        if !waitsForCheckout {
          throw CommandFailure(
            .tryAgain, "this checkout is in use by \(who)",
            help: "Try again when it has ended, or omit --no-wait to wait for it.")
        }
        if !hasToldOfWaiting, display.detail != .quiet {
          StandardOutput.message("Waiting for \(who), which uses this checkout.")
        }
        hasToldOfWaiting = true
        usleep(50_000)
        if let signal = cancellation.signal { throw CommandFailure(.cancelled(signal: signal)) }
      }
    }
  }

  /// The processes that a killed run left.
  private static func notes(on abandoned: CheckoutLock.Holder, root: String) -> [String] {
    let survivors = survivors(ofRun: abandoned.runID, in: root)
    if survivors.isEmpty { return [] }
    return [
      "The run \(abandoned.runID) was killed and left processes running: "
        + "\(survivors.joined(separator: ", "))."
    ]
  }
}
