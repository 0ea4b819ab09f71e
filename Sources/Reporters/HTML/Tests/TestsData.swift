import CIModel

/// The list of all tests as columns, and the details of single tests in pieces that are loaded when
/// a test is opened.
struct TestsData {
  /// The content of `report.data.tests`.
  private(set) var index = ScriptData()
  /// The contents of `report.data.details0` and so on, keyed by the position of the test in the
  /// list.
  private(set) var pieces: [ScriptData] = []

  /// The size in bytes after which a new piece begins.
  private static let pieceSize = 256 << 10
  /// The piece number of details that were omitted.
  private static let leftOut = -1

  /// - Parameters:
  ///   - order: Positions in the record, in the order of the list.
  ///   - cards: Ids of failure cards, by the position of the test.
  ///   - room: The maximum size of all pieces in bytes; further details are omitted.
  init(
    _ record: RunRecord, order: [Int], cards: [Int: String], links: PageLinks, room: Int
  ) {
    let chunks = cutPieces(
      record.tests, order.enumerated().filter { cards[$0.element] == nil }, room: room)
    index.raw("{")
    writePlaces(order.map { record.tests[$0] }, links)
    write(record.tests, order, cards, chunks, slow: Set(record.slow.map(\.name)))
  }

  /// The order of the list: by module, suite and name.
  static func order(_ tests: [TestCase]) -> [Int] {
    tests.indices.sorted { left, right in
      let (one, other) = (tests[left], tests[right])
      let first = (one.module ?? "", one.suite ?? "", one.function)
      let second = (other.module ?? "", other.suite ?? "", other.function)
      return first == second ? left < right : first < second
    }
  }

  // MARK: - The index

  private mutating func write(
    _ tests: [TestCase], _ order: [Int], _ cards: [Int: String], _ chunks: [Int: Int],
    slow: Set<String>
  ) {
    let tagNames = Set(tests.flatMap { $0.tags ?? [] }).sorted()
    let tagNumbers = Dictionary(uniqueKeysWithValues: zip(tagNames, tagNames.indices))
    index.raw(",\"groups\":")
    index.list(Self.groups(order.map { tests[$0] })) { data, group in
      data.raw("[")
      data.string(shown(group.module))
      data.raw(",")
      data.string(shown(group.suite))
      data.raw(",")
      data.number(group.count)
      data.raw("]")
    }
    var previous = ""
    var shared: [Int] = []
    var names: [String] = []
    for position in order {
      let name = shown(tests[position].function)
      let common = Self.sharedUnits(previous, name)
      shared.append(common)
      names.append(String(decoding: Array(name.utf16.dropFirst(common)), as: UTF16.self))
      previous = name
    }
    index.raw(",\"names\":")
    index.strings(names)
    index.raw(",\"shared\":")
    index.numbers(shared)
    index.raw(",\"outcomes\":")
    index.string(String(order.map { tests[$0].outcome.letter }))
    index.raw(",\"times\":")
    index.numbers(order.map { Self.millis(tests[$0].durationSeconds) })
    sparse("marks", order) { position in
      let words = tests[position].marks(slow: slow)
      return words.isEmpty ? nil : { $0.string(words) }
    }
    sparse("trends", order) { position in
      guard let trend = tests[position].trend else { return nil }
      return { $0.numbers(trend.map(Self.millis)) }
    }
    sparse("tags", order) { position in
      guard let tags = tests[position].tags, !tags.isEmpty else { return nil }
      return { $0.numbers(tags.compactMap { tagNumbers[$0] }) }
    }
    sparse("chunks", order) { position in chunks[position].map { chunk in { $0.number(chunk) } } }
    sparse("cards", order) { position in cards[position].map { mark in { $0.string(mark) } } }
    index.raw(",\"tagNames\":")
    index.strings(tagNames.map(shown))
    index.raw("}")
  }

  /// Writes the locations of the tests: runs of consecutive tests in the same source, with the
  /// address of its page; and the line of each test, 0 when it is unknown.
  private mutating func writePlaces(_ tests: [TestCase], _ links: PageLinks) {
    var files: [(path: String?, count: Int)] = []
    for test in tests {
      if let last = files.last, last.path == test.file {
        files[files.count - 1].count += 1
      } else {
        files.append((test.file, 1))
      }
    }
    index.raw("\"files\":")
    index.list(files) { data, file in
      data.raw("[")
      data.string(file.path.map(displayedPath) ?? "")
      data.raw(",")
      data.string(file.path.flatMap { links.file($0) }?.address ?? "")
      data.raw(",")
      data.number(file.count)
      data.raw("]")
    }
    index.raw(",\"lines\":")
    index.numbers(tests.map { $0.line ?? 0 })
  }

