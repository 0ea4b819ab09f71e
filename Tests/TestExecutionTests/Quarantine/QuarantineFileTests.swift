import CIModel
import FileSystem
import Foundation
import RunHistory
import TestExecution
import TestSupport
import Testing

@Suite struct QuarantineFileTests {
  private let scratch: ScratchDirectory
  private let name = "ci/quarantine.txt"
  private let now = Timestamp(secondsSinceEpoch: 1_795_651_200 + 3_600)  // 2026-11-26

  init() throws { scratch = try ScratchDirectory() }

  private func file(
    refusal: String? = nil, named name: String? = "ci/quarantine.txt"
  ) throws(QuarantineFile.Problem) -> QuarantineFile {
    var policy = TestPolicy()
    policy.quarantine = name
    return try QuarantineFile(
      policy, root: scratch.path, checkout: scratch.path, on: now, refusal: { _ in refusal })
  }

  /// The message and the help of what is refused; `nil` when nothing is.
  private func problem(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      guard let problem = error as? QuarantineFile.Problem else { return "\(error)" }
      let text = "\(problem.exitCode.status) \(problem.message)"
      return text + (problem.help.map { "; \($0)" } ?? "")
    }
  }

  @Test func addMakesTheFileAndKeepsWhatIsThere() throws {
    let known: Set<String> = ["M.A/one", "M.A/two"]
    let first = try file().add(["M.A/one"], reason: " late ", known: known)
    #expect(first.text == "ci/quarantine.txt:1: M.A/one  # 2026-11-26: late\n")
    #expect(first.warnings == [])
    #expect(try scratch.read(name) == "M.A/one  # 2026-11-26: late\n")

    try scratch.write("# é\r\nM.A/one # late", to: name)
    let second = try file().add(["M.A/tow", "M.z"], reason: "r # 2", days: 30, known: known)
    #expect(
      second.text == """
        ci/quarantine.txt:3: M.A/tow  # 2026-11-26, until 2026-12-26: r # 2
        ci/quarantine.txt:4: M.z  # 2026-11-26, until 2026-12-26: r # 2

        """)
    #expect(
      second.warnings == [
        "the newest run has no test 'M.A/tow'; did you mean 'M.A/two'?",
        "the newest run has no test 'M.z'",
      ])
    #expect(
      try scratch.read(name)
        == "# é\r\nM.A/one # late\r\nM.A/tow  # 2026-11-26, until 2026-12-26: r # 2\r\n"
        + "M.z  # 2026-11-26, until 2026-12-26: r # 2\r\n")
    // Without a run nothing is unknown.
    #expect(
      try file().add(["M.y"], reason: "r", until: "2026-11-26", known: nil).warnings == [])
  }

  @Test(
    arguments: [
      (["M.A/one"], "r", nil, nil, "64 'M.A/one' is already on line 2 of ci/quarantine.txt"),
      (["n", "n"], "r", nil, nil, "64 'n' is already on line 3 of ci/quarantine.txt"),
      (["a#b"], "r", nil, nil, "64 'a#b' and its reason do not form a valid line"),
      ([" a"], "r", nil, nil, "64 ' a' and its reason"), ([""], "r", nil, nil, "64 '' and"),
      (["a\nb # x"], "r", nil, nil, "64 'a\nb # x' and its reason"),
      (["a"], "r\rM.B/x # y", nil, nil, "64 'a' and its reason"),
      (["a"], "r\u{2028}M.B/x # y", nil, nil, "64 'a' and its reason"),
      (["a"], " ", nil, nil, "64 'a' and its reason"),
      (["a"], "r", "2026-11-25", nil, "64 --until takes a day not before 2026-11-26"),
      (["a"], "r", "2027-02-29", nil, "64 --until takes a day"),
      (["a"], "r", "soon", nil, "64 --until takes a day"),
      (["a"], "r", nil, 0, "64 --days takes a number from 1 to 3650, not 0"),
      (["a"], "r", nil, .max, "64 --days takes a number"),
      (["a"], "r", "2026-12-01", 3, "64 --until and --days cannot be combined"),
    ] as [([String], String, String?, Int?, String)])
  func addRefusesWhatIsNoEntry(
    ids: [String], reason: String, until: String?, days: Int?, message: String
  ) throws {
    let text = "\nM.A/one # late\n"
    try scratch.write(text, to: name)
    let found = problem {
      _ = try file().add(ids, reason: reason, until: until, days: days, known: nil)
    }
    #expect(found?.hasPrefix(message) == true, "\(found ?? "-")")
    #expect(try scratch.read(name) == text)
  }

  @Test func removeTakesAllOrNothing() throws {
    let text = "# head\n\nM.A/one # late\n# why\nM.A/two # 2026-10-01: late\n"
    try scratch.write(text, to: name)
    #expect(
      problem { _ = try file().remove(["M.A/one", "M.A/tow"]) }
        == "64 ci/quarantine.txt has no test 'M.A/tow'; Did you mean 'M.A/two'?")
    #expect(
      problem { _ = try file().remove(["else"]) }
        == "64 ci/quarantine.txt has no test 'else'; Run `devtool quarantine list` to see its tests."
    )
    #expect(try scratch.read(name) == text)
    #expect(
      try file().remove(["M.A/two"])
        == "ci/quarantine.txt: removed 1 line\n  M.A/two # 2026-10-01: late\n")
    #expect(try scratch.read(name) == "# head\n\nM.A/one # late\n")
  }

  @Test func expireRemovesWhatHasPassed() throws {
    let text = """
      a # until 2026-11-25: yesterday
      b # until 2026-11-26: today
      c # 2020-01-01: no end
      d # 2020-01-01, until 2020-02-01: long ago

      """
    try scratch.write(text, to: name)
    let lines = "  a # until 2026-11-25: yesterday\n  d # 2020-01-01, until 2020-02-01: long ago\n"
    #expect(try file().expire(isShown: true) == "\(name): would remove 2 lines\n\(lines)")
    #expect(try scratch.read(name) == text)
    #expect(try file().expire(isShown: false) == "\(name): removed 2 lines\n\(lines)")
    #expect(try scratch.read(name) == "b # until 2026-11-26: today\nc # 2020-01-01: no end\n")
    #expect(try file().expire(isShown: false) == "\(name): no test has expired\n")
  }

  @Test func theListSaysHowTestsDid() throws {
    try scratch.write("a # until 2026-11-28: x\n\nb # 2026-01-01, until 2026-11-24: y\nc", to: name)
    var history = RunHistory()
    for index in 0..<3 { history.runs.append(HistoryRun(.sample(.passed, id: "run-\(index)"))) }
    history.series = [
      TestSeries(
        id: "a", scope: "debug",
        points: [
          .init(run: 0, outcome: .passed, seconds: 1), .init(run: 2, outcome: .failed, seconds: 1),
        ]),
      TestSeries(id: "a", scope: "release", points: [.init(run: 1, outcome: .crashed, seconds: 1)]),
      TestSeries(
        id: "b", scope: "debug",
        points: [
          .init(run: 0, outcome: .passed, seconds: 1),
          .init(run: 2, outcome: .passed, seconds: 1, isPart: true),
        ]),
    ]
    let tests = try #require(try file().trends(in: history).quarantine)
    #expect(tests.map(\.test) == ["a", "b", "c"])
    #expect(tests.map(\.line) == [1, 3, 4])
    #expect(tests.map(\.daysLeft) == [2, -2, nil])
    #expect(tests.map(\.isKnown) == [true, false, false])
    #expect(tests.map(\.outcomes) == [[.passed, .crashed, .failed], [.passed, .passed], []])
    // A part of the tests tells nothing of the others.
    #expect(try file().trends(in: RunHistory()).quarantine?.map(\.isKnown) == [nil, nil, nil])
  }

  @Test func whatCannotBeReadIsNamed() throws {
    #expect(
      problem { _ = try file(named: nil) }?.hasPrefix("78 `tests` in .ci.yml sets no") == true)
    #expect(
      problem { _ = try file(refusal: "it is a link") }
        == "69 it is a link; Use a regular file of the repository.")
    for edit in [
      { _ = try $0.remove(["a"]) }, { _ = try $0.expire(isShown: true) },
      { _ = try $0.trends(in: RunHistory()) },
    ] as [(QuarantineFile) throws -> Void] {
      let missing = problem { try edit(file()) }
      #expect(missing?.hasPrefix("69 the file 'ci/quarantine.txt' does not exist") == true)
    }
    try scratch.write(Data([0x61, 0x20, 0x23, 0xFF, 0x0A]), to: name)
    #expect(problem { _ = try file() }?.hasPrefix("69 cannot read") == true)
    try scratch.write(Data(repeating: 0x0A, count: 4 << 20 + 1), to: name)
    #expect(problem { _ = try file() }?.hasSuffix("it is endless or larger than 4 MiB") == true)
    try FileManager.default.removeItem(atPath: "\(scratch.path)/\(name)")
    try FileManager.default.createDirectory(
      atPath: "\(scratch.path)/\(name)", withIntermediateDirectories: true)
    #expect(problem { _ = try file() }?.contains("not a file") == true)
  }

  @Test(arguments: ["other.txt", "missing.txt"])
  func aLinkIsNotWritten(target: String) throws {
    try scratch.write("a # until 2020-01-01: x\n", to: "ci/other.txt")
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/\(name)", withDestinationPath: target)
    let found = problem { _ = try file().add(["b"], reason: "r", known: nil) }
    #expect(found?.hasPrefix("69 cannot") == true, "\(found ?? "-")")
    #expect(linkTarget("\(scratch.path)/\(name)") == target)
    #expect(try scratch.read("ci/other.txt") == "a # until 2020-01-01: x\n")
  }
}
