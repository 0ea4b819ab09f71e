import CIModel
import RunHistory

/// The texts of the history, each stored once; rows refer to them by number.
struct HistoryNames {
  private let database: Database
  /// Texts by number; a deleted text is empty.
  private(set) var texts: [String] = []
  private var numbers: [String: Int] = [:]
  /// The maximum number of texts. Further ones get no number: something writes a new one in each
  /// run.
  private static let most = 1_000_000

  init(_ database: Database) throws(HistoryError) {
    self.database = database
    var texts: [String] = []
    var numbers: [String: Int] = [:]
    try database.query("SELECT name, text FROM history_names ORDER BY name LIMIT \(Self.most)") {
      row in
      let number = Int(clamping: row.integer(0))
      guard number >= texts.count, number < Self.most else { return }
      while texts.count < number { texts.append("") }
      texts.append(row.text(1))
      numbers[texts[number]] = number
    }
    (self.texts, self.numbers) = (texts, numbers)
  }

  /// Returns the number of a text, and adds the text when it is new; `nil` when there are too many.
  mutating func number(of text: String) throws(HistoryError) -> Int? {
    if let known = numbers[text] { return known }
    guard texts.count < Self.most else { return nil }
    let number = texts.count
    try database.query(
      "INSERT INTO history_names (name, text) VALUES (?, ?)",
      [.integer(Int64(number)), .text(text)])
    texts.append(text)
    numbers[text] = number
    return number
  }
}

/// Packs the tests of a step. For each test: the difference of its name's number to the previous
/// one, its outcome (plus 16 when it was flaky), its attempts, and its microseconds plus 1, or 0
/// when they are unknown.
enum PackedTests {
  /// The indexes are stored on disk: append new outcomes at the end.
  private static let outcomes: [TestOutcome] = [
    .passed, .failed, .skipped, .cancelled, .crashed, .timedOut, .unfinished, .notRun, .notTold,
  ]
  /// Durations of up to a month; anything else is a mistake.
  static let possibleSeconds = 0...2_600_000.0

  struct Test {
    /// The index of the outcome, plus 16 when the test was flaky.
    fileprivate var code: Int
    /// Microseconds plus 1; 0 when they are unknown.
    fileprivate var time: Int
    var attempts: Int

    var outcome: TestOutcome { outcomes[code & 15] }
    var isFlaky: Bool { code & 16 != 0 }
    var seconds: Float? { time == 0 ? nil : Float(time - 1) / 1e6 }
    /// Whether the test passed and was not flaky.
    var passed: Bool { code == 0 }
    var passedAtOnce: Bool { passed && attempts == 1 && time > 0 }
  }

  static func pack(
    _ tests: [HistoryRun.Test], _ names: inout HistoryNames
  ) throws(HistoryError) -> [UInt8] {
    var numbered: [(name: Int, test: HistoryRun.Test)] = []
    for test in tests {
      if let name = try names.number(of: test.id) { numbered.append((name, test)) }
    }
    numbered.sort { $0.name < $1.name }
    var packed = PackedNumbers()
    var last = 0
    for (name, test) in numbered {
      packed.append(name - last)
      last = name
      packed.append((outcomes.firstIndex(of: test.outcome) ?? 0) + (test.isFlaky ? 16 : 0))
      packed.append(test.attempts)
      let seconds = test.seconds.flatMap { possibleSeconds.contains($0) ? $0 : nil }
      packed.append(seconds.map { Int(($0 * 1e6).rounded()) + 1 } ?? 0)
    }
    return packed.bytes
  }

  /// - Parameter names: The number of names; reading stops at a test with a higher number.
  static func read(
    _ bytes: UnsafeRawBufferPointer, _ names: Int, _ onTest: (_ name: Int, Test) -> Void
  ) {
    var reader = PackedNumbers.Reader(bytes)
    let known = outcomes.count
    var name = 0
    while let distance = reader.next(), let code = reader.next(), let attempts = reader.next(),
      let time = reader.next()
    {
      guard distance < names - name, code & 15 < known else { return }
      name += distance
      onTest(name, Test(code: code, time: time, attempts: attempts))
    }
  }
}

/// Packs the covered lines of each file: the number of its path, its covered lines, its counted
/// lines.
enum PackedCoverage {
  static func pack(
    _ coverage: [String: Coverage.Ratio], _ names: inout HistoryNames
  ) throws(HistoryError) -> [UInt8] {
    var packed = PackedNumbers()
    for (path, lines) in coverage.sorted(by: { $0.key < $1.key }) {
      guard let name = try names.number(of: path) else { continue }
      for number in [name, lines.covered, lines.count] { packed.append(number) }
    }
    return packed.bytes
  }

  static func read(
    _ bytes: UnsafeRawBufferPointer, _ names: [String]
  ) -> [String: Coverage.Ratio] {
    var reader = PackedNumbers.Reader(bytes)
    var coverage: [String: Coverage.Ratio] = [:]
    while let name = reader.next(), let covered = reader.next(), let count = reader.next() {
      guard names.indices.contains(name) else { break }
      coverage[names[name]] = Coverage.Ratio(covered: covered, count: count)
    }
    return coverage
  }
}

/// Packs warnings: the numbers of kind, file (plus 1, 0 without a file) and message, and the count.
enum PackedWarnings {
  static func pack(
    _ warnings: [HistoryRun.Warning], _ names: inout HistoryNames
  ) throws(HistoryError) -> [UInt8] {
    var packed = PackedNumbers()
    for warning in warnings {
      guard let kind = try names.number(of: warning.kind),
        let message = try names.number(of: warning.message)
      else { continue }
      var file = 0
      if let path = warning.file, let name = try names.number(of: path) { file = name + 1 }
      for number in [kind, file, message, warning.count] { packed.append(number) }
    }
    return packed.bytes
  }

  static func read(_ bytes: UnsafeRawBufferPointer, _ names: [String]) -> [HistoryRun.Warning] {
    var reader = PackedNumbers.Reader(bytes)
    var warnings: [HistoryRun.Warning] = []
    while let kind = reader.next(), let file = reader.next(), let message = reader.next(),
      let count = reader.next()
    {
      guard names.indices.contains(kind), file <= names.count, names.indices.contains(message)
      else { break }
      warnings.append(
        HistoryRun.Warning(
          kind: names[kind], file: file > 0 ? names[file - 1] : nil, message: names[message],
          count: count))
    }
    return warnings
  }
}
