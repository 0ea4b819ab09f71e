import CIModel

/// The random order of the tests of an XCTest class.
///
/// A process runs its tests in the order in which they were compiled, whatever order they are named
/// in (`TestFiltering.filterTests` in swift-corelibs-xctest only omits tests). So running a test
/// after one that is listed behind it takes another process, which costs about 25 ms.
enum ClassOrder {
  /// The maximum number of consecutive processes for the tests of one class; half of that is usual.
  private static let mostSteps = 16

  /// Returns the tests in nearly the same order, so that no class needs more processes than
  /// allowed.
  static func limited(_ shuffled: [PlannedTest]) -> [PlannedTest] {
    var places: [String: [Int]] = [:]
    for (index, test) in shuffled.enumerated() where test.framework == .xctest {
      places[test.id.module + "." + (test.id.suite ?? ""), default: []].append(index)
    }
    var limited = shuffled
    for indices in places.values where indices.count > mostSteps {
      // Within each part, the tests are in the order of the listing.
      for step in 0..<mostSteps {
        let part = indices[
          (indices.count * step / mostSteps)..<(indices.count * (step + 1) / mostSteps)]
        let tests = part.map { shuffled[$0] }.sorted { $0.position < $1.position }
        for (index, test) in zip(part, tests) { limited[index] = test }
      }
    }
    return limited
  }
}
