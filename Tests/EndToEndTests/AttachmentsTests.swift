import Foundation
import TestSupport
import Testing

/// What tests attach, from a real package to the reports of another machine: three values, a snapshot that differs,
/// a crash and a flaky test.
@Suite(.blocking) struct AttachmentsTests {
  private static let secret = "hunter2-hunter2-hunter2"
  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  private static let tests = #"""
    import Foundation
    import Testing

    struct Value: Codable, Attachable {
      var name = "cart"
      var sum = 12
    }

    let png = Data(base64Encoded: "\#(png)")!

    // One after the other: a process that dies takes with it what runs beside.
    @Suite(.serialized) struct CartTests {
      @Test func attachesThree() {
        Attachment.record("token is \(ProcessInfo.processInfo.environment["TOKEN"] ?? "")", named: "note.txt")
        Attachment.record(Value(), named: "value.json")
        Attachment.record([UInt8](png), named: "shot.png")
        Attachment.record([0] + Array((ProcessInfo.processInfo.environment["TOKEN"] ?? "").utf8), named: "raw.bin")
      }

      @Test func snapshot() throws {
        let reference = URL(filePath: #filePath).deletingLastPathComponent()
          .appending(path: "__Snapshots__/CartTests/snapshot.1.png")
        let folder = FileManager.default.temporaryDirectory.appending(path: "CartTests")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let actual = folder.appending(path: "snapshot.1.png")
        try (png + Data([0])).write(to: actual)
        Issue.record(
          """
          Snapshot does not match reference.

          @−
          "file://\(reference.path)"
          @+
          "file://\(actual.path)"

          Newly-taken snapshot does not match reference.
          """)
      }

      @Test func flaky() throws {
        let mark = ProcessInfo.processInfo.environment["MARK"]!
        let isFirst = !FileManager.default.fileExists(atPath: mark)
        FileManager.default.createFile(atPath: mark, contents: nil)
        Attachment.record(isFirst ? "first" : "second", named: "try.txt")
        #expect(!isFirst)
      }

      @Test func crashes() {
        Attachment.record("before the end", named: "last-words.txt")
        fatalError("no cart")
      }
    }
    """#

  @Test func travelWithTheRun() throws {
    let scratch = try ScratchDirectory()
    let package = scratch.path + "/cart"
    let tool = try BuiltTool()
    for (path, text) in [
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "cart", targets: [.testTarget(name: "CartKitTests")])
      """,
      "Tests/CartKitTests/CartTests.swift": Self.tests,
      ".ci.yml": """
      secrets: [TOKEN]
      steps:
        test: { swift-test: { coverage: false, retries: 1, workers: 2 }, env: { MARK: "\(scratch.path)/mark" }}
      """,
    ] { try scratch.write(text, to: "cart/\(path)") }
    try scratch.write("", to: "else/here")
    try scratch.write(
      try #require(Data(base64Encoded: Self.png)),
      to: "cart/Tests/CartKitTests/__Snapshots__/CartTests/snapshot.1.png")
    let checked = try tool.start(["check"], in: package, environment: ["TOKEN": Self.secret])
      .finish(within: 300)
    #expect(checked.status == 1, "\(checked.standardOutput)\(checked.standardError)")

    let record = try ScratchPipeline.record(in: package)
    try expectRecord(record)
    let run = try #require(record["id"] as? String)
    let folder = "\(package)/.devtool/runs/\(run)"
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      #expect(bytes.range(of: Data(Self.secret.utf8)) == nil, "\(name)")
    }
    let packed = try tool.run("bundle", "--output", "\(scratch.path)/else/run.tar", in: package)
    #expect(packed.status == 0, "\(packed.standardError)")
    try FileManager.default.removeItem(atPath: package)
    try expectReports(tool, scratch.path + "/else")
  }

  private func expectRecord(_ record: [String: Any]) throws {
    let tests = try #require(record["tests"] as? [[String: Any]])
    func kept(_ name: String) throws -> [String] {
      let test = try #require(
        tests.first { ($0["id"] as? String)?.hasSuffix("/\(name)()") == true })
      return (test["attachments"] as? [[String: Any]] ?? []).map { attachment in
        let name = attachment["name"] as? String ?? "?"
        return [
          attachment["kind"] as? String, name, attachment["type"] as? String,
          attachment["leftOut"] as? String,
        ].compactMap { $0 }.joined(separator: " ")
      }
    }
    #expect(
      try kept("attachesThree") == [
        "attached note.txt text/plain", "attached value.json application/json",
        "attached shot.png image/png",
        "attached raw.bin application/octet-stream it contains a secret",
      ])
    #expect(
      try kept("snapshot") == [
        "expected snapshot.1.png image/png", "actual snapshot.1.png image/png",
      ])
    #expect(
      try kept("crashes") == [
        "attached last-words.txt text/plain", "crash-log crash.txt text/plain",
      ])
    let flaky = try #require(tests.first { ($0["id"] as? String)?.hasSuffix("/flaky()") == true })
    let attempts = try #require(flaky["attempts"] as? [[String: Any]])
    #expect(attempts.map { ($0["attachments"] as? [Any])?.count } == [1, 1])
  }

  /// In a folder that has nothing but the bundle.
  private func expectReports(_ tool: BuiltTool, _ folder: String) throws {
    func text(_ path: String) -> String {
      String(
        decoding: FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data(), as: UTF8.self
      )
    }
    for options in [
      ["--format", "html", "-o", "pages"], ["--format", "html", "-o", "one.html"],
      ["--format", "markdown", "-o", "run.md"], ["--format", "junit", "-o", "junit.xml"],
    ] {
      let report = try tool.start(["report", "run.tar"] + options, in: folder).finish()
      #expect(report.status == 0, "\(report.standardError)")
    }
    let tests = text("pages/tests.html")
    for part in [
      "note.txt", "value.json", "shot.png", "raw.bin", "not kept: it contains a secret",
      "data-side=\"expected\"", "data-side=\"actual\"", "try.txt", "last-words.txt", "crash.txt",
    ] { #expect(tests.contains(part), "\(part)") }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/pages/attachments")
    #expect(files.count >= 8, "\(files)")
    let data = try FileManager.default.contentsOfDirectory(atPath: folder + "/pages/data")
      .filter { $0.hasPrefix("attachment") }.map { text("pages/data/\($0)") }.joined()
    #expect(data.contains("token is ***") && data.contains("Fatal error: no cart"))
    #expect(data.contains("[\"first\"]") && data.contains("[\"second\"]"))
    // The failures tell of the snapshot already.
    #expect(!text("pages/warnings.html").contains("While the tests ran"))
    #expect(!text("run.md").contains("Runtime warnings"))
    let one = text("one.html")
    #expect(one.contains("data:image/png;base64,\(Self.png.prefix(40))"))
    #expect(one.contains("token is ***</pre>"))
    #expect(text("run.md").contains("`snapshot.1.png` (expected), `snapshot.1.png` (actual)"))
    #expect(text("run.md").contains("`crash.txt` (crash log)"))
    let named = text("junit.xml").components(separatedBy: "[[ATTACHMENT|").dropFirst().map {
      String($0.prefix { $0 != "]" })
    }
    #expect(named.count >= 8)
    for path in named {
      #expect(path.hasPrefix("junit-attachments/"))
      #expect(FileManager.default.fileExists(atPath: "\(folder)/\(path)"))
    }
    #expect(text("pages/index.html").contains("<b>cart</b>"))
    for page in [tests, data, one, text("run.md"), text("junit.xml")] {
      #expect(!page.contains(Self.secret))
    }
  }
}
