import CIModel

/// Recognizes the first line of Auto Layout's report of a conflict.
///
///     … App[9356:1465466] [LayoutConstraints] Unable to simultaneously satisfy constraints.
///     … Mac[4899:703967] [Layout] Unable to simultaneously satisfy constraints:
///
/// Source: UIKit since iOS 6 and AppKit; Yalantis/DisplaySwitcher#20, SnapKit/Masonry#415.
struct LayoutConflict: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("[<UJFMASOND0123456789")

  func event(in line: LogLine) -> LogEvent? {
    let rest = SystemLog.withoutCategory(SystemLog.message(line.content))
    guard rest.starts(with: "Unable to simultaneously satisfy constraints") else { return nil }
    return .runtimeWarning(
      category: RuntimeWarningCategory.autoLayout,
      shape: "Unable to simultaneously satisfy constraints", identifiers: [])
  }
}
