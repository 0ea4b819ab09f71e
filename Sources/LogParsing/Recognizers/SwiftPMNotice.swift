/// Recognizes other lines of SwiftPM.
///
///     Build complete! (28.95s)
///     Build of product 'devtool' complete! (3.10s)
///     Fetching https://github.com/apple/swift-argument-parser.git from cache
///
/// Source: `BuildOperation.swift` and `SwiftCommandObservabilityHandler.swift` in SwiftPM.
struct SwiftPMNotice: LineRecognizer {
  static let firstBytes: [UInt8]? = bytes("BCFLPRUW[*")

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
    if content.equals("* Build Completed!") {
      return .buildEnded(action: "build", succeeded: true, seconds: nil)
    }
    if content.starts(with: "[#"), content.contains("]: <https://docs.swift.org/") {
      return .notice
    }
    // Xcode ends the heading of a list with a colon.
    guard content.last != UInt8(ascii: ":") else { return nil }
    return Self.openings.contains(beginningOf: content) ? .notice : nil
  }

  private static let openings = OpeningTable([
    "Building for ", "Checking out ", "Cloning https://", "Cloning local copy of package ",
    "Compile Swift Module '", "Completed resolution in ",
    "Computed https://", "Computing dependencies", "Computing version for ",
    "Creating working copy ",
    "Fetched ", "Fetching ", "Linking ./.build/", "Planning build", "Planning deferred tasks",
    "Pre-planning ", "Resolved ", "Resolving ",
    "Updated https://", "Updating from ", "Updating https://", "Using on-disk description",
    "Working copy of ",
  ])
}
