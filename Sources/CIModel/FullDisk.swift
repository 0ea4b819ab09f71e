extension StepResult {
  /// Records a full disk as the reason of a failure: alone, or after failed tests, because these
  /// may only print the words.
  ///
  /// - Parameter problem: A lowercase fragment, such as `no space is left for its log`.
  package mutating func blame(
    fullDisk problem: String, _ tests: [TestCase], _ diagnostics: inout [Diagnostic]
  ) {
    guard status == .failed || status == .timedOut else { return }
    // The exit status of a process that cannot write is not informative.
    let isReason =
      status == .timedOut || tests.contains { $0.failsTheRun && $0.outcome != .notRun }
    reason = (isReason ? reason.map { "\($0); " } ?? "" : "") + problem
    for index in diagnostics.indices { diagnostics[index].leaveOutBugReport() }
  }
}

extension Diagnostic {
  /// Replaces swiftc's request for a bug report, which it prints for any cause of a crash.
  fileprivate mutating func leaveOutBugReport() {
    guard
      let start = message.firstRange(of: "; please submit a bug report")?.lowerBound
    else { return }
    message = message[..<start] + ": no space is left on the disk"
  }
}