  /// Writes a column in which few tests have a value, as an object keyed by position in the list.
  private mutating func sparse(
    _ name: StaticString, _ order: [Int], _ value: (Int) -> ((inout ScriptData) -> Void)?
  ) {
    index.raw(",\"")
    index.raw(name)
    index.raw("\":{")
    var isFirst = true
    for (place, position) in order.enumerated() {
      guard let write = value(position) else { continue }
      if !isFirst { index.raw(",") }
      isFirst = false
      index.raw("\"")
      index.number(place)
      index.raw("\":")
      write(&index)
    }
    index.raw("}")
  }

  private static func groups(_ tests: [TestCase]) -> [(module: String, suite: String, count: Int)] {
    var groups: [(module: String, suite: String, count: Int)] = []
    for test in tests {
      let (module, suite) = (test.module ?? "", test.suite ?? "")
      if let last = groups.last, last.module == module, last.suite == suite {
        groups[groups.count - 1].count += 1
      } else {
        groups.append((module, suite, 1))
      }
    }
    return groups
  }

  /// The number of UTF-16 units in the common prefix of two names, without splitting a character.
  private static func sharedUnits(_ one: String, _ other: String) -> Int {
    var count = 0
    for (left, right) in zip(one.utf16, other.utf16) {
      guard left == right, !UTF16.isLeadSurrogate(left), !UTF16.isTrailSurrogate(left) else {
        break
      }
      count += 1
    }
    return count
  }

  private static func millis(_ seconds: Double?) -> Int {
    guard let seconds, seconds.isFinite, seconds >= 0, seconds < 1e9 else { return -1 }
    return Int((seconds * 1_000).rounded())
  }

  // MARK: - The pieces

  /// - Parameter listed: Positions in the list and in the record, of tests without a card.
  /// - Returns: The piece number of each test with details.
  private mutating func cutPieces(
    _ tests: [TestCase], _ listed: [(offset: Int, element: Int)], room: Int
  ) -> [Int: Int] {
    var chunks: [Int: Int] = [:]
    var total = 0
    for (place, position) in listed where tests[position].tellsMore {
      guard total < room else {
        chunks[position] = Self.leftOut
        continue
      }
      if pieces.last.map({ $0.bytes.count > Self.pieceSize }) ?? true {
        if !pieces.isEmpty { pieces[pieces.count - 1].raw("}") }
        pieces.append(ScriptData())
        pieces[pieces.count - 1].raw("{")
      } else {
        pieces[pieces.count - 1].raw(",")
      }
      let before = pieces[pieces.count - 1].bytes.count
      pieces[pieces.count - 1].details(tests[position], place)
      total += pieces[pieces.count - 1].bytes.count - before
      chunks[position] = pieces.count - 1
    }
    if !pieces.isEmpty { pieces[pieces.count - 1].raw("}") }
    return chunks
  }
}

private func shown(_ text: String) -> String { VisibleText.shown(text) }

extension ScriptData {
  fileprivate mutating func details(_ test: TestCase, _ listed: Int) {
    raw("\"")
    number(listed)
    raw("\":{\"issues\":")
    list(test.issues.prefix(10)) { data, issue in
      data.raw("[")
      data.string(issue.isKnown ? "known" : issue.severity == .error ? "" : issue.severity.rawValue)
      data.raw(",")
      data.string(shown(Clipped(issue.message, bytes: 4_000, lines: 60).text))
      data.raw(",")
      data.string(issue.place ?? "")
      if let arguments = issue.arguments {
        data.raw(",")
        data.string(shown(Clipped(arguments, bytes: 2_000, lines: 20).text))
      }
      data.raw("]")
    }
    raw(",\"output\":")
    string(shown(Clipped(test.output, .end, bytes: 8_000, lines: 100).text))
    raw("}")
  }
}

extension TestCase {
  fileprivate var tellsMore: Bool { !issues.isEmpty || !output.isEmpty }

  fileprivate func marks(slow: Set<String>) -> String {
    var words: [String] = []
    if slow.contains(shownName) || usualWords != nil { words.append("slow") }
    if interference != nil {
      words.append("interference")
    } else if isUnsteady {
      words.append("flaky")
    }
    if quarantine != nil { words.append("quarantined") }
    if isNewFailure { words.append("new") }
    return words.joined(separator: " ")
  }
}

extension TestOutcome {
  /// The letter that the script uses.
  fileprivate var letter: Character {
    switch self {
    case .passed: "p"
    case .failed: "f"
    case .crashed: "c"
    case .timedOut: "t"
    case .unfinished: "u"
    case .notRun: "n"
    case .skipped: "s"
    case .cancelled: "x"
    case .notTold: "?"
    }
  }
}
