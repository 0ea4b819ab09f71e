extension Coverage {
  /// Coverage of the lines that a change added or rewrote.
  ///
  /// A changed line counts when it holds code that can run; it is covered when that code ran.
  package struct Patch: Codable, Hashable, Sendable {
    /// The changed lines that count, each once whatever `metric` says.
    package var lines: Ratio
    /// Files with lines that count, sorted by path.
    package var files: [PatchFile]
    /// What the change is compared with, such as `origin/main`.
    package var base: String?
    /// All added lines of all files, whether they count or not.
    package var addedLines: Int?
    /// Added lines that do not count, by reason, sorted; `lines.covered` is always 0.
    package var notCounted: [Exclusion]?
    /// Changed sources that the data says nothing about, sorted by path.
    package var unmeasured: [UnmeasuredFile]?
    /// Why there is nothing to count: a lowercase fragment; `nil` when lines count.
    package var explanation: String?
    /// Why the numbers prove nothing, such as data that is older than the sources: a lowercase
    /// fragment. No requirement is met then.
    package var problem: String?
    /// What to do about `problem`: one imperative sentence.
    package var help: String?

    package init(lines: Ratio, files: [PatchFile]) {
      self.lines = lines
      self.files = files
    }

    /// Which added lines do not count: `5 outside of functions, 2 in other files`; `nil` when all do.
    package var notCountedWords: String? {
      guard let notCounted, !notCounted.isEmpty else { return nil }
      return notCounted.map { "\($0.lines.count) \(Self.words($0.reason))" }
        .joined(separator: ", ")
    }

    private static func words(_ reason: String) -> String {
      switch reason {
      case "no code": "outside of functions"
      case "no sources": "in other files"
      case "tests": "in tests"
      case "whitespace": "where only white space differs"
      case "comments": "blank or comments"
      case "no data": "in sources without data"
      case "dependencies": "in dependencies"
      case "outside": "outside of the package"
      default: reason
      }
    }

    /// Whether the change has anything to cover, or the policy wants to know; on the base itself it
    /// has not.
    package func isWorthShowing(for policy: CoveragePolicy) -> Bool {
      addedLines ?? 0 > 0 || !files.isEmpty || policy.requiresPatch
    }
  }

  package struct PatchFile: Codable, Hashable, Sendable {
    package var path: String
    package var lines: Ratio
    package var uncoveredLines: [[Int]]
    /// Changed lines that ran and hold a region that did not.
    package var partialLines: [Int]?

    package init(
      path: String, lines: Ratio, uncoveredLines: [[Int]], partialLines: [Int]? = nil
    ) {
      self.path = path
      self.lines = lines
      self.uncoveredLines = uncoveredLines
      self.partialLines = partialLines
    }
  }

  /// A changed source file without coverage data.
  package struct UnmeasuredFile: Codable, Hashable, Sendable {
    package enum Reason: String, Codable, Hashable, Sendable {
      /// Its target was measured and it holds no code that can run, such as protocols only.
      case noCode
      /// Its target is in none of the measured binaries.
      case notBuilt
      /// It belongs to no target of the package.
      case noTarget
      /// The data came without a package description and does not name the file.
      case unknown
    }

    package var path: String
    package var addedLines: Int
    package var reason: Reason

    package init(path: String, addedLines: Int, reason: Reason) {
      self.path = path
      self.addedLines = addedLines
      self.reason = reason
    }
  }
}
