extension Coverage {
  /// Coverage of the lines that a change added or rewrote.
  ///
  /// A changed line counts when it contains executable code; it is covered when that code ran.
  package struct Patch: Codable, Hashable, Sendable {
    /// The changed lines that count, each once whatever the value of `metric`.
    package var lines: Ratio
    /// Files with lines that count, sorted by path.
    package var files: [PatchFile]
    /// The ref that the change is compared with, such as `origin/main`.
    package var base: String?
    /// All added lines of all files, whether they count or not.
    package var addedLines: Int?
    /// Added lines that do not count, by reason, sorted; `lines.covered` is always 0.
    package var notCounted: [Exclusion]?
    /// Changed source files that are missing in the coverage data, sorted by path.
    package var unmeasured: [UnmeasuredFile]?
    /// Why no line counts: a lowercase fragment; `nil` when lines count.
    package var explanation: String?
    /// Why the numbers are not reliable, such as data that is older than the sources: a lowercase
    /// fragment. No requirement is met then.
    package var problem: String?
    /// How to solve `problem`: one imperative sentence.
    package var help: String?

    package init(lines: Ratio, files: [PatchFile]) {
      self.lines = lines
      self.files = files
    }

    /// The added lines that do not count, such as `5 outside of functions, 2 in other files`; `nil`
    /// when all count.
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
      case "not built": "behind `#if` and not built"
      case "dependencies": "in dependencies"
      case "outside": "outside of the package"
      default: reason
      }
    }

    /// Whether the change adds lines or the policy has requirements for a patch; a run on the base
    /// itself adds none.
    package func isWorthShowing(for policy: CoveragePolicy) -> Bool {
      addedLines ?? 0 > 0 || !files.isEmpty || policy.requiresPatch
    }
  }

  package struct PatchFile: Codable, Hashable, Sendable {
    package var path: String
    package var lines: Ratio
    package var uncoveredLines: [[Int]]
    /// Changed lines that ran and contain a region that did not.
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

  /// A changed source file without coverage data, or with changed lines without any.
  package struct UnmeasuredFile: Codable, Hashable, Sendable {
    package enum Reason: String, Codable, Hashable, Sendable {
      /// Its target was measured and the file contains no executable code, such as protocols only.
      case noCode
      /// Its target is in none of the measured binaries.
      case notBuilt
      /// The lines are behind `#if`, in functions that the measured build left out.
      case leftOut
      /// It belongs to no target of the package.
      case noTarget
      /// The data came without a package description and does not contain the file.
      case unknown
    }

    package var path: String
    /// The number of added lines without data.
    package var addedLines: Int
    package var reason: Reason

    package init(path: String, addedLines: Int, reason: Reason) {
      self.path = path
      self.addedLines = addedLines
      self.reason = reason
    }
  }
}
