import CIModel
import Testing

@testable import CIRules

/// A report costs time and memory in proportion to its size, whatever a tool or a test writes.
struct ReportBoundTests {
  private static let marks = String(repeating: "\u{301}\u{316}", count: 12_000)

  /// Runs of marks are cut where texts enter, and where two of them are joined.
  @Test(arguments: [
    #"[{"filePath": "@", "messages": [{"message": "@", "ruleId": "@"}]}]"#,
    #"[{"file": "@", "reason": "@", "rule_id": "@", "severity": "@"}]"#,
    #"{"files": [{"path": "@", "offenses": [{"message": "@", "cop_name": "@"}]}], "#
      + #""summary": {"offense_count": 1}}"#,
    #"{"numTotalTests": 1, "testResults": [{"name": "@", "assertionResults": [{"#
      + #""status": "failed", "fullName": "@", "failureMessages": ["@"]}]}]}"#,
    #"{"examples": [{"status": "failed", "file_path": "@", "full_description": "@", "#
      + #""exception": {"message": "@"}}], "summary": {"example_count": 1}}"#,
    #"{"runs": [{"results": [{"ruleId": "@", "message": {"text": "a{0}{1}", "arguments": "#
      + #"["@", "@"]}, "locations": [{"physicalLocation": {"artifactLocation": "#
      + #"{"uri": "a%CC%81@"}}}]}]}]}"#,
    #"{"testNodes": [{"nodeType": "Test Case", "name": "@", "children": [{"#
      + #""nodeType": "Failure Message", "name": "@:1: @"}]}]}"#,
    "<checkstyle><file name='@'><error message='@' source='@'/></file></checkstyle>",
    "<@/>", "<checkstyle a='@'/>", "<checkstyle @='a'/>",
    "<testsuite><testcase name='@' file='@'><failure message='@'/></testcase></testsuite>",
    "<testsuite name='@'><testcase name='&#x301;@' file='@'><failure>@<![CDATA[@]]>@</failure></testcase>"
      + "</testsuite>",
  ])
  func marks(template: String) {
    let bytes = Array(template.replacing("@", with: Self.marks).utf8)
    let entries = (try? ReportReaders.read(bytes))?.entries ?? []
    #expect(entries.isEmpty == template.hasSuffix("/>"))
    for entry in entries {
      for text in [entry.file, entry.writtenFile, entry.message, entry.rule] {
        #expect((text?.unicodeScalars.count ?? 0) < 300)
      }
    }
  }

