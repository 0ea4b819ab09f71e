import CIModel

/// In which runs a warning was printed. A run that compiled only what had changed says nothing of the other files,
/// so their warnings count as still there.
struct WarningTrail {
  /// In the newest runs.
  private(set) var counts: [Int]
  /// The place of the first run since which it was always there.
  private(set) var since: Int
  private var last: Int
  private var lastCount = 0
  private let isCompiled: Bool

  /// The runs of a history, as far as warnings depend on them.
  struct Runs {
    let count: Int
    /// The place of the first run that is shown.
    let firstShown: Int
    /// How many of the runs before each place compiled everything.
    private let whole: [Int]

    init(_ runs: [HistoryRun]) {
      count = runs.count
      firstShown = max(0, runs.count - HistoryTrends.shownPoints)
      whole = runs.reduce(into: [0]) {
        $0.append(($0.last ?? 0) + ($1.isIncremental == true ? 0 : 1))
      }
    }

    /// Whether no run of a range compiled everything.
    func areIncremental(_ range: Range<Int>) -> Bool {
      whole[range.upperBound] == whole[range.lowerBound]
    }
  }

  init(kind: String, at index: Int, _ runs: Runs) {
    isCompiled = kind == Severity.warning.rawValue
    counts = [Int](repeating: 0, count: runs.count - runs.firstShown)
    (since, last) = (index, index)
  }

  /// Adds that a run printed it; the runs come in their order.
  mutating func add(_ count: Int, at index: Int, _ runs: Runs) {
    if index > last {
      if !isThere(until: index, runs) { since = index }
      keep(until: index, runs)
      (last, lastCount) = (index, 0)
    }
    lastCount += count
    if index >= runs.firstShown { counts[index - runs.firstShown] = lastCount }
  }

  /// Ends it behind the newest run.
  ///
  /// - Returns: Whether it is there.
  mutating func end(_ runs: Runs) -> Bool {
    keep(until: runs.count, runs)
    return isThere(until: runs.count, runs)
  }

  private func isThere(until index: Int, _ runs: Runs) -> Bool {
    last + 1 == index || isCompiled && runs.areIncremental(last + 1..<index)
  }

  private mutating func keep(until end: Int, _ runs: Runs) {
    var index = max(last + 1, runs.firstShown)
    while index < end, isThere(until: index + 1, runs) {
      counts[index - runs.firstShown] = lastCount
      index += 1
    }
  }
}
