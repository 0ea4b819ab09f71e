import CIModel
import Testing

@testable import LogParsing

@Suite struct XcodebuildCallTests {
  private static let failure = """
    Test Case '-[CartTests.SumTests testAdd]' started.
    /p/SumTests.swift:6: error: -[CartTests.SumTests testAdd] : XCTAssertTrue failed
    Test Case '-[CartTests.SumTests testAdd]' failed (0.250 seconds).
    ** TEST FAILED **

    """
  private static let only = "-only-testing:CartTests/SumTests/testAdd"

  @Test(arguments: [
    ("", "xcodebuild test \(only)"),
    (
      "Command line invocation:\n    /Applications/Xcode.app/Contents/Developer/usr/bin/xcodebuild test -scheme Cart -destination id=4023268C\n\n",
      "xcodebuild test -scheme Cart \(only)"
    ),
    (
      "/Applications/Xcode.app/Contents/Developer/usr/bin/xcodebuild -workspace \"/Users/ci/My Cart.xcworkspace\" -scheme \"My Cart\" -destination \"platform=iOS Simulator,name=iPhone 16\" test\n",
      "xcodebuild test -workspace 'My Cart.xcworkspace' -scheme 'My Cart' -destination 'platform=iOS Simulator,name=iPhone 16' \(only)"
    ),
    (
      "[15:48:12]: $ set -o pipefail && env NSUnbufferedIO=YES xcodebuild -project ./Cart.xcodeproj -scheme Cart\\ All test | tee x.log | xcpretty -scheme no\n",
      "xcodebuild test -project Cart.xcodeproj -scheme 'Cart All' \(only)"
    ),
    ("+ xcodebuild test -scheme $(whoami)\n", "xcodebuild test -scheme '$(whoami)' \(only)"),
  ])
  func namesTheCommand(head: String, command: String) {
    #expect(read(head + Self.failure).tests.map(\.command) == [command])
  }

  @Test func aLogOfSwiftPMNamesNone() {
    let log = Self.failure.replacing("** TEST FAILED **\n", with: "")
    #expect(read(log).tests.map(\.command) == [nil])
  }

  @Test func aTestThatPassedNeedsNone() {
    let facts = read(
      "Test Case '-[M.A t]' started.\nTest Case '-[M.A t]' passed (0.1 seconds).\n** TEST SUCCEEDED **\n"
    )
    #expect(facts.tests.map(\.command) == [nil])
  }

  /// The target of such a test is not told.
  @Test func aTestWithoutModuleHasNone() {
    let facts = read("Test case 'SumTests.testAdd()' failed on 'iPhone 16' (0.1 seconds)\n")
    #expect(facts.tests.map(\.outcome) == [.failed])
    #expect(facts.tests.map(\.command) == [nil])
  }

  @Test func swiftTestingKeepsItsBrackets() {
    var test = TestCase(
      name: "adds()", framework: .swiftTesting, function: "adds()", outcome: .failed)
    test.module = "CartTests"
    test.suite = "Sums"
    #expect(
      XcodebuildCall().command(for: test)
        == "xcodebuild test '-only-testing:CartTests/Sums/adds()'")
  }
}
