import CIModel
import Foundation
import Reporters
import TestSupport
import Testing

/// `devtool schema`: what it prints describes what devtool prints.
@Suite(.blocking) struct SchemaCommandTests {
  private func schema(_ name: String) throws -> JSONValue {
    let result = try BuiltTool().run("schema", "--for", name, in: "/")
    #expect(result.status == 0, "\(result.standardError)")
    return try value(result.standardOutput)
  }

  private func value(_ text: String) throws -> JSONValue {
    try JSONText.decode(JSONValue.self, from: Array(text.utf8))
  }

  @Test func everyOneIsThere() throws {
    let tool = try BuiltTool()
    for name in JSONContract.all.map(\.name) + ["config", "version"] {
      let schema = try schema(name)
      #expect(schema["$id"]?.text == "devtool.\(name)/1")
      #expect(schema["$schema"]?.text == "https://json-schema.org/draft/2020-12/schema")
    }
    #expect(try value(tool.run("schema", in: "/").standardOutput) == schema("config"))
    let wrong = try tool.run("schema", "--for", "change", in: "/")
    #expect(wrong.status == 64)
    #expect(
      wrong.standardError.contains("there is no schema named 'change'; did you mean 'changes'?"))
  }

  @Test func describesTheVersion() throws {
    let printed = try BuiltTool().run("version", "--format", "json", in: "/").standardOutput
    var version = SchemaValidation(try schema("version"))
    #expect(version.problems(in: try value(printed)) == [])
    let text = try BuiltTool().run("version", in: "/").standardOutput
    let number = try #require(try value(printed)["version"]?.text)
    #expect(text.hasPrefix("devtool \(number)\ncommit   unknown\nlibgit2  "))
  }

  @Test func describesWhatIsPrinted() throws {
    let script =
      "import sys\nopen('input.json', 'w').write(sys.stdin.read())\n"
      + "print(open('output.json').read())"
    let change = try ScratchChange(
      """
      steps: { a: 'true' }
      rules: { custom: [{ id: asks, command: [python3, ask.py] }] }
      """,
      files: [
        "ask.py": script, "moved.txt": "1\n2\n3\n4\n6\n", "old.txt": nil,
        "output.json": #"{"findings": [{"message": "m", "file": "ask.py", "line": 1}]}"#,
      ])
    var changes = SchemaValidation(try schema("changes"))
    let shown = try change.devtool(
      "changes", "--format", "json", "--moved", "--ignore-whitespace")
    #expect(changes.problems(in: try value(shown.standardOutput)) == [])
    let run = try change.devtool("check", environment: ["GITHUB_ACTIONS": "true"])
    #expect(run.status == 0, "\(run.standardOutput)")
    var record = SchemaValidation(try schema("run"))
    let report = try change.devtool("report", "--format", "json")
    #expect(record.problems(in: try value(report.standardOutput)) == [])
    var input = SchemaValidation(try schema("rule-input"))
    #expect(input.problems(in: try value(change.clone.directory.read("input.json"))) == [])
    var output = SchemaValidation(try schema("rule-output"))
    #expect(output.problems(in: try value(change.clone.directory.read("output.json"))) == [])
    #expect(
      output.problems(in: ["findings": .list([["mesage": "m"]])])
        == ["/findings/0: 'message' is missing", "/findings/0: 'mesage' is not known"])
    var log = SchemaValidation(try schema("log"))
    let read = try change.tool.run(
      "log", "--format", "json", in: change.path,
      input: "A.swift:1:2: warning: unused\nTest Case 'A.testB' passed (0.1 seconds)\n")
    #expect(log.problems(in: try value(read.standardOutput)) == [])
    var coverage = SchemaValidation(try schema("coverage"))
    try change.clone.directory.write(
      "SF:Sources/A.swift\nDA:1,1\nLF:1\nLH:1\nend_of_record\n", to: "lcov.info")
    let measured = try change.devtool(
      "coverage", "--lcov", "lcov.info", "--base", "origin/main", "--format", "json")
    #expect(coverage.problems(in: try value(measured.standardOutput)) == [], "\(measured)")
  }

  /// The configuration of devtool itself, and the ones of the documentation, as an editor sees them.
  @Test func theBuiltInRulesAreDescribed() throws {
    let rules = try schema("config")["anyOf"]?.list?.first?["properties"]?["rules"]
    let size = rules?["properties"]?["pr-size"]?["anyOf"]?.list?.last?["anyOf"]?.list?.first
    let warn = size?["properties"]?["warn"]?["anyOf"]?.list?.first
    #expect(warn?["type"]?.text == "integer")
    #expect(size?["properties"]?["examples"] != nil)
    #expect(rules?["additionalProperties"] == .boolean(false))
  }
}
