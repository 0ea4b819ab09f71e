/// A layout-style warning that a framework printed while the program ran.
package struct RuntimeWarning: Codable, Hashable, Sendable {
  /// The id as written in `.ci.yml` under `warnings`: `auto-layout`, `cgcontext`, or a custom id.
  package var category: String
  /// How often it was printed.
  package var count: Int
  /// The tests it happened in, sorted, each once; empty where that cannot be told.
  package var tests: [String]
  /// The distinct forms it had, the most frequent first.
  package var shapes: [Shape]

  package init(category: String, count: Int, tests: [String], shapes: [Shape]) {
    self.category = category
    self.count = count
    self.tests = tests
    self.shapes = shapes
  }

  /// One form of the warning, with addresses and numbers taken out so that runs can be compared.
  package struct Shape: Codable, Hashable, Sendable {
    package var shape: String
    package var count: Int
    /// Names that point at the culprit, such as constraint identifiers and class names; sorted.
    package var identifiers: [String]

    package init(shape: String, count: Int, identifiers: [String]) {
      self.shape = shape
      self.count = count
      self.identifiers = identifiers
    }
  }
}

/// The ids of the categories that are known without configuration.
package enum RuntimeWarningCategory {
  package static let appearanceTransitions = "appearance-transitions"
  package static let attributeGraph = "attribute-graph"
  package static let autoLayout = "auto-layout"
  package static let cgContext = "cgcontext"
  package static let coreDataConcurrency = "core-data-concurrency"
  package static let mainThreadChecker = "main-thread-checker"
  package static let swiftUIState = "swiftui-state"
  package static let tableViewLayout = "table-view-layout"
  package static let threadSanitizer = "thread-sanitizer"

  /// Sorted.
  package static let all = [
    appearanceTransitions, attributeGraph, autoLayout, cgContext, coreDataConcurrency,
    mainThreadChecker, swiftUIState, tableViewLayout, threadSanitizer,
  ]
}
