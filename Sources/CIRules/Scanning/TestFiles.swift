import CIModel

/// The files that a rule treats as tests, and the lines that a change adds to them.
struct TestFiles: Sendable {
  /// The parameter of every rule that examines tests.
  static let parameter = RuleDescriptor.Parameter(
    "tests", .list(.glob),
    "Test files; `Tests/**` and `*Tests.swift`, `*Spec.swift` and the like by default.")

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

  /// Whether a file is such a test in source code that git treats as binary.
  func readHidden(_ file: FileChange) -> Bool {
    file.isBinary && SourceLine.Language(path: file.path) != .none && concern(file)
  }

  /// The added lines of each test that concerns the rule.
  func addedTexts(_ facts: Facts, _ changes: ChangeSet) -> [AddedText] {
    options.readTexts(in: facts, changes).filter { tests.contains($0.path) }
  }
}

/// A rule that searches for words in the code that a change adds to tests.
protocol TestWordRule: ChangeRule {
  var tests: TestFiles { get }
  var finder: WordFinder { get }
  var options: RuleOptions { get }
  /// Adds the findings for the words found in the code of one file, which are in the order of the
  /// file.
  func add(
    _ hits: [WordFinder.Hit], in text: AddedText, _ room: inout SearchRoom,
    to list: inout FindingList)
}

extension TestWordRule {
  package func readsAddedLines(of file: FileChange) -> Bool { tests.concern(file) }

  package func readsHiddenText(of file: FileChange) -> Bool { tests.readHidden(file) }

  package func mayConcern(_ content: UnsafeRawBufferPointer) -> Bool { finder.occurs(in: content) }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    var list = FindingList(id)
    var room = SearchRoom()
    for text in tests.addedTexts(facts, changes) {
      let hits = finder.hits(in: text, part: .code, room: &room)
      add(hits, in: text, &room, to: &list)
    }
    list.add(room, options)
    return list.findings
  }
}
