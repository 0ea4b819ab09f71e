/// The budget for comparing the lines of all files of a change, in steps.
///
/// Lines that both texts have in another order cost the most. For each changed line, libgit2 looks
/// at some 256 places, or at the square root of the number of lines if that is more (`mxcost` in
/// `xdiffi.c`).
final class LineRoom {
  private var left: Int

  init(_ left: Int = 1_200_000_000) { self.left = left }

  /// Number of lines of both texts that are always compared while the budget lasts.
  private static let fewLines = 100_000

  /// Whether the rest of the budget is sufficient for two texts, whatever they contain.
  func allows(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Bool {
    guard left > 0, LineComparison.holdMore(than: Self.fewLines, old, new) else { return left > 0 }
    let lines = LineComparison.linesBetween(old, new)
    return Self.steps(changes: lines, lines: lines) <= left
  }

  /// Deducts the cost of a comparison.
  func take(_ comparison: LineComparison, of lines: @autoclosure () -> Int) {
    let changes = comparison.additions + comparison.deletions
    if changes > 0 { left -= Self.steps(changes: changes, lines: lines()) }
  }

  private static func steps(changes: Int, lines: Int) -> Int {
    changes * max(256, Int(Double(lines).squareRoot()))
  }
}
