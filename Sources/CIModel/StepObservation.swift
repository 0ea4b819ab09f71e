/// What was seen of a step beside its results; policies judge it.
package enum StepObservation: Hashable, Sendable {
  /// Its tests left files behind.
  case leftovers(Leftovers)
  /// A test reached for the network.
  case network(NetworkUse)
  /// The quarantine file, or one of its tests, wants attention.
  case quarantine(QuarantineProblem)
  /// A pattern of `tests.serial` that no test matches.
  case unusedSerialPattern(String)
  /// It passed and made nothing of what `artifacts` names.
  case missingArtifact(MissingArtifact)
}

/// Files that appeared, changed or went while the tests of a step ran.
package struct Leftovers: Hashable, Sendable {
  /// Those that are shown, sorted by place and path.
  package var files: [File]
  /// How many more there are.
  package var others: Int

  package init(_ files: [File], others: Int = 0) {
    self.files = files
    self.others = others
  }

  package struct File: Hashable, Sendable {
    /// Relative to its place.
    package var path: String
    package var change: Change
    package var place: Place
    /// Ids of the tests that ran when it happened; `nil` where the time is not known.
    package var tests: [String]?

    package init(_ path: String, _ change: Change, in place: Place, tests: [String]?) {
      self.path = path
      self.change = change
      self.place = place
      self.tests = tests
    }
  }

  package enum Change: Hashable, Sendable {
    case added
    case changed
    case deleted
  }

  package enum Place: Hashable, Sendable {
    case checkout
    /// The home folder that only this run has.
    case privateHome
    case home
  }
}

/// A try to reach something beyond loopback.
package struct NetworkUse: Hashable, Sendable {
  /// What was wanted, such as `93.184.216.34:443`.
  package var address: String
  /// Ids of the tests that ran just then in the process; one of them did it.
  package var tests: [String]
  /// The id of the test that had ended last when none ran.
  package var after: String?
  /// It was kept from the network, and where one test did it, that test has failed.
  package var isDenied: Bool

  package init(_ address: String, tests: [String], after: String? = nil, isDenied: Bool) {
    self.address = address
    self.tests = tests
    self.after = after
    self.isDenied = isDenied
  }
}

/// What is wrong with the quarantine file or out of date in it.
package enum QuarantineProblem: Hashable, Sendable {
  /// - Parameters:
  ///   - reason: A lowercase fragment.
  ///   - help: One imperative sentence.
  case unreadable(reason: String, help: String)
  case malformed(line: Int, reason: String)
  /// - Parameter near: The test whose name comes nearest.
  case unknownTest(String, line: Int, near: String?)
  /// - Parameter until: The last day, `2026-10-02`.
  case expired(String, line: Int, until: String)
  case passesAgain(String, line: Int, passes: Int)
}

/// A glob or report of `artifacts` that found no file.
package struct MissingArtifact: Hashable, Sendable {
  package var step: String
  package var glob: String
  /// `junit`; `nil` for a file that is only kept.
  package var reportFormat: String?

  package init(step: String, glob: String, reportFormat: String? = nil) {
    self.step = step
    self.glob = glob
    self.reportFormat = reportFormat
  }
}
