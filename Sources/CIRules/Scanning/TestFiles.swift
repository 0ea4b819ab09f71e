import CIModel

/// The files that a rule takes for tests, and what a change adds to them.
struct TestFiles: Sendable {
  /// Taken by every rule that looks at tests.
  static let parameter = RuleDescriptor.Parameter(
    "tests", .list(.glob),
    "Where tests are; `Tests/**` and `*Tests.swift`, `*Spec.swift` and the like by default.")

  static let globs = [
    "Tests/**", "**/*Tests/**", "**/*{Test,Tests,Spec,Specs}.swift", "**/*{Tests,Spec}.m",
  ]

  private let options: RuleOptions
  private let tests: FileSelection

  init(_ options: RuleOptions) {
    self.options = options
    tests = options.globs(Self.parameter.name, default: Self.globs)
  }

  func contains(_ path: String) -> Bool { tests.contains(path) }

  /// Whether a file is a test that concerns the rule.
  func concern(_ file: FileChange) -> Bool {
    tests.contains(file.path) && options.scope.contains(file)
  }

  /// The added lines of each test that concerns the rule.
  func addedTexts(_ facts: Facts, _ changes: ChangeSet) -> [AddedText] {
    options.texts(in: facts, changes).filter { tests.contains($0.path) }
  }
}

/// A rule that looks for words in the code which a change adds to tests.
protocol TestWordRule: ChangeRule {
  var tests: TestFiles { get }
  var finder: WordFinder { get }
  /// Adds what the words that were found in the code of one file come to; they are in the order in which
  /// they stand there.
  func add(_ hits: [WordFinder.Hit], in text: AddedText, to list: inout FindingList)
}

extension TestWordRule {
  package func readsAddedLines(of file: FileChange) -> Bool { tests.concern(file) }

  package func mayConcern(_ content: UnsafeRawBufferPointer) -> Bool { finder.occurs(in: content) }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    var list = FindingList(id)
    for text in tests.addedTexts(facts, changes) {
      add(finder.hits(in: text, part: .code), in: text, to: &list)
    }
    return list.findings
  }
}

extension WordFinder.Hit {
  /// Modules whose functions people qualify: `Quick.fit(` is the call itself.
  private static let modules = Set([
    "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Nimble", "Quick",
    "Swift", "Testing", "XCTest", "_Concurrency",
  ])

  /// Whether the word is declared here (`func fit(`) or belongs to something else (`box.fit(`);
  /// words that begin with a `.` are members on purpose.
  func isDeclarationOrMember(in text: AddedText) -> Bool {
    if word.first == "." { return false }
    var before = text.before(range.lowerBound, inLine: line)
    if before.last == UInt8(ascii: "`") { before.removeLast() }
    let code = before.withoutTrailingBlanks
    if code.last == UInt8(ascii: ".") {
      return !Self.endsWithModule(owner(before: code.dropLast(), in: text))
    }
    // No more of the word than it takes: there may be any number of hits behind it.
    let word = code.suffix("func".utf8.count + 1)
    return code.count < before.count && word.suffix("func".utf8.count).elementsEqual("func".utf8)
      && (word.count == "func".utf8.count || word.first?.isWordByte == false)
  }

  /// What stands before the dot of a member, in its line or at the end of the line before it.
  private func owner(before code: ArraySlice<UInt8>, in text: AddedText) -> ArraySlice<UInt8> {
    let owner = code.withoutTrailingBlanks
    guard owner.isEmpty, line > 0, text.numbers[line] == text.numbers[line - 1] + 1 else {
      return owner
    }
    return text.bytes[text.range(ofLine: line - 1)].withoutTrailingBlanks
  }

  private static func endsWithModule(_ code: ArraySlice<UInt8>) -> Bool {
    let longest = "FoundationEssentials".utf8.count
    let tail = code.suffix(longest + 1)
    let start = (tail.lastIndex { !$0.isWordByte }).map { $0 + 1 } ?? tail.startIndex
    return modules.contains(String(decoding: tail[start...], as: UTF8.self))
  }
}
