import Testing

@testable import CIServices

/// Gives the same numbers every time.
private struct CountingGenerator: RandomNumberGenerator {
  var value: UInt64 = 0xab

  mutating func next() -> UInt64 {
    defer { value += 1 }
    return value
  }
}

@Suite struct LogFoldingTests {
  @Test(arguments: [
    ("azure", ["##[group]build  100% of '[x]'"], ["##[endgroup]"]),
    ("buildkite", ["--- build  100% of '[x]'"], ["^^^ +++"]),
    (
      "github", ["::group::build  100%25 of '[x]'", "::stop-commands::devtool-abac"],
      ["::devtool-abac::", "::endgroup::"]
    ),
    (
      "gitlab", ["\u{1B}[0Ksection_start:7:build\r\u{1B}[0Kbuild  100% of '[x]'"],
      ["\u{1B}[0Ksection_end:8:build\r\u{1B}[0K"]
    ),
    (
      "teamcity", ["##teamcity[blockOpened name='build  100% of |'|[x|]|'']"],
      ["##teamcity[blockClosed name='build  100% of |'|[x|]|'']"]
    ),
    (
      "travis", ["travis_fold:start:build\r\u{1B}[0Kbuild  100% of '[x]'"],
      ["travis_fold:end:build\r\u{1B}[0K"]
    ),
  ])
  func folds(service: String, opening: [String], closing: [String]) throws {
    var generator = CountingGenerator()
    var folding = try #require(LogFolding(service: service))
    let title = "build  100% of '[x]'"
    #expect(
      folding.opening(id: "build", title: title, time: 7, using: &generator) == opening)
    #expect(folding.closing(id: "build", title: title, time: 8, failed: true) == closing)
  }

  /// A title is a text of the pull request's: it begins no command further on in the line.
  @Test(arguments: ["azure", "buildkite", "github", "gitlab", "travis"])
  func titlesAreNoCommands(service: String) throws {
    var folding = try #require(LogFolding(service: service))
    let lines = folding.opening(id: "a", title: "a ##[endgroup] ##vso[x] b", time: 0)
    #expect(lines[0].contains("endgroup"))
    #expect(!lines[0].contains("##[endgroup]"))
    #expect(!lines[0].contains("##vso"))
  }

  @Test(arguments: [nil, "generic", "jenkins"]) func foldsNothingElsewhere(service: String?) {
    #expect(LogFolding(service: service) == nil)
  }

  @Test func noTwoTokensAreAlike() throws {
    var folding = try #require(LogFolding(service: "github"))
    let first = folding.opening(id: "a", title: "a", time: 0)
    let end = folding.closing(id: "a", title: "a", time: 0, failed: false)
    #expect(first.last == "::stop-commands::\(end[0].dropFirst(2).dropLast(2))")
    #expect(folding.opening(id: "a", title: "a", time: 0) != first)
    #expect(folding.closing(id: "a", title: "a", time: 0, failed: false) != end)
  }

  /// A mark behind a character makes another `Character` of the two, which no service sees.
  @Test func escapesScalars() throws {
    let title = "a'\u{301} %\u{301}0A \u{600}[x"
    var teamcity = try #require(LogFolding(service: "teamcity"))
    #expect(
      teamcity.opening(id: "a", title: title, time: 0)
        == ["##teamcity[blockOpened name='a|'\u{301} %\u{301}0A \u{600}|[x']"])
    var github = try #require(LogFolding(service: "github"))
    #expect(
      github.opening(id: "a", title: title, time: 0)[0]
        == "::group::a'\u{301} %25\u{301}0A \u{600}[x")
  }
}
