/// The tests of a step that the change can affect, which were run, and the others.
package struct TestChoice: Codable, Hashable, Sendable {
  package var step: String
  /// Why all tests ran: a lowercase fragment; `nil` when a part was selected.
  package var everything: String?
  /// The selected tests, sorted by id; empty when all ran.
  package var chosen: [Chosen]
  /// Ids of the tests that were not run because the change does not affect them, sorted.
  package var notRun: [String]

  package struct Chosen: Codable, Hashable, Sendable {
    package var test: String
    /// A phrase that continues "The test": `runs Sources/A.swift:7, which changed`.
    package var reason: String

    package init(test: String, reason: String) {
      self.test = test
      self.reason = reason
    }
  }

  package init(step: String, everything: String?, chosen: [Chosen], notRun: [String]) {
    self.step = step
    self.everything = everything
    self.chosen = chosen
    self.notRun = notRun
  }

  /// Whether the tests were selected, even if none had to be left out.
  package var isPart: Bool { everything == nil }

  /// A summary for the reader in sentences.
  package func notes(step: String) -> [String] {
    if let everything { return ["Step \(step): All tests run: \(everything)."] }
    let all = chosen.count + notRun.count
    var notes = [
      "Step \(step): \(chosen.count) of \(counted(all, "test")) "
        + "\(chosen.count == 1 ? "was" : "were") chosen by the change; "
        + "\(notRun.count) not run: not affected."
    ]
    var groups: [String: Int] = [:]
    for test in chosen { groups[test.reason, default: 0] += 1 }
    let sorted = groups.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
    let shown = 5
    notes += sorted.prefix(shown).map { reason, count in
      "Step \(step): Chosen: \(counted(count, "test")), because \(count == 1 ? "it" : "each") \(reason)."
    }
    if sorted.count > shown {
      notes.append(
        "Step \(step): Chosen: others for \(sorted.count - shown) more reasons; "
          + "`devtool report --format json` has them all.")
    }
    return notes
  }
}
