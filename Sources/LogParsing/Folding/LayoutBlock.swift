/// The lines of an Auto Layout report after its headline.
struct LayoutBlock {
  /// The test that was running alone when the report began.
  var test: String?
  private var constraints: [String] = []
  private var isRecovering = false

  /// Maximum number of stored constraints; a real conflict has a few.
  private static let limit = 100

  init(test: String?) { self.test = test }

  /// The conflicting constraints without addresses and numbers, in the order of the report.
  var shape: String {
    constraints.isEmpty
      ? "Unable to simultaneously satisfy constraints"
      : constraints.map(WarningShape.shape).joined(separator: "; ")
  }

  var identifiers: [String] {
    Set(constraints.flatMap(WarningShape.identifiers)).sorted()
  }

  /// Takes the line if it belongs to the report; returns whether it does.
  mutating func take(_ line: LogLine) -> Bool {
    var content = line.content
    content.dropTrailingBlanks()
    if content.isEmpty || content.equals("(") || content.equals(")") { return true }
    if content.starts(with: "\"<") || content.starts(with: "<NS") || content.starts(with: "<_UI")
      || content.starts(with: "<UI") || content.equals("<private>")
      || content.starts(with: "<SnapKit.") || content.starts(with: "<MAS")
    {
      if !isRecovering, constraints.count < Self.limit, !content.equals("<private>") {
        _ = content.dropSuffix(",")
        _ = content.skip(UInt8(ascii: "\""))
        _ = content.dropSuffix("\"")
        constraints.append(content.text)
      }
      return true
    }
    if content.starts(with: "Will attempt to recover by breaking constraint") {
      isRecovering = true
      return true
    }
    return Self.advice.contains { content.starts(with: $0) }
  }

  private static let advice: [StaticString] = [
    "Probably at least one of the constraints", "Try this:", "(1) look at each constraint",
    "(2) find the code that added", "(Note: If you're seeing NSAutoresizingMask",
    "Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints",
    "The methods in the UIConstraintBasedLayoutDebugging category",
    "Set the NSUserDefault NSConstraintBasedLayout",
  ]
}
