/// Recognizes SwiftPM's other lines.
///
///     Build complete! (28.95s)
///     Build of product 'devtool' complete! (3.10s)
///     Fetching https://github.com/apple/swift-argument-parser.git from cache
///
/// Source: `BuildOperation.swift` and `SwiftCommandObservabilityHandler.swift` in SwiftPM.
struct SwiftPMNotice: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("BCFPRUW[")

  func event(in line: LogLine) -> LogEvent? {
    guard line.indent == 0 else { return nil }
    let content = line.content
    if content.starts(with: "Build ") {
      guard
        content.starts(with: "Build complete!")
          || content.contains(" complete!")
            && (content.starts(with: "Build of product ")
              || content.starts(with: "Build of target"))
      else { return nil }
      var rest = content
      let seconds = rest.take(upToLast: "(").flatMap { _ in rest.decimal() }
      return .buildEnded(action: "build", succeeded: true, seconds: seconds)
    }
    if content.starts(with: "[#"), content.contains("]: <https://docs.swift.org/") {
      return .notice
    }
    for opening in Self.openings where content.starts(with: opening) { return .notice }
    return nil
  }

  private static let openings: [StaticString] = [
    "Building for ", "Computed https://", "Computing version for ", "Creating working copy ",
    "Fetched ", "Fetching ", "Planning build", "Pre-planning ", "Resolved ", "Resolving ",
    "Updated https://", "Updating https://", "Working copy of ",
  ]
}
