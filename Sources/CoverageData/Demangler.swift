import FileSystem
import ProcessExecution
import SwiftPackage

/// Demangles names with the toolchain's `swift-demangle`, or with `swift demangle`, which takes
/// three times as long to start, if that is missing.
struct Demangler {
  var toolchain: Toolchain
  var launcher: ProcessLauncher

  /// The readable form of each name; names that are not mangled stay unchanged.
  ///
  /// - Parameter workDirectory: An existing folder; a file with the names remains in it.
  func names(
    _ symbols: Set<String>, workDirectory: String
  ) throws(CoverageError) -> [String: String] {
    let sorted = symbols.filter { !$0.utf8.contains(UInt8(ascii: "\n")) }.sorted()
    guard !sorted.isEmpty else { return [:] }
    let file = "\(workDirectory)/symbols.txt"
    try WorkFiles.write(sorted.map { $0 + "\n" }.joined(), to: file)
    // The names may exceed the limit for arguments.
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
