import Patterns

/// Selects tests of the product by name and by tag.
package struct TestSelection: Hashable, Sendable {
  /// Selects only tests that match one of these patterns; empty selects all.
  package var filter: [Pattern] = []
  /// Excludes tests that match one of these patterns.
  package var skip: [Pattern] = []
  /// Selects only tests with these ids, such as the last failed ones; `nil` selects all.
  package var ids: Set<String>?

  package init() {}

  package var isEverything: Bool { filter.isEmpty && skip.isEmpty && ids == nil }

  /// `regex` or `tag:name`.
  package enum Pattern: Hashable, Sendable {
    /// A regular expression, in the syntax of `Patterns`, that is searched for in
    /// `Module.Class/test` or `Module.Suite/function(_:)`.
    case expression(String)
    /// A tag of Swift Testing, without the leading dot.
    case tag(String)

    package init(_ text: String) {
      if text.hasPrefix("tag:") {
        let name = text.dropFirst(4)
        self = .tag(String(name.first == "." ? name.dropFirst() : name))
      } else {
        self = .expression(text)
      }
    }

    package var text: String {
      switch self {
      case .expression(let pattern): pattern
      case .tag(let name): "tag:\(name)"
      }
    }
  }

  /// The compiled selection; reused for many tests, because compiling a pattern is slow.
  struct Matcher {
    private let filter: [Test]
    private let skip: [Test]
    private let ids: Set<String>?

    private enum Test {
      case expression(Patterns.Matcher)
      case tag(String)

      func matches(_ id: String, tags: [String]) -> Bool {
        switch self {
        case .expression(let matcher): matcher.occurs(in: id)
        case .tag(let name): tags.contains(name)
        }
      }
    }

    func includes(_ id: String, tags: [String]) -> Bool {
      if let ids, !ids.contains(id) { return false }
      if skip.contains(where: { $0.matches(id, tags: tags) }) { return false }
      return filter.isEmpty || filter.contains { $0.matches(id, tags: tags) }
    }

    init(_ selection: TestSelection) throws(BadPattern) {
      filter = try Matcher.compile(selection.filter)
      skip = try Matcher.compile(selection.skip)
      ids = selection.ids
    }

    private static func compile(_ patterns: [Pattern]) throws(BadPattern) -> [Test] {
      var tests: [Test] = []
      for pattern in patterns {
        switch pattern {
        case .tag(let name): tests.append(.tag(name))
        case .expression(let text):
          do {
            tests.append(.expression(try Patterns.Pattern(text).matcher()))
          } catch {
            throw BadPattern(pattern: text, message: error.problem)
          }
        }
      }
      return tests
    }
  }

  /// An invalid pattern.
  package struct BadPattern: Error, Hashable {
    package var pattern: String
    /// A fragment that follows the pattern: `is not a regular expression: …`.
    package var message: String
  }

  /// Validates the patterns, before anything is built for them.
  package func check() throws(BadPattern) {
    _ = try Matcher(self)
  }
}
