import CIModel
import Testing

@testable import LogParsing

/// Every shape in which Apple's systems have printed a conflict of constraints.
@Suite struct LayoutConflictTests {
  private static let constraints = """
    (
        "<NSLayoutConstraint:0x7fd94cca9b10 UILabel:0x7fd94ccacfa0'Title'.width == 40>",
        "<NSLayoutConstraint:0x7fd94ccb86e0 'UIView-Encapsulated-Layout-Width' H:[Page:0x7fd94ccb3030(0)]>"
    )

    """
  private static let advice = """
    \tProbably at least one of the constraints in the following list is one you don't want.
    \tTry this:
    \t\t(1) look at each constraint and try to figure out which you don't expect;
    \t\t(2) find the code that added the unwanted constraint or constraints and fix it.

    """
  private static let recovery = """

    Will attempt to recover by breaking constraint
    <NSLayoutConstraint:0x7fd94cca9b10 UILabel:0x7fd94ccacfa0'Title'.width == 40>

    """
  private static let breakpoint = """

    Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.
    The methods in the UIConstraintBasedLayoutDebugging category on UIView listed in <UIKitCore/UIView.h> may also be helpful.

    """
  private static let headline = "Unable to simultaneously satisfy constraints."

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "\t" + $0 }
      .joined(separator: "\n") + "\n"
  }

  static let blocks: [(words: String, block: String)] = [
    (
      "the unified log",
      "2017-01-23 02:38:10.855425+0100 App[9356:1465466] [LayoutConstraints] \(headline)\n"
        + advice + constraints + recovery + breakpoint
    ),
    (
      "NSLog",
      "2016-09-04 20:43:03.447 App[28304:3323822] \(headline)\n"
        + advice + constraints + recovery
    ),
    ("no prefix", headline + "\n" + advice + constraints + recovery + breakpoint),
    ("the category alone", "[LayoutConstraints] \(headline)\n" + advice + constraints + recovery),
    (
      "syslog with everything indented",
      "Mar  4 18:25:38 Mac SpringBoard[10567]: \(headline)\n"
        + indented(advice + constraints + recovery + breakpoint)
    ),
    (
      "advice in one line",
      "<Warning>: \(headline)\n\t\tProbably at least one of the constraints in the following list is "
        + "one you don't want. Try this: (1) look at each constraint and try to figure out which you "
        + "don't expect; (2) find the code that added the unwanted constraint or constraints and "
        + "fix it. (Note: If you're seeing NSAutoresizingMaskLayoutConstraints that you don't "
        + "understand, refer to the documentation for the UIView property "
        + "translatesAutoresizingMaskIntoConstraints)\n" + indented(constraints + recovery)
    ),
    (
      "a note in a line of its own",
      headline + "\n" + advice
        + "\t(Note: If you're seeing NSAutoresizingMaskLayoutConstraints that you don't understand, "
        + "refer to the documentation for the UIView property "
        + "translatesAutoresizingMaskIntoConstraints)\n" + constraints + recovery
    ),
    ("no recovery", headline + "\n" + advice + constraints),
    ("no advice", headline + "\n" + constraints + recovery),
    (
      "a blank line before the bracket",
      headline + "\n" + advice + constraints.replacing("\n)", with: "\n\n)") + recovery
    ),
  ]

  @Test(arguments: blocks)
  func isOneWarningWithItsCulprits(words: String, block: String) {
    let facts = read(
      "Test Case '-[M.A testB]' started.\n" + block
        + "Test Case '-[M.A testB]' passed (0.250 seconds).\n")
    #expect(facts.runtimeWarnings.map(\.category) == ["auto-layout"])
    let warning = facts.runtimeWarnings.first
    #expect(warning?.count == 1)
    #expect(warning?.tests == ["-[M.A testB]"])
    #expect(
      warning?.shapes.first?.identifiers
        == ["Page", "Title", "UILabel", "UIView-Encapsulated-Layout-Width"])
    #expect(facts.lines.unrecognized == 0)
    #expect(facts.counts.xctest == XCTestCounts(passed: 1))
  }

  /// AppKit hides the constraints outside of a debugger.
  @Test func privateConstraintsHaveNoShape() {
    let block = """
      2017-01-19 17:52:50.971640 Mac[4899:703967] [Layout] Unable to simultaneously satisfy constraints:
      <private>

      Will attempt to recover by breaking constraint
      <private>

      Set the NSUserDefault NSConstraintBasedLayoutVisualizeMutuallyExclusiveConstraints to YES to have -[NSWindow visualizeConstraints:] automatically called when this happens.  And/or, set a symbolic breakpoint on LAYOUT_CONSTRAINTS_NOT_SATISFIABLE to catch this in the debugger.

      """
    let facts = read(block + block)
    #expect(facts.runtimeWarnings.map(\.count) == [2])
    #expect(
      facts.runtimeWarnings.first?.shapes.map(\.shape)
        == ["Unable to simultaneously satisfy constraints"])
    #expect(facts.lines.unrecognized == 0)
  }

  @Test func resultTornIntoTheBlockCounts() {
    let facts = read(
      Self.headline + "\n(\n    \"<NSLayoutConstraint:0x7f UILabel:0x7f.width == 40>\"Test Case "
        + "'-[M.A testB]' started.\nTest Case '-[M.A testB]' passed (0.250 seconds).\n")
    #expect(facts.counts.xctest == XCTestCounts(passed: 1))
    #expect(facts.runtimeWarnings.map(\.count) == [1])
  }
}
