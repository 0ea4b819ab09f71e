/// An observation about a step in addition to its results; policies judge it.
package enum StepObservation: Hashable, Sendable {
  /// Its tests left files behind.
  case leftovers(Leftovers)
  /// A test tried to use the network.
  case network(NetworkUse)
  /// A problem of the quarantine file or of one of its entries.
  case quarantine(QuarantineProblem)
  /// A pattern of `tests.serial` that no test matches.
  case unusedSerialPattern(String)
  /// The step passed without creating a file that `artifacts` names.
  case missingArtifact(MissingArtifact)
}

/// Files that were created, changed or deleted while the tests of a step ran.
package struct Leftovers: Hashable, Sendable {
  /// The listed files, sorted by place and path.
  package var files: [File]
  /// The number of files that are not listed.
  package var others: Int

  package init(_ files: [File], others: Int = 0) {
    self.files = files
    self.others = others
  }

  package struct File: Hashable, Sendable {
    /// The path relative to `place`.
    package var path: String
    package var change: Change
    package var place: Place
    /// Ids of the tests that ran at the time of the change; `nil` when the time is not known.
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
    /// The private home folder of the run.
    case privateHome
    case home
  }
}

/// An attempt to connect to an address beyond loopback.
package struct NetworkUse: Hashable, Sendable {
  /// The destination, such as `93.184.216.34:443`.
  package var address: String
  /// Ids of the tests that ran in the process at that time; one of them made the attempt.
  package var tests: [String]
  /// The id of the test that had ended last, when none was running.
  package var after: String?
  /// Whether the connection was denied; if it is known which test made the attempt, that test has
  /// failed.
  package var isDenied: Bool

  package init(_ address: String, tests: [String], after: String? = nil, isDenied: Bool) {
    self.address = address
    self.tests = tests
    self.after = after
    self.isDenied = isDenied
  }
}

/// A problem of the quarantine file, or an outdated entry.
package enum QuarantineProblem: Hashable, Sendable {
  /// - Parameters:
  ///   - reason: A lowercase fragment.
  ///   - help: One imperative sentence.
  case unreadable(reason: String, help: String)
  case malformed(line: Int, reason: String)
  /// - Parameter near: The test with the most similar name.
  case unknownTest(String, line: Int, near: String?)
  /// - Parameter until: The last day, `2026-10-02`.
  case expired(String, line: Int, until: String)
  case passesAgain(String, line: Int, passes: Int)
}

/// A glob or report of `artifacts` that matched no file.
package struct MissingArtifact: Hashable, Sendable {
  package var step: String
  package var glob: String
  /// The format of the report, such as `junit`; `nil` for a file that is only kept.
  package var reportFormat: String?

  package init(step: String, glob: String, reportFormat: String? = nil) {
    self.step = step
    self.glob = glob
    self.reportFormat = reportFormat
  }
}
