/// How many tests each class of a product has, which tells when a class may be named as a whole.
///
/// swift-corelibs-xctest looks through its whole list of names for every test that it has
/// (`TestFiltering.swift`): a thousand names of tests cost it 36 ms before the first of them runs, the
/// hundred names of their classes next to nothing.
struct XCTestClasses: Sendable {
  /// By executable, then by `Module.Class`.
  private let counts: [Int: [Substring: Int]]

  init(of product: TestProduct) {
    var counts: [Int: [Substring: Int]] = [:]
    for id in product.xctests {
      guard let name = XCTestClasses.name(of: id) else { continue }
      counts[product.executable(of: id), default: [:]][name, default: 0] += 1
    }
    self.counts = counts
  }

  /// What XCTest takes to run these tests, all of one executable, and no other: names of whole
  /// classes, if they have several tests, and of single tests, in the order given.
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

  /// `Module.Class` of `Module.Class/test`.
  private static func name(of id: TestID) -> Substring? {
    id.text.utf8.lastIndex(of: UInt8(ascii: "/")).map { id.text[..<$0] }
  }
}
