extension StepResult {
  /// Names a full disk as the reason of a failure: alone, or behind tests that failed, which may only print
  /// the words.
  ///
  /// - Parameter problem: A lowercase fragment, such as `no space is left for its log`.
  package mutating func blame(
    fullDisk problem: String, _ tests: [TestCase], _ diagnostics: inout [Diagnostic]
  ) {
    guard status == .failed || status == .timedOut else { return }
    // How a process ends that cannot write tells nothing.
    let isReason =
      status == .timedOut || tests.contains { $0.failsTheRun && $0.outcome != .notRun }
    reason = (isReason ? reason.map { "\($0); " } ?? "" : "") + problem
    for index in diagnostics.indices { diagnostics[index].leaveOutBugReport() }
  }
}

extension Diagnostic {
  /// swiftc asks for a bug report whatever ended it.
  fileprivate mutating func leaveOutBugReport() {
    guard
      let start = message.firstRange(of: "; please submit a bug report")?.lowerBound
    else { return }
    message = message[..<start] + ": no space is left on the disk"
  }
}
