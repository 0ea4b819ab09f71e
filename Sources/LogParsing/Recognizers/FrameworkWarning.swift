import CIModel

/// Recognizes other warnings that Apple's frameworks print at run time.
///
///     Main Thread Checker: UI API called on a background thread: -[UIView bounds]
///     … [SwiftUI] Modifying state during view update, this will cause undefined behavior.
///     === AttributeGraph: cycle detected through attribute 33496 ===
///     … [TableView] Warning once only: UITableView was told to layout its visible cells …
///     Unbalanced calls to begin/end appearance transitions for <App.Page: 0x7f8>.
///
/// Source: UIKit, SwiftUI and the Main Thread Checker as Xcode 9 to 16 show them.
struct FrameworkWarning: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("[<=MPUWC+JFASOND0123456789")

  func event(in line: LogLine) -> LogEvent? {
    var rest = SystemLog.withoutCategory(SystemLog.message(line.content))
    if rest.skip("Main Thread Checker: ") {
      var api = rest
      let named = api.take(upToLast: ": ") != nil ? [api.text] : []
      return warning(RuntimeWarningCategory.mainThreadChecker, rest, named)
    }
    if rest.skip("=== AttributeGraph: ") {
      _ = rest.dropSuffix(" ===")
      return warning(RuntimeWarningCategory.attributeGraph, rest, [])
    }
    if rest.starts(with: "Modifying state during view update")
      || rest.starts(with: "Publishing changes from ")
    {
      return warning(RuntimeWarningCategory.swiftUIState, rest, [])
    }
    if rest.starts(with: "Warning once only: UITableView was told to layout") {
      // The rest is advice and a dump of the view.
      let sentence = rest.offset(of: " (the table view").map { rest.prefix($0) } ?? rest
      return warning(RuntimeWarningCategory.tableViewLayout, sentence, Self.types(in: rest))
    }
    if rest.starts(with: "Unbalanced calls to begin/end appearance transitions for ") {
      return warning(RuntimeWarningCategory.appearanceTransitions, rest, Self.types(in: rest))
    }
    if rest.contains(Self.coreDataViolation) {
      return .runtimeWarning(
        category: RuntimeWarningCategory.coreDataConcurrency,
        shape: "Core Data multithreading violation", identifiers: [])
    }
    return nil
  }

  /// The function that Core Data calls when an object is used on the wrong thread; it appears only
  /// in stacks.
  static let coreDataViolation: StaticString =
    "__Multithreading_Violation_AllThatIsLeftToUsIsHonor__"

  private func warning(
    _ category: String, _ message: ByteCursor, _ identifiers: [String]
  ) -> LogEvent {
    .runtimeWarning(
      category: category, shape: WarningShape.shape(of: message.text), identifiers: identifiers)
  }

  private static func types(in message: ByteCursor) -> [String] {
    WarningShape.identifiers(in: message.text)
  }
}
