import Patterns

/// Which tests of the product are to run, by name and by tag.
package struct TestSelection: Hashable, Sendable {
  /// Only tests that match one of these; empty takes all.
  package var filter: [Pattern] = []
  /// Never tests that match one of these.
  package var skip: [Pattern] = []
  /// Only tests with these ids, such as those that failed last; `nil` takes all.
  package var ids: Set<String>?

  package init() {}

  package var isEverything: Bool { filter.isEmpty && skip.isEmpty && ids == nil }

  /// `regex` or `tag:name`.
  package enum Pattern: Hashable, Sendable {
    /// Searched for in `Module.Class/test` or `Module.Suite/function(_:)`, in the syntax of `Patterns`.
    case expression(String)
    /// A tag of Swift Testing, without the dot in front.
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

  /// Decides for many tests; made once, because a pattern takes long to compile.
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

  /// A pattern that cannot be used.
  package struct BadPattern: Error, Hashable {
    package var pattern: String
    /// A fragment that follows the pattern: `is not a regular expression: …`.
    package var message: String
  }

  /// Says what is wrong with the patterns, before anything is built for them.
  package func check() throws(BadPattern) {
    _ = try Matcher(self)
  }
}
