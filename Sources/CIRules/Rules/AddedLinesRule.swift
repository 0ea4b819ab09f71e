package import CIModel
import Patterns

/// Flags added lines that match a regular expression: custom rules with `added-lines:`.
package struct AddedLinesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "added-lines",
    summary: "Flags added lines that match a pattern; existing lines are ignored.",
    why:
      "Use it for whatever your team has agreed not to write: `print(`, a banned import, a "
      + "reference to a branch. Only new lines are checked, so you need not clean up old code "
      + "first.",
    parameters: [
      .init("added-lines", .pattern, "Pattern that no added line may match."), .sourceParts,
      .status,
    ],
    isDefault: false, defaultLevel: .warning, hasCaptures: true)

  package static let examples: [RuleExample] = [
    .clean(
      "part of another word does not match", ["added-lines": .text(#"\bfit\("#)],
      files: [FileChange(.modified, "Tests/A.swift", additions: 1)],
      addedLines: [AddedLine("Tests/A.swift", line: 1, text: "profit(")]),
    .flagged(
      "each added line that matches", as: .warning, .warning,
      values: ["added-lines": .text(#"\bprint\("#)],
      files: [FileChange(.added, "Sources/A.swift", additions: 3, oldMode: nil)],
      addedLines: [
        AddedLine("Sources/A.swift", line: 1, text: "print(1)"),
        AddedLine("Sources/A.swift", line: 2, text: "log(2)"),
        AddedLine("Sources/A.swift", line: 3, text: "Swift.print(3)"),
      ]),
    .clean(
      "comments and strings, when only code is checked",
      ["added-lines": .text("print"), "in": .text("code")],
      files: [FileChange(.modified, "Sources/A.swift", additions: 2)],
      addedLines: [
        AddedLine("Sources/A.swift", line: 2, text: "print(1)"),
        AddedLine("Sources/A.swift", line: 3, text: #"*/ let a = "print" // print"#),
      ],
      contents: [
        "Sources/A.swift": FileContents(
          new: Array("/*\nprint(1)\n*/ let a = \"print\" // print\n".utf8))
      ]),
    .flagged(
      "only lines of new files", as: .warning,
      values: ["added-lines": .text("print"), "status": .text("added")],
      files: [
        FileChange(.added, "Sources/A.swift", additions: 1, oldMode: nil),
        FileChange(.modified, "Sources/B.swift", additions: 1),
      ],
      addedLines: [
        AddedLine("Sources/A.swift", line: 1, text: "print(1)"),
        AddedLine("Sources/B.swift", line: 1, text: "print(1)"),
      ]),
    .flagged(
      "an invalid pattern is an error", as: .error,
      values: ["added-lines": .text("(")],
      files: [FileChange(.modified, "Sources/A.swift", additions: 1)],
      addedLines: [AddedLine("Sources/A.swift", line: 1, text: "(")]),
  ]

  package let id: String
  private let options: RuleOptions
  private let pattern: String
  private let compiled: Result<Pattern, PatternError>
  private let parts: SourceParts
  private let statuses: StatusFilter

  package init(settings: RuleSettings) {
    id = settings.id
    options = RuleOptions(settings, of: Self.self)
    pattern = settings.text("added-lines") ?? ""
    compiled = Self.compile(pattern)
    parts = SourceParts(options.texts("in"))
    statuses = StatusFilter(options.texts("status"), default: .all)
  }

  static func compile(_ text: String) -> Result<Pattern, PatternError> {
    do { return .success(try Pattern(text)) } catch { return .failure(error) }
  }

  /// The literal text that every match contains; `nil` when there is none.
  private var requiredText: RequiredText? {
    guard case .success(let pattern) = compiled else { return nil }
    return pattern.requiredText
  }

  package func readsAddedLines(of file: FileChange) -> Bool {
    !pattern.isEmpty && statuses.contains(file) && options.scope.contains(file)
  }

  package func readsHiddenText(of file: FileChange) -> Bool { readsAddedLines(of: file) }

  package func guardsContent(of file: FileChange?) -> Bool {
    file.map { readsAddedLines(of: $0) } ?? !pattern.isEmpty
  }

  package func mayConcern(_ content: UnsafeRawBufferPointer) -> Bool {
    requiredText.map { $0.occurs(in: content) } ?? true
  }

  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    if parts.isEverything { return [] }
    return Set(
      changes.files.filter { $0.additions > 0 && readsAddedLines(of: $0) }.map(\.exactPath))
  }

  /// Without the contents of a file, its added lines are searched whole.
  package var needsWholeFiles: Bool { false }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    guard !pattern.isEmpty else { return [] }
    let matcher: Matcher
    switch compiled {
    case .success(let pattern): matcher = pattern.boundedMatcher()
    case .failure(let error):
      return [
        Finding(
          .error, id, "'\(pattern)' \(error.problem)",
          help: "Correct `added-lines` of rule '\(id)'.")
      ]
    }
    let files = Set(changes.files.filter { readsAddedLines(of: $0) }.map(\.exactPath))
    let texts = facts.addedText + facts.hiddenText
    var list = FindingList(id)
    for text in texts where files.contains(text.exactPath) {
      let candidates = candidates(in: text)
      if candidates.isEmpty { continue }
      let source = source(of: text, facts)
      for index in candidates where !matcher.isSpent {
        guard let line = match(inLine: index, of: text, source, matcher) else { continue }
        list.add(options.level) { finding(onLine: index, of: text, read: line, matcher) }
      }
      if matcher.isSpent {
        list.add(options.level) { options.spent(pattern, in: text.path) }
        break
      }
    }
    return list.findings
  }

  /// The decoded text of an added line that matches; `nil` when none does.
  private func match(
    inLine index: Int, of text: AddedText, _ source: ShownLines?, _ matcher: Matcher
  ) -> ArraySlice<UInt8>? {
    let whole = text.bytes[text.range(ofLine: index)]
    let readings = source?.readings(ofLine: index, in: text)
    guard text.looksLikeText else {
      let isShown = readings?.contains { $0.shown.withUnsafeBytes(matcher.occurs) } ?? true
      return isShown && text.holds(matcher, inLine: index) ? whole : nil
    }
    // A line that differs from the file's is searched whole.
    guard let readings else {
      return parts.wholeReadings(of: whole, path: text.path)
        .first { $0.withUnsafeBytes(matcher.occurs) }
    }
    return readings.first {
      $0.shown.withUnsafeBytes(matcher.occurs) && $0.line.withUnsafeBytes(matcher.occurs)
    }?.line
  }

  /// The parts of a file's lines to search; `nil` when the contents are not needed or unknown.
  private func source(of text: AddedText, _ facts: Facts) -> ShownLines? {
    guard !parts.isEverything, let bytes = facts.contents[text.exactPath]?.new else { return nil }
    return parts.lines(of: bytes, path: text.path)
  }

  /// - Parameters:
  ///   - index: The index of the line in the text.
  ///   - line: The decoded line that matches.
  private func finding(
    onLine index: Int, of text: AddedText, read line: ArraySlice<UInt8>, _ matcher: Matcher
  ) -> Finding {
    let number = text.numbers[index]
    let bytes = Array(text.bytes[text.range(ofLine: index)])
    let what = text.looksLikeText ? quotation(of: bytes, matcher) : nil
    return options.finding(
      "\(what.map { "adds \($0), which" } ?? "added line \(number)") matches `\(pattern)`",
      at: SourceLocation(text.path, line: number, endLine: number),
      help: "Rule '\(id)' forbids it: change the line, or exclude the file from the rule.",
      captures: options.nameCaptures ? matcher.captures(in: line) : [])
  }

  /// Maximum length of a quotation in bytes; of a longer line only the match is quoted.
  private static let longestQuotation = 80

  /// The quotation of a line in a message; `nil` if it would not be readable.
  private func quotation(of line: [UInt8], _ matcher: Matcher) -> String? {
    func quoted(_ bytes: ArraySlice<UInt8>) -> String? {
      let text = String(decoding: bytes, as: UTF8.self)
      if text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" || $0 == "\u{FFFD}" })
      {
        return nil
      }
      return text.contains("`") ? "'\(text)'" : "`\(text)`"
    }
    let trimmed = line.trimming { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    if trimmed.isEmpty { return nil }
    if trimmed.count <= Self.longestQuotation { return quoted(trimmed) }
    guard line.count <= Matcher.longestSearchedAgain,
      let range = line.withUnsafeBytes({ matcher.firstMatch(in: $0) })?.range,
      1...Self.longestQuotation ~= range.count
    else { return nil }
    return quoted(line[range])
  }

  /// The lines that could match: those with the required literal, if the pattern has one.
  private func candidates(in text: AddedText) -> [Int] {
    guard let requiredText else { return Array(0..<text.count) }
    return text.lines(where: { requiredText.firstOffset(in: $0, from: $1) })
  }
}

extension [UInt8] {
  fileprivate func trimming(_ isBlank: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    guard let start = firstIndex(where: { !isBlank($0) }),
      let end = lastIndex(where: { !isBlank($0) })
    else { return [] }
    return self[start...end]
  }
}

extension AddedText {
  /// Minimum length of a piece of text in characters; shorter ones occur in binary data by chance.
  private static let shortestPiece = 8

  /// Whether text in a line of binary data matches. Such a line may be a command: a shell runs the
  /// commands in an image file. Text ends where the bytes are no UTF-8. It is searched whole, and
  /// in pieces that end at control characters.
  fileprivate func holds(_ matcher: Matcher, inLine index: Int) -> Bool {
    bytes.withUnsafeBytes { bytes in
      func isMatch(_ range: Range<Int>) -> Bool {
        matcher.occurs(in: UnsafeRawBufferPointer(rebasing: bytes[range]))
      }
      return Self.texts(in: bytes[range(ofLine: index)], Self.lengthOfCharacter).contains { text in
        isMatch(text)
          || Self.texts(in: bytes[text], Self.lengthInPiece).contains { $0 != text && isMatch($0) }
      }
    }
  }

  /// The texts in some bytes, without those that are too short.
  ///
  /// - Parameter length: The number of bytes of the character at the beginning of some bytes; `nil`
  ///   when a text ends there.
  private static func texts(
    in bytes: Slice<UnsafeRawBufferPointer>, _ length: (Slice<UnsafeRawBufferPointer>) -> Int?
  ) -> [Range<Int>] {
    var texts: [Range<Int>] = []
    var (start, offset, count) = (bytes.startIndex, bytes.startIndex, 0)
    while true {
      if let length = length(bytes[offset...]) {
        offset += length
        count += 1
        continue
      }
      if count >= shortestPiece { texts.append(start..<offset) }
      if offset == bytes.endIndex { return texts }
      offset += 1
      (start, count) = (offset, 0)
    }
  }

  /// `lengthOfCharacter`; `nil` also for control characters other than a tab, and for the line ends
  /// U+0085, U+2028 and U+2029.
  private static func lengthInPiece(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    switch bytes.first ?? 0 {
    case 0x09, 0x20..<0x7F: return 1
    case 0..<0x80: return nil
    default: return lineEnds.contains { bytes.starts(with: $0) } ? nil : lengthOfCharacter(bytes)
    }
  }

  private static let lineEnds: [[UInt8]] = [
    [0xC2, 0x85], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9],
  ]

  /// The number of bytes of the character at the beginning of some bytes; `nil` when there is none.
  ///
  /// Source: RFC 3629, section 4.
  private static func lengthOfCharacter(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard let first = bytes.first else { return nil }
    let tail: ClosedRange<UInt8> = 0x80...0xBF
    let (length, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0..<0x80: return 1
    case 0xC2...0xDF: (length, second) = (2, tail)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, tail)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, tail)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    let rest = bytes.dropFirst().prefix(length - 1)
    let isCharacter =
      rest.count == length - 1 && rest.first.map(second.contains) == true
      && rest.dropFirst().allSatisfy(tail.contains)
    return isCharacter ? length : nil
  }
}

/// The words of a finding about a pattern whose search was given up.
enum SpentPattern {
  static func text(_ pattern: String) -> String {
    "was not checked: matching `\(pattern)` takes too long"
  }

  static let help = "Use fewer repeat counts such as `.{90}` in the pattern"
}

extension RuleOptions {
  /// A finding for the first file in which the search for a pattern was given up; the files after
  /// it are not searched, either.
  func spent(_ pattern: String, in path: String) -> Finding {
    finding(
      SpentPattern.text(pattern), at: SourceLocation(path),
      help: "\(SpentPattern.help), or exclude the file from rule '\(id)'.")
  }
}

extension MessageProblem {
  /// A message in which a pattern was not found; where it was not looked for to the end, that is the problem.
  ///
  /// - Parameter text: What comes before the pattern.
  static func unmatched(_ matcher: Matcher, _ text: String, help: String? = nil) -> MessageProblem {
    let pattern = matcher.pattern.text
    return matcher.isSpent
      ? MessageProblem(
        SpentPattern.text(pattern), help: "\(SpentPattern.help).", replacesReword: true)
      : MessageProblem("\(text) `\(pattern)`", help: help)
  }
}

extension Matcher {
  /// Maximum length in bytes of lines for which the range and the groups of a match are determined,
  /// which takes many times longer than to detect the match.
  static let longestSearchedAgain = 8 << 10

  /// The captures of the first match; empty text for a group that did not participate. Returns no
  /// captures for a line that is too long.
  func captures(in line: some Collection<UInt8>) -> [String] {
    let bytes = Array(line)
    guard bytes.count <= Self.longestSearchedAgain,
      let match = bytes.withUnsafeBytes({ firstMatch(in: $0) })
    else { return [] }
    return match.groups.map { range in
      range.map { String(decoding: bytes[$0], as: UTF8.self) } ?? ""
    }
  }
}
