import Testing

@testable import CIServices

@Suite struct LogNeutralizerTests {
  @Test(arguments: [
    (nil, "a ##vso[task.setvariable]b", "a ## vso[task.setvariable]b"),
    ("azure", "##[error]x ##vso[y]", "## [error]x ## vso[y]"),
    ("github", "x ##[add-mask]y", "x ## [add-mask]y"),
    ("teamcity", "##teamcity[buildStop]", "## teamcity[buildStop]"),
    ("teamcity", "####TeamCity[buildStop]", "#### TeamCity[buildStop]"),
    ("github", "::error::x", ": :error::x"),
    ("github", "  \t::error::x", "  \t: :error::x"),
    (nil, "\u{A0}\u{2003}::error::x", "\u{A0}\u{2003}: :error::x"),
    ("forgejo", "\u{FE0F}::error::x", "\u{FE0F}: :error::x"),
    ("github", "\u{1B}[31m::error::x", "\u{1B}[31m: :error::x"),
    ("azure", "\u{600}##vso[x]", "\u{600}## vso[x]"),
    ("github", ":\u{200B}:error::x", ": \u{200B}:error::x"),
    ("buildkite", "--- group", " --- group"),
    ("buildkite", "^^^ +++", " ^^^ +++"),
    ("travis", "a travis_fold:start:x travis_time:y", "a travis_fold :start:x travis_time :y"),
  ])
  func breaksCommands(service: String?, line: String, expected: String) {
    let neutralizer = LogNeutralizer(service: service)
    #expect(neutralizer.neutralized(line) == expected)
    #expect(neutralizer.neutralized(expected) == expected)
    #expect(!leaves(neutralizer, line))
  }

  @Test(arguments: [
    (nil, "a ::error::x"), ("github", "std::vector"), ("azure", "# a ## b [c] ## [d]"),
    ("github", "--- a/file"), ("buildkite", "  --- a"), (nil, "travis_fold:start"), (nil, ""),
    (nil, ":"), (nil, "##"), ("github", "é::x"),
  ])
  func leavesOtherText(service: String?, line: String) {
    let neutralizer = LogNeutralizer(service: service)
    #expect(neutralizer.neutralized(line) == line)
  }

  /// Once is enough, nothing is left to obey, and what is left alone is told so beforehand.
  @Test(arguments: [nil, "github", "azure", "teamcity", "buildkite", "travis"] as [String?])
  func onceIsEnough(service: String?) {
    let neutralizer = LogNeutralizer(service: service)
    let parts = [
      "#", "##", "[", "vso", "add-mask", ":", "::", " ", "\t", "--- ", "+++ ", "travis_fold:",
      "travis_", "time:", "\u{600}", "\u{301}", "\u{200B}", "\u{1B}[1m", "\u{FE0F}", "\r", "é",
    ]
    var state: UInt64 = 7
    for _ in 0..<4_000 {
      var line = ""
      for _ in 0..<Int(state >> 33 % 9) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        line += parts[Int(state >> 33) % parts.count]
      }
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let once = neutralizer.neutralized(line)
      #expect(neutralizer.neutralized(once) == once, "\(line.debugDescription)")
      #expect(!once.contains(/##[A-Za-z]*\[/.matchingSemantics(.unicodeScalar)))
      #expect(!once.contains(/^\s*::/.matchingSemantics(.unicodeScalar)))
      if leaves(neutralizer, line) { #expect(once == line) }
    }
  }

  @Test func leavesTheCommandALineBeginsWith() {
    let neutralizer = LogNeutralizer(service: "github")
    #expect(neutralizer.neutralizedInside("::error::##[x]") == "::error::## [x]")
  }

  private func leaves(_ neutralizer: LogNeutralizer, _ line: String) -> Bool {
    var line = line
    return line.withUTF8 { neutralizer.leaves(UnsafeRawBufferPointer($0)) }
  }
}