  /// A name that no file has is not searched in each line of a backtrace.
  @Test(.timeLimit(.minutes(1))) func longNameOfABacktrace() {
    let lines = String(repeating: "\"\",", count: 20_000) + "\"a\""
    let name = String(repeating: "a", count: 100_000)
    let report =
      #"{"examples": [{"status": "failed", "file_path": "\#(name)", "exception": {"message": "@", "#
      + #""backtrace": [\#(lines)]}}], "summary": {"example_count": 1}}"#
    #expect(throws: ReportProblem.longName(ToolReport.longestName)) {
      try ReportReaders.read(Array(report.utf8))
    }
    #expect(StackPlace("./a.rb")?.line(in: "/b/a.rb:7:in c") == 7)
    #expect(StackPlace("") == nil && StackPlace(name) == nil)
  }

  /// Past the bound for all texts, each is cut.
  @Test func textsOfAllEntries() throws {
    var report = ToolReport(.eslint)
    let text = String(repeating: "a", count: 300)
    let entry = ToolReport.Entry(severity: .error, message: text, rule: "b")
    for _ in 0..<120_000 { try report.add(entry) }
    #expect(report.entries.first?.message == text)
    #expect(report.entries.last?.message.utf8.count ?? 0 < 130)
  }

  /// Each test repeats the name of the suite around it.
  @Test(arguments: [(30_000, 1_000, true), (30_000, 1_200, false), (100, 100_000, true)])
  func namesOfSuites(length: Int, count: Int, isRead: Bool) {
    let name = String(repeating: "s", count: length)
    func list(_ test: String, _ separator: String) -> String {
      Array(repeating: test, count: count).joined(separator: separator)
    }
    let junit = "<testsuite name='\(name)'>\(list("<testcase name='t'/>", ""))</testsuite>"
    let test = #"{"nodeType": "Test Case", "nodeIdentifier": "A/t", "result": "Passed"}"#
    let xcresult =
      #"{"testNodes": [{"nodeType": "Unit test bundle", "name": "\#(name)", "children": ["#
      + list(test, ",") + "]}]}"
    for report in [junit, xcresult] {
      do throws(ReportedTests.Unreadable) {
        #expect(try ReportedTests(Array(report.utf8)).tests.count == count)
        #expect(isRead)
      } catch {
        #expect(!isRead)
        #expect(error.reason == "names the suites of its tests by more than 32 MB")
      }
    }
  }

  /// A failure can have any number of texts; its place is not looked for behind 64 KiB.
  @Test(arguments: [(1_000, 7), (100_000, nil)])
  func textsOfAFailure(count: Int, line: Int?) throws {
    let texts = String(repeating: "a<b/>", count: count)
    let report =
      "<testsuite><testcase file='a.py'><failure>\(texts) a.py:7: no</failure></testcase></testsuite>"
    let entries = try ReportReaders.read(Array(report.utf8)).entries
    #expect(entries.map(\.line) == [line])
    let tests = try ReportedTests(Array(report.utf8)).tests
    #expect(tests.map(\.outcome) == [.failed])
  }

  /// An argument stays as it is, however often a message uses it.
  @Test(arguments: [
    ("a{0}{1}{2}{", #"["{1}", "{0}"]"#, "a{1}{0}{2}{"), ("{0} {x} {0", #"["b"]"#, "b {x} {0"),
    (String(repeating: "{0}", count: 1_000), "[\"\(String(repeating: "b", count: 1_000))\"]", nil),
  ])
  func argumentsOfSARIF(text: String, arguments: String, expected: String?) throws {
    let report =
      #"{"runs": [{"results": [{"message": {"text": "\#(text)", "arguments": \#(arguments)}}]}]}"#
    let message = try #require(try ReportReaders.read(Array(report.utf8)).entries.first?.message)
    if let expected { #expect(message == expected) }
    #expect(message.utf8.count < 70_000)
  }

  /// What each result looks up is found at once, whatever else is there.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      (#"{"uri": "a.py", "uriBaseId": "b999"}"#, "src/a.py"),
      (#"{"index": 999}"#, "src/a999"),
      (#"{"uri": "a.py", "uriBaseId": "c"}"#, "a.py"),
    ])
  func membersOfSARIF(location: String, file: String) throws {
    let numbers = 0..<1_000
    let bases = numbers.map { #""b\#($0)": {"uri": "src"}"# }.joined(separator: ",")
    let texts = numbers.map { #""m\#($0)": {"text": "Bad {0}"}"# }.joined(separator: ",")
    let files = numbers.map { #"{"location": {"uri": "src/a\#($0)"}}"# }.joined(separator: ",")
    let result =
      #"{"ruleId": "r", "message": {"id": "m999", "arguments": ["thing"]}, "#
      + #""analysisTarget": \#(location)}"#
    let results = Array(repeating: result, count: 500).joined(separator: ",")
    let text =
      #"{"runs": [{"originalUriBaseIds": {\#(bases)}, "artifacts": [\#(files)], "tool": "#
      + #"{"driver": {"rules": [{"id": "r", "messageStrings": {\#(texts)}}]}}, "#
      + #""results": [\#(results)]}]}"#
    let entries = try ReportReaders.read(Array(text.utf8)).entries
    #expect(entries.count == 500)
    #expect(entries.allSatisfy { $0.file == file && $0.message == "Bad thing" })
  }

  @Test(arguments: [
    (#"{"runs": [{"results": []}@]}"#, #", {"results": []}"#, 999, nil as String?),
    (
      #"{"runs": [{"results": []}@]}"#, #", {"results": []}"#, 1_000,
      "has more than 1000 tool runs; the others are not read"
    ),
    (#"{"runs": [{"results": [], "invocations": [{}@]}]}"#, ", {}", 99_999, nil),
    (
      #"{"runs": [{"results": [], "invocations": [{}@]}]}"#, ", {}", 100_000,
      "has too many invocations, which are not all read"
    ),
  ])
  func partsOfSARIF(template: String, part: String, count: Int, doubt: String?) throws {
    let text = template.replacing("@", with: String(repeating: part, count: count))
    #expect(try ReportReaders.read(Array(text.utf8)).doubts == (doubt.map { [$0] } ?? []))
  }

  /// What is known to be valid is skipped by its brackets and strings.
  @Test(arguments: [
    (#"{"a": "}\\\"]", "b": 1}"#, 1), (#"{"a":[{"c":"]"} , {}],"b" : 2 }"#, 2),
    (#"{"a": {"b": 3, "c": []} , "b":4}"#, 4), (#"{"a": -1.5e3 ,"b":true, "b":5}"#, nil),
    (#"{"\u0061": null, "\u0062": 6}"#, 6), (#"{"a": {"b": 7}}"#, nil),
  ])
  func membersBehindOthers(text: String, expected: Int?) throws {
    #expect(try ReportDocument.read(Array(text.utf8)).json?["b"]?.integer == expected)
  }

  /// A long folder costs its length for each result.
  @Test func longFoldersOfSARIF() {
    let folder = String(repeating: "a", count: 4_000)
    let result = #"{"analysisTarget": {"uri": "a", "uriBaseId": "b"}}"#
    let results = Array(repeating: result, count: 17_000).joined(separator: ",")
    let text =
      #"{"runs": [{"originalUriBaseIds": {"b": {"uri": "\#(folder)"}}, "results": [\#(results)]}]}"#
    #expect(throws: ReportProblem.longNames) { try ReportReaders.read(Array(text.utf8)) }
  }

  /// One name can mean 64 files, and a report have very many results.
  @Test func namesOfManyFiles() throws {
    let files = (0..<64).map { FileChange(.added, "d\($0)/a.js", additions: 1) }
    var facts = makeFacts(files)
    facts.addedLines = files.map { AddedLine($0.path, line: 1, text: "x") }
    facts.policyFiles = [:]
    let result = #"{"file": "a.js", "reason": "Long", "line": 1}"#
    let text = "[" + Array(repeating: result, count: 4_000).joined(separator: ",") + "]"
    facts.reports = [ReportFile(path: "r.json", bytes: Array(text.utf8))]
    let options = RuleOptions(
      RuleSettings(id: "linter-reports", values: [:]), of: LinterReportsRule.self)
    let changes = try #require(facts.changes)
    let report = try ReportReaders.read(Array(text.utf8))
    let placed = PlacedResults(
      [report], changes: changes, facts: facts, options: options)
    #expect(placed.all.count == 4_000)
    #expect(!placed.all.contains { !$0.isShown })
    #expect(placed.all.reduce(0) { $0 + $1.changed.count } == 200_000 / 64 * 64)
  }

  /// Folding is slow beyond ASCII; what was not folded can mean any file.
  @Test func namesToFold() {
    var search = ReportedFiles(
      files: [FileChange(.added, "größe.cpp", additions: 1)], mostToFold: 250)
    let long = "c:/" + String(repeating: "ü", count: 50)
    #expect(search.files(named: long + "/GRÖSSE.cpp")?.count == 1)
    #expect(search.files(named: long + "/a.cpp")?.count == 0)
    #expect(search.files(named: long + "/größe.cpp") == nil)
    #expect(search.files(named: "c:/s/a.cpp")?.count == 0)
  }

  /// A file is found whose name has a longer run of marks than a text of a report.
  @Test func namesWithMarks() {
    let name = "a" + String(repeating: "\u{301}", count: 100) + ".swift"
    let report = #"[{"file": "\#(name)", "reason": "Long", "line": 1}]"#
    var facts = makeFacts([FileChange(.added, name, additions: 1)])
    facts.addedLines = [AddedLine(name, line: 1, text: "x")]
    facts.reports = [ReportFile(path: "r.json", bytes: Array(report.utf8))]
    let rule = LinterReportsRule(
      settings: RuleSettings(id: "linter-reports", values: ["files": .text("r.json")]))
    #expect(rule.findings(in: facts).map(\.location?.file) == [name])
  }

  /// Parsers report an unexpected end behind the last line.
  @Test(arguments: [(4, true, 1), (4, false, 0), (9, true, 1), (3, false, 1), (1, true, 0)])
  func resultsBehindTheEnd(line: Int, endsFile: Bool, shown: Int) {
    let report = #"[{"file": "a.js", "reason": "Unexpected end", "line": \#(line)}]"#
    var facts = makeFacts([FileChange(.modified, "a.js", additions: 1)])
    facts.addedLines = [AddedLine("a.js", line: 3, text: "x")]
    facts.addedText[0].endsFile = endsFile
    facts.reports = [ReportFile(path: "r.json", bytes: Array(report.utf8))]
    let rule = LinterReportsRule(
      settings: RuleSettings(id: "linter-reports", values: ["files": .text("r.json")]))
    #expect(rule.findings(in: facts).count == shown)
  }

  /// A character can have any number of joiners.
  @Test func longCharacters() {
    let text = ReportText.line("a" + String(repeating: "\u{200D}", count: 100_000))
    #expect(text.unicodeScalars.count < 10_000)
  }

  private func placed(_ name: String, in paths: [String], distrusts: Bool) -> [String?] {
    let report = #"[{"file": "\#(name)", "reason": "Long", "line": 1}]"#
    var facts = makeFacts(paths.map { FileChange(.added, $0, additions: 1) })
    if distrusts { facts.policyFiles = [:] }
    facts.addedLines = paths.map { AddedLine($0, line: 1, text: "x") }
    facts.reports = [ReportFile(path: "r.json", bytes: Array(report.utf8))]
    let rule = LinterReportsRule(
      settings: RuleSettings(id: "linter-reports", values: ["files": .text("r.json")]))
    return rule.findings(in: facts).map(\.location?.file)
  }

  /// Past the bound, a result is shown without a file.
  @Test(arguments: [(64, true, 64), (65, true, 1), (1, false, 1), (65, false, 0)])
  func namesThatMeanManyFiles(count: Int, distrusts: Bool, shown: Int) {
    let found = placed("a.swift", in: (0..<count).map { "\($0)/a.swift" }, distrusts: distrusts)
    #expect(found.count == shown)
    #expect(found.contains(nil) == (count > 64 && distrusts))
  }

  /// A disk that ignores case has a new file in the folder that is there.
  @Test(arguments: [
    (["sources/Kit/New.swift"], true, ["sources/Kit/New.swift"]),
    (["sources/Kit/New.swift"], false, []),
    (
      ["sources/Kit/New.swift", "Kit/New.swift"], true, ["Kit/New.swift", "sources/Kit/New.swift"]
    ),
    (["Sources/Kit/New.swift", "Sources/Kit/new.swift"], true, ["Sources/Kit/New.swift"]),
  ])
  func namesInAnotherCase(files: [String], distrusts: Bool, expected: [String]) {
    #expect(placed("Sources/Kit/New.swift", in: files, distrusts: distrusts) == expected)
  }

  /// Two names that only look the same are two files.
  @Test func equivalentNames() {
    let names = ["\u{E9}.swift", "e\u{301}.swift"]
    for name in names {
      #expect(
        placed(name, in: names, distrusts: true).map { $0.map { Array($0.utf8) } }
          == [Array(name.utf8)])
    }
  }

  @Test(arguments: [
    ("/x/a/b/c", ["a/b/c", "b/c"]), ("a/b/c", ["a/b/c", "b/c"]), ("b/c", ["b/c"]), ("c", []),
    ("/x/c", []), ("xb/c", []), ("/x/b/d", ["b/d"]), ("/a/b/c/", []), ("", []), ("/", []),
  ])
  func endsOfPaths(path: String, expected: [String]) {
    let paths = ["a/b/c", "b/c", "b/d", "z", "y/c", "a/a/b/cc"]
    let ends = PathEnds(paths.enumerated().map { (RepositoryPath($1), $0) })
    #expect(ends.files(atEndOf: Array(path.utf8)).map { paths[$0] } == expected)
  }

  /// As many ends of a path as it has folders, below one another.
  @Test func endsBelowOneAnother() {
    let paths = (1...400).map { Array(repeating: "a", count: $0).joined(separator: "/") }
    let ends = PathEnds(paths.enumerated().map { (RepositoryPath($1), $0) })
    #expect(ends.files(atEndOf: Array("/\(paths[199])".utf8)) == (0..<200).reversed())
    #expect(ends.files(endingWith: Array("a/a".utf8), most: 64) == nil)
    #expect(ends.files(endingWith: Array(paths[390].utf8), most: 64) == Set(390..<400))
  }

  @Test(arguments: [
    (1, 1, nil as String?), (200, 200, nil),
    (1_000, 201, "has 800 more problems, which are not listed"),
  ])
  func doubts(count: Int, listed: Int, last: String?) throws {
    let file = String(repeating: "a", count: 100_000)
    let exceptions = String(repeating: "<exception/>", count: count)
    let report = try ReportReaders.read(
      Array("<checkstyle><file name='\(file)'>\(exceptions)</file></checkstyle>".utf8))
    #expect(report.doubts.count == listed)
    #expect(report.doubts.allSatisfy { $0.utf8.count < 400 })
    if let last { #expect(report.doubts.last == last) }
  }

  @Test(arguments: [(4_096, false), (4_097, true)])
  func longNames(length: Int, isTooLong: Bool) {
    let report = #"[{"file": "\#(String(repeating: "a", count: length))", "reason": "Long"}]"#
    let problem = isTooLong ? ReportProblem.longName(4_096) : nil
    do throws(ReportProblem) {
      _ = try ReportReaders.read(Array(report.utf8))
      #expect(problem == nil)
    } catch {
      #expect(error == problem)
    }
  }

  /// What is inside of many values is not read again with each of them.
  @Test(arguments: [1, 60])
  func endsOfValues(depth: Int) throws {
    let leaves = Array(repeating: #"{"name": "n"}"#, count: 1_000).joined(separator: ",")
    let open = String(repeating: #"{"a":["#, count: depth)
    let text = Array((open + leaves + String(repeating: #"],"b":1}"#, count: depth)).utf8)
    var reader = StrictJSONReader(bytes: text[...], position: 0)
    var ends = JSONEnds()
    let isValue = reader.skipValue(&ends)
    #expect(isValue)
    #expect(ends.count > 0 && ends.count < text.count / 128 + depth)
    ends.isComplete = true
    // The beginning of every object, except where few bytes are left up to one with a known end.
    let steps = (0..<depth).map { level in
      (level...(level + 16)).first { ends[6 * $0] != nil || ends[6 * $0 + 5] != nil }
    }
    #expect(steps.allSatisfy { $0 != nil })
    var json = try ReportDocument.read(text).json
    for _ in 0..<depth {
      #expect(json?["b"]?.integer == 1)
      json = json?["a"].list.first
    }
    #expect(json?["name"]?.text == "n")
  }
}
