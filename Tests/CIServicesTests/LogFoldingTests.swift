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
  private func make(_ service: String?) -> LogFolding? {
    var generator = CountingGenerator()
    return LogFolding(service: service, using: &generator)
  }

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
    let folding = try #require(make(service))
    let title = "build  100% of '[x]'"
    #expect(folding.opening(id: "build", title: title, time: 7) == opening)
    #expect(folding.closing(id: "build", title: title, time: 8, failed: true) == closing)
  }

  @Test(arguments: [nil, "generic", "jenkins"]) func foldsNothingElsewhere(service: String?) {
    #expect(make(service) == nil)
  }

  @Test func noTwoTokensAreAlike() {
    let first = LogFolding(service: "github")
    let second = LogFolding(service: "github")
    #expect(first != nil)
    #expect(first != second)
  }
}
