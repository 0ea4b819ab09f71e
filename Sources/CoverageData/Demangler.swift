import FileSystem
import ProcessExecution
import SwiftPackage

/// Turns names of symbols into what the source calls them, with the toolchain's `swift-demangle`; `swift demangle`,
/// which takes three times as long to start, stands in for it.
struct Demangler {
  var toolchain: Toolchain
  var launcher: ProcessLauncher

  /// The readable name of each; one that is no mangled name stays what it is.
  ///
  /// - Parameter workDirectory: Exists; a file with the names is left in it.
  func names(
    _ symbols: Set<String>, workDirectory: String
  ) throws(CoverageError) -> [String: String] {
    let sorted = symbols.filter { !$0.utf8.contains(UInt8(ascii: "\n")) }.sorted()
    guard !sorted.isEmpty else { return [:] }
    let file = "\(workDirectory)/symbols.txt"
    try WorkFiles.write(sorted.map { $0 + "\n" }.joined(), to: file)
    // There may be more of them than arguments can hold.
    let own = "\(toolchain.llvmCov.parentFolder)/swift-demangle"
    let (tool, command) = mayExecute(own) ? (own, "") : (toolchain.swift, " demangle")
    let script = "exec \"$0\"\(command) -simplified -compact < \"$1\""
    let answer: ProcessLauncher.Capture
    do {
      answer = try launcher.capture(
        Invocation("/bin/sh", ["-c", script, tool, file]))
    } catch {
      throw .toolNotStarted(error)
    }
    let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false)
    guard answer.termination == .exited(0), lines.count >= sorted.count else {
      throw .toolFailed(
        command: "swift demangle", termination: answer.termination,
        message: answer.errorText.split(separator: "\n").first.map(String.init) ?? "")
    }
    return Dictionary(zip(sorted, lines.map(String.init))) { first, _ in first }
  }
}
