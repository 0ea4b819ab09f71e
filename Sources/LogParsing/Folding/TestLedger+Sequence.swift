import CIModel

/// Tracks the XCTests of one process, which runs each once, one after the other.
extension TestLedger {
  /// Records a start; returns `false` when, as far as known yet, a test printed the line.
  mutating func startInSequence(_ name: String) -> Bool {
    guard sequence?.planned.contains(name) == true else { return false }
    let position = known(name).flatMap { sequence?.position(of: $0) }
    if let current {
      guard let dispute = sequence?.dispute else { return false }
      guard let position, position > dispute.position else {
        if position == nil {
          sequence?.dispute?.rival = .init(
            name: name, outputMark: cases[current].output.utf8.count)
        }
        return false
      }
      // The test starts now, so its first start was printed by the disputed test.
      settle(dispute)
    } else if position != nil {
      return false
    }
    begin(name)
    return true
  }

  /// Records the end of a test that is not the running one; returns its index, or `nil` when, as
  /// far as known yet, a test printed the line.
  mutating func endInSequence(_ name: String, _ outcome: TestOutcome, seconds: Double?) -> Int? {
    if let dispute = sequence?.dispute, let rival = dispute.rival, let current,
      rival.name == name
    {
      // The output since its start belongs to it.
      let printed = cases[current].output.utf8
      let own = printed.dropFirst(rival.outputMark).drop { $0 != 0x0A }.dropFirst()
      cases[current].output = String(decoding: printed.prefix(rival.outputMark), as: UTF8.self)
      settle(dispute)
      let index = begin(name)
      cases[index].output = String(decoding: own, as: UTF8.self)
      self.current = nil
      close(index, outcome, seconds: seconds)
      return index
    }
    guard let index = known(name), let position = sequence?.position(of: index) else { return nil }
    let dispute = XCTestSequence.Dispute(position: position, outcome: outcome, seconds: seconds)
    guard current == nil else {
      sequence?.dispute = dispute
      return nil
    }
    // No running test could have printed the line.
    settle(dispute)
    return index
  }

  @discardableResult
  private mutating func begin(_ name: String) -> Int {
    let index = xctest(name)
    sequence?.append(index)
    absent.remove(index)
    current = index
    startedXCTests += 1
    return index
  }

  /// Treats the second end of a test as the real one, and everything between both as its output.
  private mutating func settle(_ dispute: XCTestSequence.Dispute) {
    guard let index = sequence?.test(at: dispute.position) else { return }
    sequence?.dispute = nil
    current = nil
    for printed in sequence?.retract(behind: dispute.position) ?? [] {
      let old = cases[printed]
      if let run = old.runs.last { xctest?.remove(run.outcome) }
      cases[index].output += old.output
      cases[printed] = TestCase(printed: old.name, .xctest)
      outputTails[printed] = nil
      absent.insert(printed)
      retracted.append(printed)
      startedXCTests -= 1
    }
    forgetOpen(cases[index].name)
    if let run = cases[index].runs.popLast() { xctest?.remove(run.outcome) }
    close(index, dispute.outcome, seconds: dispute.seconds)
  }
}
