/// A layout-style warning that a framework printed while the program ran.
package struct RuntimeWarning: Codable, Hashable, Sendable {
  /// The id as written in `.ci.yml` under `warnings`: `auto-layout`, `cgcontext`, or a custom id.
  package var category: String
  /// How often it was printed.
  package var count: Int
  /// The tests during which it was printed, sorted and unique; empty when they are not known.
  package var tests: [String]
  /// The distinct forms of the warning, most frequent first.
  package var shapes: [Shape]

  package init(category: String, count: Int, tests: [String], shapes: [Shape]) {
    self.category = category
    self.count = count
    self.tests = tests
    self.shapes = shapes
  }

  /// How often a form was printed during one test.
  package struct TestCount: Codable, Hashable, Sendable {
    package var name: String
    package var count: Int

    package init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  /// One form of the warning; addresses and numbers are removed so that runs can be compared.
  package struct Shape: Codable, Hashable, Sendable {
    package var shape: String
    package var count: Int
    /// Names that help to find the cause, such as constraint identifiers and class names; sorted.
    package var identifiers: [String]
    /// The location of its first occurrence, relative to the repository root if that is known;
    /// `nil` when the log contains none.
    @NullCoded package var file: String?
    /// 1-based.
    @NullCoded package var line: Int?
    /// The text of its first occurrence; `nil` when it adds nothing to the shape.
    @NullCoded package var message: String?
    /// The tests during which it was printed, sorted by name; occurrences outside of a known test
    /// are missing.
    package var tests: [TestCount]

    package init(
      shape: String, count: Int, identifiers: [String], file: String? = nil, line: Int? = nil,
      message: String? = nil, tests: [TestCount] = []
    ) {
      self.shape = shape
      self.count = count
      self.identifiers = identifiers
      self.file = file
      self.line = line
      self.message = message
      self.tests = tests
    }
  }
}

extension RuntimeWarning.Shape {
  /// Also reads records without locations and tests, as versions before 0.2 wrote them.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      shape: try container.decode(String.self, forKey: .shape),
      count: try container.decode(Int.self, forKey: .count),
      identifiers: try container.decode([String].self, forKey: .identifiers),
      file: try container.decodeIfPresent(String.self, forKey: .file),
      line: try container.decodeIfPresent(Int.self, forKey: .line),
      message: try container.decodeIfPresent(String.self, forKey: .message),
      tests: try container.decodeIfPresent([RuntimeWarning.TestCount].self, forKey: .tests) ?? [])
  }

  /// Adds the occurrences of another value of the same form.
  package mutating func add(_ other: RuntimeWarning.Shape) {
    count += other.count
    identifiers = Set(identifiers + other.identifiers).sorted()
    if file == nil { (file, line) = (other.file, other.line) }
    message = message ?? other.message
    var counts = Dictionary(tests.map { ($0.name, $0.count) }, uniquingKeysWith: +)
    for test in other.tests { counts[test.name, default: 0] += test.count }
    tests = counts.sorted { $0.key < $1.key }.map { .init(name: $0.key, count: $0.value) }
  }
}

/// The ids of the built-in categories.
package enum RuntimeWarningCategory {
  package static let addressSanitizer = "address-sanitizer"
  package static let appearanceTransitions = "appearance-transitions"
  package static let attributeGraph = "attribute-graph"
  package static let autoLayout = "auto-layout"
  package static let cgContext = "cgcontext"
  package static let coreDataConcurrency = "core-data-concurrency"
  package static let leakSanitizer = "leak-sanitizer"
  package static let mainThreadChecker = "main-thread-checker"
  package static let network = "network"
  package static let snapshot = "snapshot"
  package static let swiftUIState = "swiftui-state"
  package static let tableViewLayout = "table-view-layout"
  package static let threadSanitizer = "thread-sanitizer"
  package static let undefinedBehaviorSanitizer = "undefined-behavior-sanitizer"

  /// All built-in categories, sorted.
  package static let all = [
    addressSanitizer, appearanceTransitions, attributeGraph, autoLayout, cgContext,
    coreDataConcurrency, leakSanitizer, mainThreadChecker, network, snapshot, swiftUIState,
    tableViewLayout, threadSanitizer, undefinedBehaviorSanitizer,
  ]

  /// Categories that fail a run even if every test passes, unless `.ci.yml` sets a limit.
  package static let sanitizers = [
    addressSanitizer, leakSanitizer, threadSanitizer, undefinedBehaviorSanitizer,
  ]
}

extension RuntimeWarning {
  /// One entry per category, sorted, with counts added up.
  package static func merged(_ warnings: [RuntimeWarning]) -> [RuntimeWarning] {
    var byCategory: [String: RuntimeWarning] = [:]
    for warning in warnings {
      guard var known = byCategory[warning.category] else {
        byCategory[warning.category] = warning
        continue
      }
      known.count += warning.count
      known.tests = Set(known.tests + warning.tests).sorted()
      var shapes: [String: Shape] = [:]
      for shape in known.shapes + warning.shapes {
        guard var merged = shapes[shape.shape] else {
          shapes[shape.shape] = shape
          continue
        }
        merged.add(shape)
        shapes[shape.shape] = merged
      }
      known.shapes = shapes.values.sorted {
        $0.count == $1.count ? $0.shape < $1.shape : $0.count > $1.count
      }
      byCategory[warning.category] = known
    }
    return byCategory.values.sorted { $0.category < $1.category }
  }
}
