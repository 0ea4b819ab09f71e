/// The lines that each test ran, measured in one run of all tests, with the state of the sources at
/// that time.
package struct TestLines: Hashable, Sendable {
  /// The origin of the data.
  package struct Origin: Hashable, Sendable {
    /// The id of the run that measured it.
    package var runID: String
    /// ISO 8601, UTC.
    package var measuredAt: String
    /// The compiler and the system that the tests were built with.
    package var toolchain: String
    /// The step's settings for building and running that affect results.
    package var configuration: String

    package init(runID: String, measuredAt: String, toolchain: String, configuration: String) {
      self.runID = runID
      self.measuredAt = measuredAt
      self.toolchain = toolchain
      self.configuration = configuration
    }
  }

  /// A Swift source of the package.
  package struct File: Hashable, Sendable {
    /// Relative to the repository root.
    package var path: String
    /// The target of the file.
    package var target: String
    package var isTest: Bool
    /// The text that was compiled.
    package var text: [UInt8]
    /// Executable lines, sorted; empty for a file without code, and for one that was not linked.
    package var executableLines: [ClosedRange<Int>] = []
    /// The bodies of functions and accessors that are not inside another one, sorted.
    package var bodies: [Body] = []

    package init(path: String, target: String, isTest: Bool, text: [UInt8]) {
      self.path = path
      self.target = target
      self.isTest = isTest
      self.text = text
    }
  }

  /// The position of a function's body, including its braces.
  package struct Body: Hashable, Sendable {
    /// 1-based; columns count bytes.
    package var startLine: Int
    package var startColumn: Int
    package var endLine: Int
    /// The column after the last character.
    package var endColumn: Int

    package var lines: ClosedRange<Int> { startLine...max(startLine, endLine) }
  }

  /// Lines that a test ran in one file.
  package struct Part: Hashable, Sendable {
    /// The index in `files`.
    package var file: Int
    /// The index in `lineSets`.
    package var lines: Int
  }

  package struct Test: Hashable, Sendable {
    package var id: String
    /// Sorted by file.
    package var parts: [Part]
    /// Whether all executed lines are known: no process died and lost its counts.
    package var isComplete: Bool
  }

  package var origin: Origin
  /// Sorted by path.
  package var files: [File]
  /// All other files of the repository: a digest of the content by path.
  package var others: [String: String]
  /// Sets of sorted lines without duplicates, because many tests run the same lines of a file.
  package var lineSets: [[ClosedRange<Int>]]
  /// Sorted by id.
  package var tests: [Test]

  package init(
    origin: Origin, files: [File], others: [String: String], lineSets: [[ClosedRange<Int>]],
    tests: [Test]
  ) {
    self.origin = origin
    self.files = files
    self.others = others
    self.lineSets = lineSets
    self.tests = tests
  }

  package func position(of path: String) -> Int? {
    var low = 0
    var high = files.count
    while low < high {
      let middle = (low + high) / 2
      if files[middle].path < path { low = middle + 1 } else { high = middle }
    }
    return low < files.count && files[low].path == path ? low : nil
  }

  /// Lines that a test ran in a file, sorted.
  package func lines(of test: Test, in file: Int) -> [ClosedRange<Int>] {
    test.parts.first { $0.file == file }.map { lineSets[$0.lines] } ?? []
  }

  /// The tests that ran any of the lines of a file, in order; `nil` means any line of the file.
  package func tests(running lines: ClosedRange<Int>?, in file: Int) -> [Test] {
    tests.filter { test in
      let own = self.lines(of: test, in: file)
      guard let lines else { return !own.isEmpty }
      return own.contains { $0.overlaps(lines) }
    }
  }

  /// The lines of a file that only one test ran, sorted.
  package func linesOnly(by id: String, in file: Int) -> [ClosedRange<Int>] {
    var counts: [Int: Int] = [:]
    var own: Set<Int> = []
    for test in tests {
      for line in self.lines(of: test, in: file).lazy.joined() {
        counts[line, default: 0] += 1
        if test.id == id { own.insert(line) }
      }
    }
    return Array(compressing: own.filter { counts[$0] == 1 }.sorted())
  }
}

extension [ClosedRange<Int>] {
  /// Creates ranges from sorted numbers.
  package init(compressing numbers: some Sequence<Int>) {
    self = []
    for number in numbers {
      if let last, last.upperBound + 1 == number {
        self[count - 1] = last.lowerBound...number
      } else if last?.contains(number) != true {
        append(number...number)
      }
    }
  }
}
