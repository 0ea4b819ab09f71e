import Expressions
import Testing

/// Every mistake with what it says, what to do, and the part of the condition it points at.
@Suite struct MistakeTests {
  private static let claim =
    "together with the part before it, this makes the condition always"

  private static let mistakes: [(String, String, String, String)] = [
    // Syntax
    ("", "the condition is empty", "changed(", ""),
    (#"title contains "x"#, "this text has no closing \"", "add a \"", #""x"#),
    (#"(ci && draft"#, "this '(' is not closed", "add a ')'", "("),
    ("ci)", "this ')' has no matching '('", "remove it", ")"),
    ("ci draft", "expected an operator before 'draft'", "&&", "draft"),
    ("ci and draft", "unknown operator 'and'", "`&&`", "and"),
    ("ci OR draft", "unknown operator 'OR'", "`||`", "OR"),
    ("not draft", "unknown operator 'not'", "`!`", "not"),
    ("ci &&", "something is missing after '&&'", "complete", "&&"),
    ("&& ci", "something is missing before '&&'", "compared", "&&"),
    ("ci & draft", "'&' is not an operator", "`&&`", "&"),
    ("ci | draft", "'|' is not an operator", "`||`", "|"),
    (#"os = "linux""#, "'=' is not an operator", "`==`", "="),
    (#"os <> "linux""#, "'<>' is not an operator", "`!=`", "<>"),
    (#"title ~= "x""#, "'~=' is not an operator", "`=~`", "~="),
    (#"title === "x""#, "'===' is not an operator", "`==`", "==="),
    (#"title containz "x""#, "unknown operator 'containz'", "'contains'", "containz"),
    (#"title startsWith "x""#, "unknown operator 'startsWith'", "`starts_with`", "startsWith"),
    ("1 < lines_added() < 5", "'<' and '<' cannot follow each other", "&&", "<"),
    (#"changed("a" "b")"#, "expected a comma or ')' before '\"b\"'", "commas", #""b""#),
    (#"author in ["a", "b""#, "this '[' is not closed", "add a ']'", "["),
    ("changed(Sources/**)", "'Sources/**' is not in quotes", #"`"Sources/**"`"#, "Sources/**"),
    ("changed(**/*.md)", "'**/*.md' is not in quotes", #"`"**/*.md"`"#, "**/*.md"),
    ("${{ ci }}", "unexpected character '$'", "write only the name", "$"),
    ("title == “x”", "unexpected character '“'", "straight quotes", "“"),
    ("lines_added() > 5x", "'x' is not a unit of time", "ms, s, m", "5x"),
    ("lines_added() > 1.2.3", "'1.2.3' is not a number", "digits", "1.2.3"),
    (
      String(repeating: "(", count: 60) + "ci", "parentheses are nested more than 50 levels deep",
      "split", "("
    ),
    // Names
    ("titel == \"x\"", "unknown name 'titel'", "`title`", "titel"),
    ("pr.title == \"x\"", "unknown name 'pr.title'", "`title`", "pr.title"),
    ("branch == main", "unknown name 'main'", "`\"main\"`", "main"),
    ("changed", "'changed' is a function", "changed(\"Sources", "changed"),
    (
      "steps.biuld.status == \"passed\"", "there is no step 'biuld' here", "steps.build.status",
      "steps.biuld.status"
    ),
    (
      "steps.build.state == \"passed\"", "a step has no property 'state'", "status",
      "steps.build.state"
    ),
    ("steps.build", "unknown name 'steps.build'", "steps.", "steps.build"),
    (
      "matrix.confg == \"debug\"", "the matrix has no axis 'confg'", "matrix.config", "matrix.confg"
    ),
    ("git.branch == \"x\"", "unknown name 'git.branch'", "`branch`", "git.branch"),
    // Functions
    (#"chnaged("a")"#, "unknown function 'chnaged'", "'changed'", "chnaged"),
    (#"moved("a")"#, "unknown function 'moved'", "renamed(…)", "moved"),
    (#"title("a")"#, "'title' is not a function", "write `title`", "title"),
    ("changed()", "'changed' needs a path pattern", "as in", "changed()"),
    ("count()  > 1", "'count' takes one value, not 0", "as in", "count()"),
    ("count(title) > 1", "'count' takes a list, but 'title' is text", "as in", "title"),
    ("length(labels) > 1", "'length' takes text, but 'labels' is a list", "as in", "labels"),
    (
      #"changed(["a"])"#, "'changed' takes patterns separated by commas, not a list", "brackets",
      #"["a"]"#
    ),
    ("changed(README)", "'changed' takes path patterns in quotes", "\"README\"", "README"),
    (#"changed("/a")"#, "paths are relative to the repository root, not '/a'", "without", #""/a""#),
    (#"changed("a/../b")"#, "'a/../b' can match nothing", "relative", #""a/../b""#),
    (#"changed("{a")"#, "'{a' has unbalanced '{' and '}'", "close it", #""{a""#),
    (#"changed("")"#, "this is an empty path pattern", "`**`", #""""#),
    (
      "count(matching(labels)) == 1",
      "'matching' takes a list and a regular expression in quotes or slashes",
      "as in", "matching(labels)"
    ),
    (
      "count(matching(title, /x/)) > 1", "'matching' takes a list, but 'title' is text", "as in",
      "title"
    ),
    // Arithmetic
    (
      "title + 1 > 2", "'+' needs numbers or durations, but 'title' is text", "length(title)",
      "title"
    ),
    (
      "1 - labels > 2", "'-' needs numbers or durations, but 'labels' is a list", "count(labels)",
      "labels"
    ),
    ("age + 1 > 2d", "'+' cannot combine a duration and a number", "unit of time", "age + 1"),
    ("age * age > 2d", "'*' cannot combine a duration and a duration", "by a number", "age * age"),
    ("1 / age > 2", "'/' cannot combine a number and a duration", "divide a duration", "1 / age"),
    ("number / 0 > 2", "division by 0", "another", "0"),
    ("number / (2 - 2) > 2", "division by 0", "another", "(2 - 2)"),
    ("-number > 2", "'-' is allowed only before a number", "0 - ", "-"),
    ("+5 > number", "something is missing before '+'", "compared", "+"),
    ("number % 2 == 0", "'%' is not an operator", "`+`, `-`", "%"),
    ("number-5 > 2", "unknown name 'number-5'", "`number - 5`", "number-5"),
    (
      "number + 1", "a condition must be true or false, but 'number + 1' is a number", "> 0",
      "number + 1"
    ),
    ("1 + 1 == 2", "this is always true", "differ", "1 + 1 == 2"),
    (
      "lines_added() + lines_deleted() >= 0", "this is always true", "differ",
      "lines_added() + lines_deleted() >= 0"
    ),
    // Types
    ("title", "a condition must be true or false, but 'title' is text", "contains", "title"),
    (
      "labels", "a condition must be true or false, but 'labels' is a list", "count(labels) > 0",
      "labels"
    ),
    (
      "lines_added()", "a condition must be true or false, but 'lines_added()' is a number",
      "lines_added() > 0", "lines_added()"
    ),
    (
      "title && ci", "'&&' needs true or false on both sides, but 'title' is text", "compare",
      "title"
    ),
    (#"!title contains "x""#, "'!' needs true or false, but 'title' is text", "!(…", "title"),
    (
      "lines_added() > \"5\"",
      "'lines_added()' is a number and '\"5\"' is text: they are never equal", "`5`",
      "lines_added() > \"5\""
    ),
    (
      "draft == \"true\"", "'draft' is true or false and '\"true\"' is text: they are never equal",
      "`true`", "draft == \"true\""
    ),
    (
      "files() > 5", "'files()' is a list and '5' is a number: they are never equal",
      "`count(files())`", "files() > 5"
    ),
    (
      "labels == \"x\"", "'labels' is a list and '\"x\"' is text: they are never equal",
      "`labels contains \"x\"`", "labels == \"x\""
    ),
    (
      "steps.build.duration > 5",
      "'steps.build.duration' is a duration and '5' is a number: they "
        + "are never equal", "`5s`", "steps.build.duration > 5"
    ),
    ("title < \"x\"", "'<' compares numbers and durations, not text", "length", "title < \"x\""),
    ("labels == files()", "lists cannot be compared with '=='", "contains", "labels == files()"),
    (
      "draft contains \"x\"",
      "'contains' needs text or a list before it, but 'draft' is true or false",
      "quotes", "draft"
    ),
    (
      "title contains draft", "'contains' needs text after it, but 'draft' is true or false",
      "quotes", "draft"
    ),
    (
      "author in \"ada\"", "'in' needs a list after it, but '\"ada\"' is text", "`[\"ada\"]`",
      "\"ada\""
    ),
    ("author in [1]", "the entries of a list must be text, not a number", "quotes", "1"),
    (
      "title =~ author", "'=~' needs a regular expression in quotes or slashes after it", "as in",
      "author"
    ),
    ("branch matches base", "'matches' needs a pattern in quotes after it", "as in", "base"),
    (
      "title == /x/", "a regular expression in slashes is allowed only after '=~' or '!~'",
      "title =~", "/x/"
    ),
    (#"title contains """#, #"every text contains """#, "search for", #""""#),
    // Regular expressions
    (#"title =~ """#, "this is an empty regular expression", "search for", #""""#),
    // Always the same
    ("1 == 1", "this is always true", "differ", "1 == 1"),
    ("\"a\" == \"b\"", "this is always false", "differ", "\"a\" == \"b\""),
    ("title == title", "this is always true", "differ", "title == title"),
    (
      "lines_added() < lines_added()", "this is always false", "differ",
      "lines_added() < lines_added()"
    ),
    ("lines_added() >= 0", "this is always true", "differ", "lines_added() >= 0"),
    ("count(labels) < 0", "this is always false", "differ", "count(labels) < 0"),
    ("ci || true", "'|| true' makes this always true", "remove", "true"),
    ("ci && false", "'&& false' makes this always false", "remove", "false"),
    ("ci && true", "'&& true' changes nothing", "remove", "true"),
    ("draft || draft", "both sides of '||' are the same", "remove one", "draft"),
    ("!ci && !ci", "both sides of '&&' are the same", "remove one", "!ci"),
    (
      #"title == "a" || (title == "a")"#, "both sides of '||' are the same", "remove one",
      #"(title == "a")"#
    ),
    (
      #"title =~ "a" && title =~ "a""#, "both sides of '&&' are the same", "remove one",
      #"title =~ "a""#
    ),
    (
      #"author in ["a", "b"] || author in ["a", "b"]"#, "both sides of '||' are the same",
      "remove one", #"author in ["a", "b"]"#
    ),
    (
      #"changed("a", "b") || changed("a", "b")"#, "both sides of '||' are the same", "remove one",
      #"changed("a", "b")"#
    ),
    (
      "ci && draft || (ci && draft)", "both sides of '||' are the same", "remove one",
      "(ci && draft)"
    ),
    (
      #"base != "main" || base != "next""#, "\(Self.claim) true", "write `&&`", #"base != "next""#
    ),
    (
      #"base == "main" && base == "next""#, "\(Self.claim) false", "write `||`", #"base == "next""#
    ),
    (
      #""main" == base && ci && base != "main""#, "\(Self.claim) false", "write `||`",
      #"base != "main""#
    ),
    ("draft && ci && !draft", "\(Self.claim) false", "write `||`", "!draft"),
    ("!(draft) || draft", "\(Self.claim) true", "write `&&`", "draft"),
    (
      "lines_added() > 500 && lines_added() < 100", "\(Self.claim) false", "write `||`",
      "lines_added() < 100"
    ),
    (
      "lines_added() > 100 || lines_added() <= 100", "\(Self.claim) true", "write `&&`",
      "lines_added() <= 100"
    ),
    (
      "git.lines_of_code > 500", "unknown name 'git.lines_of_code'", "write `lines_changed()`",
      "git.lines_of_code"
    ),
    (
      #"title.contains("WIP")"#, "unknown function 'title.contains'",
      #"write `title contains "…"`"#, "title.contains"
    ),
    (
      #"github.pr_title.include("WIP")"#, "unknown function 'github.pr_title.include'",
      #"write `title contains "…"`"#, "github.pr_title.include"
    ),
    ("os == \"darwin\"", "'os' is never \"darwin\"", "linux, macos", "\"darwin\""),
    ("\"darwin\" != os", "'os' is never \"darwin\"", "linux, macos", "\"darwin\""),
    ("os in [\"linux\", \"windows\"]", "'os' is never \"windows\"", "linux, macos", "\"windows\""),
    (
      "event == \"pull-request\"", "'event' is never \"pull-request\"", "\"pull_request\"",
      "\"pull-request\""
    ),
    (
      "steps.build.status == \"pased\"", "'steps.build.status' is never \"pased\"", "\"passed\"",
      "\"pased\""
    ),
    (
      "matrix.config == \"relese\"", "'matrix.config' is never \"relese\"", "\"release\"",
      "\"relese\""
    ),
  ]

  @Test(arguments: mistakes)
  func isReported(text: String, message: String, help: String, place: String) throws {
    let error = try #require(throws: ConditionError.self) {
      try Condition(text, scope: .sample)
    }
    let problem = try #require(error.problems.first { $0.message == message }, "\(error.problems)")
    #expect(problem.help?.contains(help) ?? false, "\(problem.help ?? "no help")")
    let scalars = Array(text.unicodeScalars)
    var pointed = String.UnicodeScalarView()
    pointed.append(contentsOf: scalars[problem.range.clamped(to: 0..<scalars.count)])
    #expect(String(pointed) == place)
    #expect(
      error.problems.count == 1 || text.hasPrefix("${{") || text.contains("“"),
      "\(error.problems.map(\.message))")
  }

  /// Sides that look alike and are not the same.
  @Test(arguments: [
    #"title == "a" || title == "b""#, #"title == "a" || branch == "a""#,
    #"title == "a" || "a" == title"#, #"title != "a" && title != "b""#, "!ci || !draft",
    #"count(labels) > 1 && count(labels) < 3"#, #"title == "a" && branch != "a""#,
    #"title =~ "a" || title =~ "b""#, #"title =~ "a" || body =~ "a""#,
    #"author in ["a"] || author in ["b"]"#, #"author in ["a"] || author in ["a", "b"]"#,
    #"changed("a") || changed("b")"#, #"changed("a") || changed("a", "b")"#,
    #"changed("a") || added("a")"#, #"lines_added("a") == lines_added("b")"#,
    #"count(labels) > 1 || count(labels) > 2"#, "ci && draft || (ci && fork)",
    "ci && draft || ci", "ci == fork || ci == draft",
  ])
  func isNoRepetition(text: String) {
    #expect(throws: Never.self) { try Condition(text, scope: .sample) }
  }

  @Test(
    arguments: [
      (4096, nil),
      (
        4097,
        "is too large a regular expression: it has 4097 bytes, limit is 4096 at character 1"
      ),
    ] as [(Int, String?)])
  func limitsTheLengthOfAPattern(length: Int, problem: String?) {
    let text = String(repeating: "a", count: length)
    #expect(PatternCheck.problem(in: text)?.message == problem)
  }

  @Test func badPatternsAreNamed() throws {
    let error = try #require(throws: ConditionError.self) { try Condition(#"title =~ "(x""#) }
    #expect(error.problems.map(\.range) == [9..<13])
    #expect(error.problems[0].message.hasPrefix("this is not a regular expression: "))
  }

  @Test func allAtOnce() throws {
    let text = #"titel == "x" && chnaged("a") && os == "lnux" || title =~ "(" && labels"#
    let error = try #require(throws: ConditionError.self) { try Condition(text) }
    #expect(error.problems.map(\.range.lowerBound) == [0, 16, 38, 57, 64])
  }

  /// Whatever is written, the answer is a condition or an error, never a crash.
  @Test func survivesAnything() {
    let pieces = [
      "(", ")", "[", "]", ",", "!", "&&", "||", "==", "<", "=~", "\"", "'", "/", "a", "title",
      "changed", "1", "5m", "contains", "in", " ", "\n", "\u{0}", "é", "steps.build.status", "*",
      "true", "not", "and", ".", "-", "$", "lines_added()", "\"x\"",
    ]
    var state: UInt64 = 42
    for _ in 0..<4000 {
      var text = ""
      for _ in 0..<(1 + Int(state >> 40 & 15)) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(state >> 33) % pieces.count]
        if state >> 60 & 1 == 0 { text += " " }
      }
      do throws(ConditionError) {
        let condition = try Condition(text, scope: .sample)
        #expect(condition.evaluate(.sample).outcome != .unknown, "\(text)")
        _ = condition.evaluate(.nothing)
      } catch {
        #expect(!error.problems.isEmpty)
        let count = text.unicodeScalars.count
        #expect(
          error.problems.allSatisfy { $0.range.lowerBound >= 0 && $0.range.upperBound <= count },
          "\(text)")
      }
    }
  }

  @Test(arguments: ["(", "[", "!", "changed(", "ci && ", "ci == ", "\"", "count("])
  func survivesDepth(piece: String) {
    #expect(throws: ConditionError.self) { try Condition(String(repeating: piece, count: 400)) }
    #expect(throws: ConditionError.self) { try Condition(String(repeating: piece, count: 40_000)) }
  }
}
