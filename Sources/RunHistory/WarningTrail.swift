import CIModel

/// The runs in which a warning was printed. An incremental run does not report on files that it did
/// not compile, so their warnings count as still present.
struct WarningTrail {
  /// The counts in the newest runs.
  private(set) var counts: [Int]
  /// The index of the first run of the current uninterrupted series.
  private(set) var since: Int
  private var last: Int
  private var lastCount = 0
  private let isCompiled: Bool

  /// The properties of a history's runs that warnings depend on.
  struct Runs {
    let count: Int
    /// The index of the first run that is shown.
    let firstShown: Int
    /// The number of runs before each index that compiled everything.
    private let whole: [Int]

    init(_ runs: [HistoryRun]) {
      count = runs.count
      firstShown = max(0, runs.count - HistoryTrends.shownPoints)
      whole = runs.reduce(into: [0]) {
        $0.append(($0.last ?? 0) + ($1.isIncremental == true ? 0 : 1))
      }
    }

    /// Whether all runs of a range are incremental.
    func areIncremental(_ range: Range<Int>) -> Bool {
      whole[range.upperBound] == whole[range.lowerBound]
    }
  }

  init(kind: String, at index: Int, _ runs: Runs) {
    isCompiled = kind == Severity.warning.rawValue
    counts = [Int](repeating: 0, count: runs.count - runs.firstShown)
    (since, last) = (index, index)
  }

  /// Adds an occurrence in a run; runs must be added in order.
  mutating func add(_ count: Int, at index: Int, _ runs: Runs) {
    if index > last {
      if !isThere(until: index, runs) { since = index }
      keep(until: index, runs)
      (last, lastCount) = (index, 0)
    }
    lastCount += count
    if index >= runs.firstShown { counts[index - runs.firstShown] = lastCount }
  }

  /// Ends the trail after the newest run.
  ///
  /// - Returns: Whether the warning is still present.
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
