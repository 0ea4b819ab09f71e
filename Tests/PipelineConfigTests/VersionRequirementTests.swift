import Testing

@testable import PipelineConfig

struct VersionRequirementTests {
  @Test(arguments: [
    (">= 1.2", "1.2.0", true), (">=1.2", "1.10.0", true), (">= 1.2.3", "1.2.2", false),
    ("1.2", "1.1.9", false), ("2", "1.99.0", false), (">= 1.2", "1.2.0-beta", true),
    (">= 0.1", "0.1.0+g1a2b3c4d5", true),
  ])
  func isMet(text: String, version: String, isMet: Bool) throws {
    #expect(try #require(VersionRequirement(text)).isMet(by: version) == isMet)
  }

  @Test(arguments: ["", "> 1.2", "1.2.3.4", "1.x", "-1", "1..2", ">= ", "1.99999999999999999999"])
  func isRefused(text: String) {
    #expect(VersionRequirement(text) == nil)
  }

  /// What a newer devtool knows is no mistake.
  @Test func goesBeforeEverythingElse() throws {
    let tool = ReadingTool(version: "1.1.0", update: "install newer")
    let reader = ConfigReader(fileName: ".ci.yml", rules: [], tool: tool)
    let error = try #require(throws: ConfigError.self) {
      try reader.read(Array("quantum: 1\nrequires: '>= 1.2'\nsteps: 5\n".utf8))
    }
    #expect(error.problems.count == 1)
    #expect(
      error.rendered(color: false) == """
        .ci.yml:2:11: error: this file requires devtool >= 1.2, but this is 1.1.0
          2 | requires: '>= 1.2'
            |           ^~~~~~~~
          help: install a newer one: `install newer`
        1 problem in .ci.yml

        """)
    #expect(throws: Never.self) { try reader.read(Array("requires: '1.1'\n".utf8)) }
    #expect(throws: ConfigError.self) { try reader.read(Array("requires: new\n".utf8)) }
  }
}
