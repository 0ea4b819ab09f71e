/// The tests of a stored record that have only the common properties.
///
/// They are parsed separately: a run has tens of thousands, and `JSONDecoder` needs 30 microseconds
/// for each.
package struct PlainTests {
  /// The document without the plain tests.
  package private(set) var rest: [UInt8]
  /// The plain tests, each with its index in the list.
  private var tests: [(place: Int, test: TestCase)] = []

  /// - Parameter document: A record as `JSONText` writes it; other content is left unchanged.
  package init(of document: [UInt8]) {
    rest = document
    guard let list = try? document.withUnsafeBytes({ try Self.list(in: $0) }) else { return }
    tests = list.tests
    guard let range = list.range else { return }
    rest = Array(document[..<range.lowerBound])
    rest.append(UInt8(ascii: "["))
    for (index, other) in list.others.enumerated() {
      if index > 0 { rest.append(UInt8(ascii: ",")) }
      rest += document[other]
    }
    rest.append(UInt8(ascii: "]"))
    rest += document[range.upperBound...]
  }

  /// Merges the plain tests and the others in their original order.
  package func joined(with others: [TestCase]) -> [TestCase] {
    var result: [TestCase] = []
    result.reserveCapacity(tests.count + others.count)
    var left = others[...]
    for (place, test) in tests {
      while result.count < place, let other = left.popFirst() { result.append(other) }
      result.append(test)
    }
    return result + left
  }

  private struct List {
    var tests: [(place: Int, test: TestCase)] = []
    /// The ranges of tests that are not plain.
    var others: [Range<Int>] = []
    /// The range of the whole list.
    var range: Range<Int>?
  }

  private static func list(in document: UnsafeRawBufferPointer) throws(MalformedJSON) -> List {
    var list = List()
    var cursor = JSONCursor(document)
    try cursor.object { cursor, key throws(MalformedJSON) in
      guard key == "tests" else { return try cursor.skipValue() }
      let start = cursor.offset
      // If there are two lists, `JSONDecoder` decides which one counts.
      guard list.range == nil else { throw MalformedJSON(byteOffset: start) }
      var count = 0
      try cursor.array { cursor throws(MalformedJSON) in
        let before = cursor
        if let test = try? TestCase(plain: &cursor) {
          list.tests.append((count, test))
        } else {
          cursor = before
          try cursor.skipValue()
          list.others.append(before.offset..<cursor.offset)
        }
        count += 1
      }
      list.range = start..<cursor.offset
    }
    return list
  }
}

extension TestCase {
  /// Reads a test without attachments and other rare properties; throws for any other test.
  fileprivate init(plain cursor: inout JSONCursor) throws(MalformedJSON) {
    var test = TestCase(name: "", framework: .other, function: "", outcome: .unfinished)
    var known = 0
    let isOther = MalformedJSON(byteOffset: cursor.offset)
    try cursor.object { cursor, key throws(MalformedJSON) in
      switch key {
      case "name": test.name = try cursor.string()
      case "function": test.function = try cursor.string()
      case "output": test.output = try cursor.string()
      case "framework":
        guard let value = TestFramework(rawValue: try cursor.string()) else { throw isOther }
        test.framework = value
      case "outcome": test.outcome = try cursor.outcome()
      case "runs":
        try cursor.array { cursor throws(MalformedJSON) in
          test.runs.append(try TestRun(plain: &cursor))
        }
      case "issues":
        try cursor.array { cursor throws(MalformedJSON) in
          test.issues.append(try TestIssue(plain: &cursor))
        }
      case "id": test.id = try cursor.string()
      case "module": test.module = try cursor.null() ? nil : cursor.string()
      case "suite": test.suite = try cursor.null() ? nil : cursor.string()
      case "file": test.file = try cursor.string()
      case "line": test.line = try cursor.integer()
      case "step": test.step = try cursor.string()
      case "durationSeconds": test.durationSeconds = try cursor.null() ? nil : cursor.number()
      default: throw isOther
      }
      if Self.required.contains(key) { known += 1 }
    }
    // `JSONDecoder` handles tests with duplicate or missing keys.
    guard known == Self.required.count else { throw isOther }
    self = test
  }

  private static let required: Set<String> = [
    "name", "function", "output", "framework", "outcome", "runs", "issues",
  ]
}

extension TestRun {
  fileprivate init(plain cursor: inout JSONCursor) throws(MalformedJSON) {
    var outcome: TestOutcome?
    var (seconds, start): (Double?, Double?)
    var worker: Int?
    let isOther = MalformedJSON(byteOffset: cursor.offset)
    try cursor.object { cursor, key throws(MalformedJSON) in
      switch key {
      case "outcome": outcome = try cursor.outcome()
      case "durationSeconds": seconds = try cursor.null() ? nil : cursor.number()
      case "startSeconds": start = try cursor.number()
      case "worker": worker = try cursor.integer()
      default: throw isOther
      }
    }
    guard let outcome else { throw isOther }
    self.init(outcome, durationSeconds: seconds)
    (startSeconds, self.worker) = (start, worker)
  }
}

extension TestIssue {
  /// Reads an issue without a snapshot; throws for any other issue.
  fileprivate init(plain cursor: inout JSONCursor) throws(MalformedJSON) {
    var issue = TestIssue("")
    var known = 0
    let isOther = MalformedJSON(byteOffset: cursor.offset)
    try cursor.object { cursor, key throws(MalformedJSON) in
      switch key {
      case "message": issue.message = try cursor.string()
      case "isKnown": issue.isKnown = try cursor.boolean()
      case "severity":
        guard let value = Severity(rawValue: try cursor.string()) else { throw isOther }
        issue.severity = value
      case "file": issue.file = try cursor.null() ? nil : cursor.string()
      case "line": issue.line = try cursor.null() ? nil : cursor.integer()
      case "column": issue.column = try cursor.null() ? nil : cursor.integer()
      case "arguments": issue.arguments = try cursor.string()
      default: throw isOther
      }
      if Self.required.contains(key) { known += 1 }
    }
    guard known == Self.required.count else { throw isOther }
    self = issue
  }

  private static let required: Set<String> = ["message", "isKnown", "severity"]
}

extension JSONCursor {
  fileprivate mutating func integer() throws(MalformedJSON) -> Int {
    let start = offset
    guard let value = Int(exactly: try number()) else { throw MalformedJSON(byteOffset: start) }
    return value
  }

  fileprivate mutating func outcome() throws(MalformedJSON) -> TestOutcome {
    let start = offset
    guard let outcome = TestOutcome(rawValue: try string()) else {
      throw MalformedJSON(byteOffset: start)
    }
    return outcome
  }
}
