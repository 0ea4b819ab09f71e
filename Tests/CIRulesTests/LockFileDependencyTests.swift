import CIModel
import CIRules
import Testing

/// Which changes of a manifest change its lock file.
struct LockFileDependencyTests {
  private func messages(
    _ manifest: String, _ lock: String, from old: String, to new: String
  ) -> [String] {
    var facts = makeFacts([FileChange(.modified, manifest, additions: 1, deletions: 1)])
    facts.contents =
      [
        manifest: FileContents(old: Array(old.utf8), new: Array(new.utf8)),
        lock: FileContents(new: []),
      ].byPath
    return RuleSet(settings: [RuleSettings(id: "lock-files")], includesDefaults: false)
      .findings(in: facts).map(\.message)
  }

  private static let json =
    #"{"name":"a","version":"1","scripts":{"b":"c"},"dependencies":{"d":"1"},"overrides":{"e":"1"}}"#

  @Test(arguments: [
    ("yarn.lock", #""b":"c""#, #""b":"f""#, false), ("yarn.lock", #""d":"1""#, #""d":"2""#, true),
    ("yarn.lock", #""e":"1""#, #""e":"2""#, true),
    ("yarn.lock", #""version":"1""#, #""version":"2""#, false),
    ("package-lock.json", #""version":"1""#, #""version":"2""#, true),
    ("pnpm-lock.yaml", "\"scripts\"", "\"devDependencies\"", true),
    ("yarn.lock", "{\"name\"", "{ \"name\"", false),
    // Programs read one of two members, nobody knows which.
    ("yarn.lock", #""scripts""#, #""dependencies""#, true), ("yarn.lock", "}}", "}} x", true),
  ])
  func ofPackageJSON(lock: String, text: String, replacement: String, isFlagged: Bool) {
    let new = Self.json.replacing(text, with: replacement)
    #expect(messages("package.json", lock, from: Self.json, to: new).isEmpty != isFlagged)
  }

  /// A lock file whose blanks, comments or order change resolves nothing new.
  @Test(arguments: [
    ("\"a\" : 1\nb: 2", "\"a\":  1\nb: 2", true), ("b\nc", "c\r\nb", true),
    ("# v1\nb", "# v2\n\nb", true), ("b: 2", "b: 3", false),
  ])
  func changesThatResolveNothing(old: String, new: String, isFlagged: Bool) {
    let paths = ["pubspec.yaml", "pubspec.lock"]
    var facts = makeFacts(paths.map { FileChange(.modified, $0, additions: 1) })
    facts.contents =
      [
        "pubspec.yaml": FileContents(
          old: Array("dependencies:\n".utf8), new: Array("dependencies:\n  a: 1\n".utf8)),
        "pubspec.lock": FileContents(old: Array(old.utf8), new: Array(new.utf8)),
      ].byPath
    let settings = RuleSettings(
      id: "lock-files", values: ["pairs": .list([.text(paths.joined(separator: " -> "))])])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.isEmpty != isFlagged, "\(found)")
  }

  /// Conditions of `#if` are read within a budget, which one manifest would exceed if it were read
  /// again for each of its lock files.
  @Test func aManifestIsReadOnce() {
    let condition = (0..<400).map { "A\($0)" }.joined(separator: " || ")
    let manifest = "#if \(condition)\nlet a = 1\n#endif\n"
    var facts = makeFacts([FileChange(.modified, "Package.swift", additions: 1)])
    let locks = (0..<2_000).map { "\($0).lock" }
    facts.contents =
      Dictionary(uniqueKeysWithValues: locks.map { ($0, FileContents(new: [])) })
      .merging([
        "Package.swift": FileContents(
          old: Array(manifest.utf8), new: Array((manifest + "// b\n").utf8))
      ]) { $1 }.byPath
    let pairs = locks.map { RuleSettings.Value.text("Package.swift -> \($0)") }
    let settings = RuleSettings(id: "lock-files", values: ["pairs": .list(pairs)])
    let found = RuleSet(settings: [settings], includesDefaults: false).findings(in: facts)
    #expect(found.isEmpty)
  }

  private static let toml = """
    [project]
    name = "a"
    requires-python = "3.12"
    authors = [ "b" ]
    [tool.poetry.dependencies]
    c = "1"  # d
    [tool.poetry.scripts]
    run = "a"
    [tool.ruff]
    width = 80
    [tool.ruff.lint]
    # strict
    e = [
      "1",
    ]
    [build-system]
    f = "1"
    [[tool.poetry.source]]
    g = "1"

    """

  @Test(arguments: [
    ("80", "100", false), ("\"1\",", "\"2\",", false), ("f = \"1\"", "f = \"2\"", false),
    ("# d", "# e", false),
    ("# strict\n", "", false), ("name = \"a\"", "name = \"b\"", false),
    ("run = \"a\"", "run = \"b\"", false),
    ("c = \"1\"", "c = \"2\"", true), ("3.12", "3.13", true), ("g = \"1\"", "g = \"2\"", true),
    ("[tool.ruff]", "[ tool . poetry.group.x ]", true),
    ("[tool.ruff]", "[tool.\"poetry\".group.x]", true),
    ("c = \"1\"", "c = \"\"\"\n[tool.x]\n\"\"\"\nz = 1", true), ("authors", "dependencies", true),
    ("authors = [ \"b\" ]", "authors = [ \"c\" ]", false), ("# d", "# \"d", true),
  ])
  func ofTOML(text: String, replacement: String, isFlagged: Bool) {
    let new = Self.toml.replacing(text, with: replacement)
    #expect(
      messages("pyproject.toml", "poetry.lock", from: Self.toml, to: new).isEmpty != isFlagged)
  }

  @Test(arguments: [
    ("[package]\nversion = \"1\"\n", "[package]\nversion = \"2\"\n", true),
    ("[package]\ndescription = \"1\"\n", "[package]\ndescription = \"2\"\n", false),
    ("[profile.release]\nlto = true\n", "[profile.release]\nlto = false\n", false),
    ("[dependencies]\na = \"1\"\n", "[dependencies]\na = \"2\"\n", true),
    ("[[bin]]\nname = \"a\"\n", "[[bin]]\nname = \"b\"\n", false),
    ("[package]\nname = \"a\"\n", "[package]\nname = \"a\"\ndefault-run = \"a\"\n", false),
    ("[package]\nname = \"a\"\n", "[package]\nname = \"a\"\nedition.workspace = true\n", false),
    ("[package]\nname = \"a\"\n", "[package]\nname = \"a\"\nversion.workspace = true\n", true),
    ("[workspace.package]\nbuild = \"a\"\n", "[workspace.package]\nbuild = \"b\"\n", false),
    (
      "[dependencies]\nb = { path = \"b\" }\na = \"1\"\na-b.version = \"1\"\n",
      "[dependencies]\na = \"1\"\n\na-b.version = \"1\"\nb = { path = \"b\" }\n", false
    ),
    ("[dependencies]\nb = \"2\"\na = \"1\"\n", "[dependencies]\na = \"2\"\nb = \"1\"\n", true),
    (
      "[dependencies]\na = \"1\"\n[build-dependencies]\nb = \"1\"\n",
      "[dependencies]\nb = \"1\"\n[build-dependencies]\na = \"1\"\n", true
    ),
    (
      "[dependencies]\na = { version = \"1\", features = [\n\"x\",\n] }\nb = { version = \"1\", features = [\n\"y\",\n] }\n",
      "[dependencies]\na = { version = \"1\", features = [\n\"y\",\n] }\nb = { version = \"1\", features = [\n\"x\",\n] }\n",
      true
    ),
  ])
  func ofCargo(old: String, new: String, isFlagged: Bool) {
    #expect(messages("Cargo.toml", "Cargo.lock", from: old, to: new).isEmpty != isFlagged)
  }

  @Test(arguments: [
    ("Gemfile", "Gemfile.lock", "# a\ngem 'a'\n", "# b\n\ngem 'a'\n", false),
    ("Gemfile", "Gemfile.lock", "# a\ngem 'a'\n", "gem 'b'\n", true),
    ("Gemfile", "Gemfile.lock", "eval <<X\nX\n", "eval <<X\n#{gem 'a'}\nX\n", true),
    ("Gemfile", "Gemfile.lock", "=begin\n# a\n=end\n", "=begin\n# b\n=end\n", true),
    ("Gemfile", "Gemfile.lock", "eval <<X\n#$v\nX\n", "eval <<X\n#$w\nX\n", true),
    ("Gemfile", "Gemfile.lock", "gem %q(\n#a\n)\n", "gem %q(\n#b\n)\n", true),
    ("Gemfile", "Gemfile.lock", "gem '\n#a\n'\n", "gem '\n#b\n'\n", true),
    ("gems.rb", "gems.locked", "a = $\"; b = \"\n#@v\n\"", "a = $\"; b = \"\n#@w\n\"", true),
    ("Gemfile", "Gemfile.lock", "a \"#{%q(\")}\n#@v\n\"", "a \"#{%q(\")}\n#@w\n\"", true),
    ("Gemfile", "Gemfile.lock", "a = b / c; d = '/\n#a\n'", "a = b / c; d = '/\n#b\n'", true),
    ("Gemfile", "Gemfile.lock", "a = ?\\\"; b = \"\n#a\n\"", "a = ?\\\"; b = \"\n#b\n\"", true),
    (
      "Gemfile", "Gemfile.lock",
      "git_source(:github) { |a| \"https://b/#{a}.git\" } # c's\ngem 'a', '\\'', if: %i[ x y-z ]\n# a",
      "git_source(:github) { |a| \"https://b/#{a}.git\" } # c's\ngem 'a', '\\'', if: %i[ x y-z ]\n# b",
      false
    ),
    ("Mintfile", "Mintfile.lock", "# a\nb/c@1\n", "b/c@1\n# it's\n", false),
    ("Cartfile", "Cartfile.resolved", "# a\n", "# b\n", false),
    // CocoaPods notes a checksum of the whole file.
    ("Podfile", "Podfile.lock", "# a\n", "# b\n", true),
    ("package.yaml", "pnpm-lock.yaml", "# a\n", "# b\n", true),
    ("package.json5", "pnpm-lock.yaml", "{ a: 1 }\n", "{ a: 2 }\n", true),
    // Traits that are enabled bring in dependencies.
    (
      "Package.swift", "Package.resolved",
      "Package(name: \"A\", traits: [.trait(name: \"B\"), .default(enabledTraits: [])])",
      "Package(name: \"A\", traits: [.trait(name: \"B\"), .default(enabledTraits: [\"B\"])])", true
    ),
    (
      "Package.swift", "Package.resolved",
      "Package(name: \"A\", traits: [.trait(name: \"B\"), \"C\"])",
      "Package(name: \"A\", traits: [\"D\", .trait(name: \"B\", description: \"E\")])", false
    ),
  ])
  func ofLines(manifest: String, lock: String, old: String, new: String, isFlagged: Bool) {
    #expect(messages(manifest, lock, from: old, to: new).isEmpty != isFlagged)
  }

  /// A package without a lock file belongs to the one above whose manifest names it.
  @Test(arguments: [
    ("Package.swift", #".package(path: "Core")"#, "Core", true),
    ("Package.swift", #".package(name: "C", path: "./Core/")"#, "Core", true),
    ("Package.swift", #".package(path: "Core")"#, "Core/Sub", false),
    ("Package.swift", #".package(path: "Core")"#, "Other", false),
    ("Package.swift", #".target(name: "Core", path: "Core")"#, "Core", false),
    ("package.json", #"{"workspaces": ["packages/*", "!packages/old"]}"#, "packages/a", true),
    ("package.json", #"{"workspaces": {"packages": ["./packages/*"]}}"#, "packages/a", true),
    ("package.json", #"{"workspaces": ["packages/*", "!packages/old"]}"#, "packages/old", false),
    ("package.json", #"{"workspaces": ["packages/@(a|b)"]}"#, "packages/a", true),
    ("package.json", #"{"workspaces": ["p/*", "!packages/@(a|b)"]}"#, "packages/a", false),
    ("package.json", #"{"name": "a"}"#, "packages/a", false),
    ("Cargo.toml", "[workspace]\nmembers = [\n  \"crates/*\", 'tool',\n]\n", "crates/a", true),
    ("Cargo.toml", "[workspace]\nmembers = [\"a\", 'tool']\n", "tool", true),
    ("Cargo.toml", "[workspace]\nmembers = [ # the team's [1]\n  \"a\", # 'b'\n]", "a", true),
    ("Cargo.toml", "[workspace]\nmembers = [ # the team's [1]\n  \"a\", # 'b'\n]", "b", false),
    ("Cargo.toml", "[workspace]\nmembers = [\"*\"]\nexclude = [\"fuzz\"]\n", "fuzz", false),
    ("Cargo.toml", "[workspace]\n[dependencies]\na = { path = \"a\" }\n", "a", true),
    ("Cargo.toml", "[package]\nname = \"a\"\n", "a", false),
    ("Cargo.toml", "[workspace]\n  members = [\"crates/*\"]\n", "crates/a", true),
    ("Cargo.toml", "workspace.members = [\"crates/*\"]\n", "crates/a", true),
    ("Cargo.toml", "workspace = { resolver = \"2\", members = ['crates/*'] }\n", "crates/a", true),
    ("Cargo.toml", "[ workspace ] # all\r\n\"members\" = [\"crates/*\"]\r\n", "crates/a", true),
    ("Cargo.toml", "[x]\nmembers = [\"a\"]\n[workspace]\nmembers = [\"b\"]\n", "a", false),
    ("Cargo.toml", "[x]\nmembers = [\"a\"]\n[workspace]\nmembers = [\"b\"]\n", "b", true),
    (
      "Cargo.toml", "[workspace]\nmembers = [\"b\"]\nx = \"\"\"\nmembers = ['a']\n\"\"\"\n", "a",
      false
    ),
    ("Cargo.toml", "[dependencies]\na = { path = 'a' }\n", "a", true),
    ("Cargo.toml", "[dependencies.a]\npath = \"./a/\"\n", "a", true),
    ("Cargo.toml", "[target.'cfg(unix)'.dependencies]\na.path = \"a\"\n", "a", true),
    ("Cargo.toml", "[workspace]\nmembers = [\"b\"", "a", true),
  ])
  func ofMembers(manifest: String, above: String, folder: String, isFlagged: Bool) {
    let versions: [String: (String, String)] = [
      "Package.swift": (
        "let p = 1\n", "let p = [.package(url: \"https://a/b\", from: \"1.0.0\")]\n"
      ),
      "package.json": ("{}", #"{"dependencies": {"b": "1"}}"#),
      "Cargo.toml": ("[dependencies]\n", "[dependencies]\nb = \"1\"\n"),
    ]
    let locks = [
      "Package.swift": "Package.resolved", "package.json": "yarn.lock", "Cargo.toml": "Cargo.lock",
    ]
    guard let (old, new) = versions[manifest], let lock = locks[manifest] else { return }
    for top in ["", "apps/ios/"] {
      for own in [false, true] {
        let path = "\(top)\(folder)/\(manifest)"
        var facts = makeFacts([FileChange(.modified, path, additions: 1, deletions: 1)])
        facts.contents =
          [
            path: FileContents(old: Array(old.utf8), new: Array(new.utf8)),
            top + lock: FileContents(new: []), top + manifest: FileContents(new: Array(above.utf8)),
          ].byPath
        if own { facts.contents[RepositoryPath("\(top)\(folder)/\(lock)")] = FileContents(new: []) }
        let rules = RuleSet(settings: [RuleSettings(id: "lock-files")], includesDefaults: false)
        let expected = own ? "\(top)\(folder)/\(lock)" : isFlagged ? top + lock : nil
        #expect(
          rules.findings(in: facts).map(\.message)
            == (expected.map { ["\(path) changes without \($0)"] } ?? []))
        let needed = facts.changes.map { rules.neededContents(for: $0) } ?? []
        #expect(Set(facts.contents.keys).isSubset(of: needed))
      }
    }
  }

  /// The list of a workspace of pnpm is a file of its own, beside the lock file.
  @Test(arguments: [
    (
      "packages:\n  - 'packages/*'\n  # old\n  - \"!packages/old\"\ncatalog:\n  - web\n",
      "packages/a", true
    ),
    ("packages:\n- packages/* # all\n", "packages/a", true),
    ("packages:\n  - packages/!(old)\n", "packages/a", true),
    ("packages:\n  - 'packages/*'\n  - '!packages/old'\n", "packages/old", false),
    ("packages:\n  - 'packages/*'\ncatalog:\n  - web\n", "web", false),
    ("packages: ['packages/*']\n", "packages/a", true), ("catalog: {}\n", "packages/a", false),
    ("packages:\n  - *all\n", "packages/a", true),
  ])
  func ofPNPM(list: String, folder: String, isFlagged: Bool) {
    let path = "\(folder)/package.json"
    var facts = makeFacts([FileChange(.modified, path, additions: 1, deletions: 1)])
    facts.contents =
      [
        path: FileContents(
          old: Array("{}".utf8), new: Array(#"{"dependencies": {"b": "1"}}"#.utf8)),
        "package.json": FileContents(new: Array("{}".utf8)),
        "pnpm-lock.yaml": FileContents(new: []),
        "pnpm-workspace.yaml": FileContents(new: Array(list.utf8)),
      ].byPath
    let rules = RuleSet(settings: [RuleSettings(id: "lock-files")], includesDefaults: false)
    let expected = isFlagged ? ["\(path) changes without pnpm-lock.yaml"] : []
    #expect(rules.findings(in: facts).map(\.message) == expected)
    let needed = facts.changes.map { rules.neededContents(for: $0) } ?? []
    #expect(Set(facts.contents.keys).isSubset(of: needed))
  }

  /// The lock file of a package that depends on another by its path, wherever both are.
  @Test(
    arguments: [
      ("Core/Package.swift", ["App/Package.swift": #".package(path: "../Core")"#], true),
      (
        "Core/Package.swift", ["App/Package.swift": #".package(name: "C", path: ".././Core/")"#],
        true
      ),
      ("Package.swift", ["App/Package.swift": #".package(path: "..")"#], true),
      ("Core/Package.swift", ["App/Package.swift": #".package(path: "../../Core")"#], false),
      ("Core/Package.swift", ["App/Package.swift": #"// .package(path: "../Core")"#], false),
      ("Other/Package.swift", ["App/Package.swift": #".package(path: "../Core")"#], false),
      (
        "Base/Package.swift",
        [
          "App/Package.swift": #".package(path: "../Core")"#,
          "Core/Package.swift": #".package(path: "../Base"), .package(path: "../App")"#,
        ], true
      ),
      (
        "core/Cargo.toml", ["App/Cargo.toml": "[dependencies]\ncore = { path = '../core' }\n"], true
      ),
      (
        "tools/b/Cargo.toml",
        [
          "App/Cargo.toml": "[workspace]\nmembers = ['crates/*']\n",
          "App/crates/a/Cargo.toml": "dependencies.b.path = \"../../../tools/b\"\n",
        ], false
      ),
      (
        "App/tools/b/Cargo.toml",
        [
          "App/Cargo.toml": "[workspace]\nmembers = ['crates/*']\n",
          "App/crates/a/Cargo.toml": "dependencies.b.path = \"../../tools/b\"\n",
        ], true
      ),
    ] as [(String, [String: String], Bool)])
  func ofLocalPackages(path: String, others: [String: String], isFlagged: Bool) {
    let isSwift = path.hasSuffix("swift")
    let lock = isSwift ? "App/Package.resolved" : "App/Cargo.lock"
    let (old, new) =
      isSwift
      ? ("", #".package(url: "https://a/b", from: "1.0.0")"#)
      : ("[dependencies]\n", "[dependencies]\nb = \"1\"\n")
    var facts = makeFacts([FileChange(.modified, path, additions: 1, deletions: 1)])
    facts.contents =
      others.mapValues { FileContents(new: Array($0.utf8)) }.merging([
        path: FileContents(old: Array(old.utf8), new: Array(new.utf8)),
        lock: FileContents(new: []),
      ]) { $1 }.byPath
    let rules = RuleSet(settings: [RuleSettings(id: "lock-files")], includesDefaults: false)
    let expected = isFlagged ? ["\(path) changes without \(lock)"] : []
    #expect(rules.findings(in: facts).map(\.message) == expected)
    let names = facts.changes.map { rules.neededNames(for: $0) }
    #expect(names == [isSwift ? "Package.swift" : "Cargo.toml"])
  }

  /// A lock file with the same values is the old one, however it is written.
  @Test(arguments: [
    (#"{"pins":[{"identity":"b"}],"version":3}"#, true),
    (#"{"version": 3, "pins": [{"identity": "b"}]}"#, true),
    (#"{"pins":[{"identity":"c"}],"version":3}"#, false), ("{", false),
  ])
  func aLockFileInOneLine(new: String, isFlagged: Bool) {
    var facts = makeFacts(
      ["Package.swift", "Package.resolved"].map { FileChange(.modified, $0, additions: 1) })
    let manifest = { (version: String) in
      Array(#"let a = [.package(url: "https://a/b", from: "\#(version)")]"#.utf8)
    }
    let old = "{\n  \"pins\" : [ { \"identity\" : \"b\" } ],\n  \"version\" : 3\n}\n"
    facts.contents =
      [
        "Package.swift": FileContents(old: manifest("1.0.0"), new: manifest("2.0.0")),
        "Package.resolved": FileContents(old: Array(old.utf8), new: Array(new.utf8)),
      ].byPath
    let rules = RuleSet(settings: [RuleSettings(id: "lock-files")], includesDefaults: false)
    #expect(rules.findings(in: facts).isEmpty == !isFlagged)
  }

  /// Packages of which each depends on the next.
  @Test(arguments: [(100, 0), (1_500, 1)])
  func longChainsOfPackages(count: Int, findings: Int) {
    let paths = (0..<count).map { "p\($0)/Cargo.toml" }
    var facts = makeFacts(paths.map { FileChange(.modified, $0, additions: 1) })
    facts.contents =
      Dictionary(
        uniqueKeysWithValues: paths.enumerated().map { index, path in
          (path, FileContents(new: Array("b.path = \"../p\(index + 1)\"\n".utf8)))
        }
      ).byPath
    let rules = RuleSet(settings: [RuleSettings(id: "lock-files")], includesDefaults: false)
    let found = rules.findings(in: facts).filter { $0.message.contains("in too many ways") }
    #expect(found.count == findings)
  }

  /// Where the head has too many files, packages that depend on the changed one may be among them.
  @Test(arguments: [(false, 0), (true, 1)])
  func tooManyFiles(isMissingNames: Bool, count: Int) {
    var facts = makeFacts([FileChange(.modified, "Core/Package.swift", additions: 1)])
    facts.isMissingNames = isMissingNames
    facts.contents =
      [
        "Core/Package.swift": FileContents(
          old: [], new: Array(#".package(url: "https://a/b", from: "1.0.0")"#.utf8))
      ].byPath
    let rules = RuleSet(settings: [RuleSettings(id: "lock-files")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  /// A lock file that the change adds beside a member does not replace the one above.
  @Test(arguments: [(false, nil), (true, "Core/Package.swift changes without Package.resolved")])
  func aNewLockFileOfAMember(isNamed: Bool, message: String?) {
    var facts = makeFacts([
      FileChange(.modified, "Core/Package.swift", additions: 1),
      FileChange(.added, "Core/Package.resolved", additions: 1, oldMode: nil),
    ])
    let above = isNamed ? #".package(path: "Core")"# : ""
    facts.contents =
      [
        "Core/Package.swift": FileContents(
          old: [], new: Array(#".package(url: "https://a/b", from: "1.0.0")"#.utf8)),
        "Core/Package.resolved": FileContents(new: Array("{}".utf8)),
        "Package.swift": FileContents(new: Array(above.utf8)),
        "Package.resolved": FileContents(new: []),
      ].byPath
    let rules = RuleSet(settings: [RuleSettings(id: "lock-files")], includesDefaults: false)
    #expect(rules.findings(in: facts).map(\.message) == [message].compactMap(\.self))
  }

  /// A new package of a workspace without dependencies is not in the lock file of Yarn.
  @Test(arguments: [(#"{"name": "a"}"#, 0), (#"{"dependencies": {"b": "1"}}"#, 1)])
  func aNewMember(json: String, count: Int) {
    var facts = makeFacts([FileChange(.added, "web/package.json", additions: 1, oldMode: nil)])
    facts.contents =
      [
        "web/package.json": FileContents(new: Array(json.utf8)), "yarn.lock": FileContents(new: []),
        "package.json": FileContents(new: Array(#"{"workspaces": ["web"]}"#.utf8)),
      ].byPath
    let rules = RuleSet(settings: [RuleSettings(id: "lock-files")], includesDefaults: false)
    #expect(rules.findings(in: facts).count == count)
  }

  @Test(arguments: [(1_000, 0), (1_001, 1)])
  func manyManifestsInFolders(count: Int, findings: Int) {
    let files = (0..<count).map { FileChange(.modified, "\($0)/package.json", additions: 1) }
    let rules = RuleSet(settings: [RuleSettings(id: "lock-files")], includesDefaults: false)
    #expect(rules.findings(in: makeFacts(files)).count == findings)
  }

  /// What a rule does not judge is read only where it decides about something else.
  @Test(arguments: [
    (FileChange(.modified, "other/package.json", additions: 1), false),
    (FileChange(.modified, "other/yarn.lock", additions: 1), false),
    (FileChange(.deleted, "other/yarn.lock", mode: nil), true),
    (FileChange(.modified, "web/package.json", additions: 1), true),
  ])
  func filesThatAreRead(file: FileChange, isRead: Bool) throws {
    let settings = RuleSettings(id: "lock-files", paths: ["web/**"])
    let rules = RuleSet(settings: [settings], includesDefaults: false)
    let changes = try #require(makeFacts([file]).changes)
    #expect(rules.neededContents(for: changes).isEmpty != isRead)
  }
}
