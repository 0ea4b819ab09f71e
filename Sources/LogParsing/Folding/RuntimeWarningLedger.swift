import CIModel

/// Collects runtime warnings by category and shape.
struct RuntimeWarningLedger {
  private var categories: [String: Category] = [:]

  private struct Category {
    var count = 0
    var tests: Set<String> = []
    var shapes: [RuntimeWarning.Shape] = []
    var indices: [String: Int] = [:]
  }

  mutating func add(_ category: String, shape: String, identifiers: [String], test: String?) {
    var entry = categories[category] ?? Category()
    entry.count += 1
    if let test { entry.tests.insert(test) }
    if let index = entry.indices[shape] {
      entry.shapes[index].count += 1
      let known = Set(entry.shapes[index].identifiers)
      if !known.isSuperset(of: identifiers) {
        entry.shapes[index].identifiers = known.union(identifiers).sorted()
      }
    } else {
      entry.indices[shape] = entry.shapes.count
      entry.shapes.append(.init(shape: shape, count: 1, identifiers: identifiers.sorted()))
    }
    categories[category] = entry
  }

  func count(of category: String) -> Int { categories[category]?.count ?? 0 }

  var warnings: [RuntimeWarning] {
    categories.sorted { $0.key < $1.key }.map { category, entry in
      RuntimeWarning(
        category: category, count: entry.count, tests: entry.tests.sorted(),
        shapes: entry.shapes.sorted { ($1.count, $0.shape) < ($0.count, $1.shape) })
    }
  }
}
