import Testing

@testable import PipelineRunner

@Suite struct EnvironmentReferenceTests {
  @Test(arguments: [
    ("http://h/${env.A}/x", EnvironmentReference.Resolution.text("http://h/one/x")),
    ("${env.A}${env.A}", .text("oneone")), ("${env.B}", .missing(name: "B")),
    ("${env.EMPTY}", .missing(name: "EMPTY")), ("$A ${A} ${env.A", .text("$A ${A} ${env.A")),
  ])
  func addressesComeFromTheEnvironment(
    text: String, expected: EnvironmentReference.Resolution
  ) {
    #expect(EnvironmentReference.resolve(text, ["A": "one", "EMPTY": ""]) == expected)
  }
}
