import CIModel

/// Functions that were never called or not fully covered, as a list.
struct FunctionsBlock {
  private let files: [Coverage.File]
  private let count: Int

  /// Empty when functions were not requested.
  init(_ coverage: Coverage) {
    files = coverage.files.filter { $0.functionList != nil }
    count = coverage.totals.functions.count
  }

  func draw(on screen: inout Screen) {
    let functions = files.flatMap { $0.functionList ?? [] }
    guard !functions.isEmpty else { return }
    let never = functions.count { $0.count == 0 }
    let partly = functions.count(where: \.isPartlyCovered)
    screen.heading(
      "Functions", "\(count.grouped), \(never.grouped) never ran, \(partly.grouped) ran in part")
    for file in files {
      let shown = (file.functionList ?? []).filter(\.isMissed)
      if shown.isEmpty { continue }
      screen.line(Span("  " + file.path))
      let places = shown.map { CoverageScreen.ranges([[$0.line, $0.endLine]])[0] }
      let width = places.map(\.utf8.count).max() ?? 0
      for (function, place) in zip(shown, places) {
        let mark = function.count == 0 ? screen.symbols.failed : "~"
        let regions = "\(function.regions.covered)/\(function.regions.count)"
        screen.flow(
          [
            Span(mark + " ", function.count == 0 ? .red : .yellow),
            Span(place.padded(to: width) + "  ", .dim), Span(function.name),
            Span("  " + regions, .dim),
          ], indent: 4, hanging: 8 + width)
      }
    }
  }
}

extension Coverage.Function {
  fileprivate var isPartlyCovered: Bool { count > 0 && regions.covered < regions.count }
}
