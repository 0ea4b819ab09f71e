import RunStorage
import TestSupport
import Testing

/// What a run may be called on the command line.
struct RunNameTests {
  private static let ids = ["20261120T1-1", "20261120T1-12", "20261121T2-3"]

  /// A virtual machine that resumes can have a clock that is ahead.
  @Test func runsFromTheFutureAreTheOldest() throws {
    let scratch = try ScratchDirectory()
    let now = RunDirectory.newID().id
    for id in ["20200101T000000.000Z-1", "29990101T000000.000Z-1", now] {
      try scratch.write("", to: ".devtool/runs/\(id)/record.json")
    }
    #expect(
      RunDirectory.all(root: scratch.path)
        == ["29990101T000000.000Z-1", "20200101T000000.000Z-1", now])
  }

  @Test(
    arguments: [
      ("20261120T1-1", .id("20261120T1-1")), ("20261120T1-12", .id("20261120T1-12")),
      ("20261121", .id("20261121T2-3")), ("out/record.json", .path("out/record.json")),
      ("record.json", .path("record.json")), ("./20261121", .path("./20261121")),
    ] as [(String, RunName)])
  func finds(name: String, expected: RunName) {
    #expect(RunName(name, among: Self.ids) == expected)
  }

  @Test(arguments: [
    (
      "20261120", ids, "'20261120' matches 2 run ids",
      "Write more characters of one of them: 20261120T1-1, 20261120T1-12."
    ),
    (
      "r", (1...7).map { "r\($0)" }, "'r' matches 7 run ids",
      "Write more characters of one of them: r3, r4, r5, r6, r7 or 2 older."
    ),
    ("20261121T2-4", ids, "there is no run '20261121T2-4'", "Did you mean '20261121T2-3'?"),
    ("", ids, "there is no run ''", "Use one of \(ids.joined(separator: ", "))."),
    ("x", [], "there is no run 'x'", "Run `devtool check` first."),
  ])
  func refuses(name: String, ids: [String], message: String, help: String) {
    #expect(RunName(name, among: ids) == .unknown(message: message, help: help))
  }
}
