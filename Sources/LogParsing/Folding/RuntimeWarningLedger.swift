import CIModel

/// Collects runtime warnings by category and shape.
struct RuntimeWarningLedger {
  private var categories: [String: Category] = [:]

  /// Maximum number of identifiers per shape.
  private static let identifierLimit = 64

  private struct Category {
    var count = 0
    var tests: Set<String> = []
    var shapes: [RuntimeWarning.Shape] = []
    var indices: [String: Int] = [:]
    /// Number of occurrences per test, with the same indices as `shapes`.
    var testCounts: [[String: Int]] = []
  }

  /// Adds one occurrence; `test` is the test in which it happened, if known.
  mutating func add(
    _ category: String, shape: String, identifiers: [String], test: String?,
    file: String? = nil, line: Int? = nil, message: String? = nil
  ) {
    var entry = categories.removeValue(forKey: category) ?? Category()
    entry.count += 1
    if let test { entry.tests.insert(test) }
    let index = entry.indices[shape] ?? entry.shapes.count
    if index == entry.shapes.count {
      entry.indices[shape] = index
      entry.shapes.append(
        .init(
          shape: shape, count: 1, identifiers: identifiers.sorted(), file: file, line: line,
          message: message))
      entry.testCounts.append([:])
    } else {
      entry.shapes[index].count += 1
      if entry.shapes[index].file == nil {
        (entry.shapes[index].file, entry.shapes[index].line) = (file, line)
      }
      let known = Set(entry.shapes[index].identifiers)
      if known.count < Self.identifierLimit, !known.isSuperset(of: identifiers) {
        entry.shapes[index].identifiers = known.union(identifiers).sorted()
      }
    }
    if let test { entry.testCounts[index][test, default: 0] += 1 }
    categories[category] = entry
  }

  func count(of category: String) -> Int { categories[category]?.count ?? 0 }

  func tests(of category: String) -> Set<String> { categories[category]?.tests ?? [] }

  var warnings: [RuntimeWarning] {
    categories.sorted { $0.key < $1.key }.map { category, entry in
      let shapes = zip(entry.shapes, entry.testCounts).map { shape, counts in
        var shape = shape
        shape.tests = counts.sorted { $0.key < $1.key }.map { .init(name: $0.key, count: $0.value) }
        return shape
      }
      return RuntimeWarning(
        category: category, count: entry.count, tests: entry.tests.sorted(),
        shapes: shapes.sorted { ($1.count, $0.shape) < ($0.count, $1.shape) })
    }
  }
}
