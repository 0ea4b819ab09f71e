package import CIModel
import ProcessExecution

/// Attributes network accesses to tests.
package struct NetworkCharges {
  /// An access, and the tests that may have made it; no tests when none ran in the process at that
  /// moment.
  private struct Charge: Hashable {
    var text: String
    var tests: [String]
    /// The test that had ended last, if none was running.
    var after: String?
    /// All tests of the process.
    var companions: [String] = []
  }

  /// How long before a test an access may belong to it: XCTest reports the start of a test after
  /// the class method `setUp()`.
  private static let preparation = Duration.milliseconds(250)

  /// The accesses without duplicates, sorted by text.
  private var charges: [Charge] = []

  package init(_ processes: [TestTimeline.Process]) {
    var known: Set<Charge> = []
    for process in processes {
      for attempt in process.attempts {
        var charge = Charge(
          text: attempt.text, tests: process.tests(at: attempt.time),
          companions: process.launch.tests)
        if charge.tests.isEmpty {
          charge.tests = process.tests(startingWithin: NetworkCharges.preparation, of: attempt.time)
        }
        if charge.tests.isEmpty {
          charge.after =
            process.spans.filter { ($0.endSeenAt ?? attempt.time) < attempt.time }
            .max { ($0.endSeenAt ?? attempt.time) < ($1.endSeenAt ?? attempt.time) }?.id
        }
        var key = charge
        key.companions = []
        if known.insert(key).inserted { charges.append(charge) }
      }
    }
    charges.sort { $0.text < $1.text }
  }

  /// Tests that ran together when one of them accessed the network.
  package var suspects: Set<String> { Set(charges.filter { $0.tests.count > 1 }.flatMap(\.tests)) }

  /// The maximum number of tests in a process that run alone to find the one responsible.
  private static let mostCompanions = 100

  /// The tests of processes in which several tests may have made an access: a test that prints
  /// XCTest's lines makes others appear to be running.
  package var companions: Set<String> {
    Set(
      charges.filter { $0.tests.count > 1 && $0.companions.count <= Self.mostCompanions }
        .flatMap(\.companions))
  }

  /// Replaces accesses of several possible tests by those that each test made when it ran alone.
  package mutating func narrow(_ alone: NetworkCharges) {
    var narrowed: [Charge] = []
    for charge in charges {
      let culprits = Set(
        alone.charges.filter { $0.text == charge.text && $0.tests.count == 1 }.flatMap(\.tests))
      var found = charge.tests.filter(culprits.contains)
      if found.isEmpty { found = charge.companions.filter(culprits.contains) }
      if charge.tests.count < 2 || found.isEmpty {
        narrowed.append(charge)
      } else {
        narrowed += found.map { Charge(text: charge.text, tests: [$0]) }
      }
    }
    var known: Set<Charge> = []
    charges = narrowed.filter { known.insert($0).inserted }
  }

  /// Marks the tests as failed that accessed the network.
  package func fail(_ tests: inout [TestCase]) {
    let wanted = Dictionary(
      charges.filter { $0.tests.count == 1 }.map { ($0.tests[0], [$0.text]) },
      uniquingKeysWith: { $0 + $1 })
    for index in tests.indices {
      guard let id = tests[index].id, let texts = wanted[id] else { continue }
      tests[index].issues += texts.map { TestIssue("reached out to \($0)") }
      guard !tests[index].outcome.isFailure else { continue }
      tests[index].outcome = .failed
      tests[index].isFlaky = nil
      tests[index].interference = nil
      if let last = tests[index].runs.indices.last { tests[index].runs[last].outcome = .failed }
    }
  }

  /// The accesses, for policies to judge.
  ///
  /// - Parameter isDenied: Whether the tests were denied network access.
  package func uses(isDenied: Bool) -> [NetworkUse] {
    charges.map { charge in
      NetworkUse(charge.text, tests: charge.tests, after: charge.after, isDenied: isDenied)
    }
  }
}
