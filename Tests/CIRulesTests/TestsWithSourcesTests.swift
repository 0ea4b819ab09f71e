import CIModel
import CIRules
import Testing

struct TestsWithSourcesTests {
  private static let manifest = """
    let package = Package(
      name: "a",
      targets: [
        .target(name: "A", path: "Source/A"),
        .target(name: "Helper", dependencies: ["A"]),
        .executableTarget(name: "Demo", dependencies: ["A"]),
        .testTarget(name: "ATests", dependencies: ["A"], path: "Specs"),
      ])
    """

  private static func function(_ name: String, lines: Int, _ line: String = "  call()\n") -> String
  {
    "func \(name)() {\n" + String(repeating: line, count: lines - 2) + "}\n"
  }

  private static let small = function("a", lines: 49) + function("b", lines: 50)
  private static let large = function("a", lines: 50) + function("b", lines: 50)

  /// What the rule says of versions of files, with the manifest as the base has it.
  private func findings(
    _ files: [String: (old: String?, new: String?)], manifest: String? = manifest,
    _ values: [String: RuleSettings.Value] = [:], base: [UInt8]? = nil,
    generated: Set<RepositoryPath> = []
  ) -> [Finding] {
    var changes: [FileChange] = []
    var contents: [RepositoryPath: FileContents] = [:]
    if let manifest {
      contents[RepositoryPath("Package.swift")] = FileContents(new: Array(manifest.utf8))
    }
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      let count = { (text: String?) in text?.split(separator: "\n").count ?? 0 }
      changes.append(
        FileChange(
          text.old == nil ? .added : text.new == nil ? .deleted : .modified, path,
          additions: count(text.new), deletions: count(text.old)))
      contents[RepositoryPath(path)] = FileContents(
        old: text.old.map { Array($0.utf8) }, new: text.new.map { Array($0.utf8) })
    }
    var facts = makeFacts(changes)
    facts.contents = contents
    facts.generatedFiles = generated
    if let base { facts.policyFiles = [RepositoryPath("Package.swift"): base] }
    return RuleSet(
      settings: [RuleSettings(id: "tests-with-sources", values: values)], includesDefaults: false
    ).findings(in: facts)
  }

  @Test(arguments: [
    ("Source/A/B.swift", true), ("Source/A/Deep/B.swift", true),
    // Of a new target.
    ("Sources/New/B.swift", true), ("Source/New/B.swift", true),
    // No test can call it, or it is one.
    ("Sources/Demo/B.swift", false), ("Sources/Helper/B.swift", false), ("Specs/B.swift", false),
    ("Sources/New/BTests.swift", false), ("Tests/B.swift", false),
    // No code of the package.
    ("Examples/B.swift", false), ("Source/A/B.m", false), ("Source/A/A.docc/B.swift", false),
    ("Sources/Newer.swift/B", false),
    // The manifest says what is source, whatever a folder or file is called.
    ("Source/A/B.pb.swift", true), ("Source/A/Vendor/B.swift", true),
    ("Source/A/Generated/B.swift", true), ("Source/A/Snapshots/B.swift", true),
    ("Source/A/Pods/B.swift", true),
  ])
  func knowsTheSources(path: String, isFlagged: Bool) {
    #expect(findings([path: (nil, Self.large)]).isEmpty == !isFlagged)
  }

  private static let head = "// DO NOT EDIT.\n//\n// Source: a.proto\n\n"

  @Test(
    arguments: [
      ("Source/A/B.pb.swift", nil, head + large, false),
      ("Source/A/B.grpc.swift", nil, "// Copyright Ada\n\n\(head)\(large)", false),
      ("Source/A/Generated/B.swift", head + small, head + large + large, false),
      ("Source/A/B.pb.swift", nil, "import A\n\(head)\(large)", true),
      // A file that was written by hand before, and an ordinary name.
      ("Source/A/B.pb.swift", small, head + large + large, true),
      ("Source/A/B.swift", nil, head + large, true),
    ] as [(String, String?, String, Bool)],
    [
      [:], ["min-lines": .integer(1)], ["match": .text("Source/**/*.swift -> Specs/Other.swift")],
    ] as [[String: RuleSettings.Value]])
  func leavesOutGeneratedFiles(
    file: (path: String, old: String?, new: String, isFlagged: Bool),
    values: [String: RuleSettings.Value]
  ) {
    #expect(findings([file.path: (file.old, file.new)], values).isEmpty == !file.isFlagged)
    if values.isEmpty { return }
    let rule = TestsWithSourcesRule(
      settings: RuleSettings(id: "tests-with-sources", values: values))
    let change = FileChange(.modified, file.path, additions: 9)
    let changes = makeFacts([change]).changes
    #expect(
      changes.map { !rule.neededContents(for: $0).isEmpty } == (file.path != "Source/A/B.swift"))
  }

  @Test(
    arguments: [
      (nil, large, true), (nil, small, false), (small, small + large, true),
      // Nothing but a function that has grown, and nothing but lines that were there.
      (small, large + function("b", lines: 3), false), (small + large, large + small, false),
      (small, function("a", lines: 200), false),
      // Comments, blank lines and imports.
      (nil, function("a", lines: 150, "  // why\n"), false),
      (nil, function("a", lines: 60, "\n"), false),
      (
        nil,
        String(repeating: "import A\n@testable import B\n", count: 90)
          + "func a() {}\nfunc b() {}\n", false
      ),
      (large, nil, false),
      // What cannot be taken apart is counted as git does.
      (nil, large + "/*", true), (large + "/*", large, false),
    ] as [(String?, String?, Bool)])
  func countsWhatIsNew(old: String?, new: String?, isFlagged: Bool) {
    #expect(findings(["Source/A/B.swift": (old, new)]).isEmpty == !isFlagged)
  }

  @Test func whatMovesBetweenFilesIsNotNew() {
    let (moved, kept) = (Self.large, Self.function("b", lines: 3))
    let files = ["Source/A/B.swift": (moved + kept, kept), "Source/A/C.swift": (nil, moved)]
    #expect(findings(files as [String: (String?, String?)]) == [])
  }

  @Test func saysWhatThereIsMoreOf() {
    let found = findings(["Source/A/B.swift": (nil, Self.large)])
    #expect(
      found.map(\.message) == ["the sources grow by 100 lines, but no test changed"])
    #expect(found.first?.location?.file == "Source/A/B.swift")
  }

  @Test(arguments: ["Specs/B.swift", "Tests/B.swift", "Other/BTests.swift", "Other/ATests/B.swift"])
  func anyTestWillDo(path: String) {
    #expect(findings(["Source/A/B.swift": (nil, Self.large), path: ("1", "2")]) == [])
    #expect(findings(["Source/A/B.swift": (nil, Self.large), path: ("1", nil)]).count == 1)
  }

  /// The change's own manifest would say that nothing needs a test.
  @Test func theManifestIsTheBase() {
    let lenient = Self.manifest.replacing(
      "\"ATests\", dependencies: [\"A\"]", with: "\"Checks\"")
    let files: [String: (old: String?, new: String?)] = [
      "Package.swift": (Self.manifest, lenient), "Source/A/B.swift": (nil, Self.large),
    ]
    #expect(findings(files, manifest: nil).count == 1)
    let added: [String: (old: String?, new: String?)] = [
      "Package.swift": (nil, lenient), "Sources/A/B.swift": (nil, Self.large),
    ]
    #expect(findings(added, manifest: nil).count == 1)
    // Where the change is not trusted, it is that of the branch that it goes to.
    let file: [String: (old: String?, new: String?)] = ["Source/A/B.swift": (nil, Self.large)]
    #expect(findings(file, manifest: lenient, base: Array(Self.manifest.utf8)).count == 1)
    #expect(findings(file, manifest: nil, base: Array(lenient.utf8)) == [])
  }

  @Test func whatIsSetIsTaken() {
    let file: [String: (old: String?, new: String?)] = ["App/B.swift": (nil, "let a = 1\n")]
    let sources: [String: RuleSettings.Value] = [
      "sources": .text("App/**"), "min-lines": .integer(1),
    ]
    #expect(findings(file) == [])
    #expect(findings(file, sources).map(\.message) == ["1 new source line, but no test changed"])
    let checks = sources.merging(["tests": .text("Checks/**")]) { $1 }
    #expect(
      findings(file, checks).map(\.message) == [
        "1 new source line, but no test changed in Checks/**"
      ])
  }

  @Test func leavesOutWhatTheBaseMarks() {
    let path = "Source/A/Vendor/B.swift"
    #expect(findings([path: (nil, Self.large)], generated: [RepositoryPath(path)]) == [])
  }

  @Test func asksForNothingWhereATestChanged() {
    let rule = TestsWithSourcesRule(settings: RuleSettings(id: "tests-with-sources"))
    let source = FileChange(.modified, "Sources/A.swift", additions: 190)
    let wanted = { (files: [FileChange]) in
      rule.neededContents(
        for: makeFacts(files).changes
          ?? ChangeSet(
            base: "", head: "", mergeBase: "", files: [], commits: [])
      ).map(\.text)
    }
    #expect(wanted([source, FileChange(.modified, "a.md", additions: 9)]) == ["Sources/A.swift"])
    #expect(wanted([source, FileChange(.modified, "Tests/A.swift", additions: 1)]) == [])
    #expect(wanted([FileChange(.modified, "Sources/A.swift", additions: 99)]) == [])
    let many = (0..<501).map { FileChange(.modified, "Sources/A\($0).swift", additions: 1) }
    #expect(wanted(many) == [])
  }
}
