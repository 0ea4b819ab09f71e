/// The number of tests in each class of a product, which decides whether a class can be named as a
/// whole.
///
/// swift-corelibs-xctest searches its whole list of names for each of its tests
/// (`TestFiltering.swift`): a thousand test names take 36 ms before the first test runs, the
/// hundred names of their classes almost nothing.
struct XCTestClasses: Sendable {
  /// Test counts by executable, then by `Module.Class`.
  private let counts: [Int: [Substring: Int]]

  init(of product: TestProduct) {
    var counts: [Int: [Substring: Int]] = [:]
    for id in product.xctests {
      guard let name = XCTestClasses.name(of: id) else { continue }
      counts[product.executable(of: id), default: [:]][name, default: 0] += 1
    }
    self.counts = counts
  }

  /// The argument that makes XCTest run exactly these tests, all of one executable: names of whole
  /// classes that have several tests, and of single tests, in the given order.
  func argument(for tests: [PlannedTest]) -> String {
    let listed = tests.first.flatMap { counts[$0.executable] } ?? [:]
    var wanted: [Substring: Int] = [:]
    for test in tests { XCTestClasses.name(of: test.id).map { wanted[$0, default: 0] += 1 } }
    var named: Set<Substring> = []
    var names: [Substring] = []
    for test in tests {
      if let name = XCTestClasses.name(of: test.id), wanted[name] == listed[name],
        listed[name] != 1
      {
        if named.insert(name).inserted { names.append(name) }
      } else {
        names.append(test.id.text[...])
      }
    }
    return names.joined(separator: ",")
  }

  /// Returns `Module.Class` of `Module.Class/test`.
  static func name(of id: TestID) -> Substring? {
    id.text.utf8.lastIndex(of: UInt8(ascii: "/")).map { id.text[..<$0] }
  }
}
