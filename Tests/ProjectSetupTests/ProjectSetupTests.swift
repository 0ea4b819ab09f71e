import FileSystem
import TestSupport
import Testing

@testable import ProjectSetup

struct ProjectSetupTests {
  private static let release = "https://example.com/devtool/releases/v1"

  private func files(
    in directory: ScratchDirectory, services: [SetupService] = [], comments: Bool = false,
    parts: Set<SetupRequest.Part> = [], templates: String? = nil
  ) throws -> [SetupFile] {
    var request = SetupRequest(parts: parts, release: Self.release, tool: "/opt/it's/devtool")
    request.services = services
    request.comments = comments
    return try ProjectSetup.files(
      request, ProjectFacts(root: directory.path), git: nil,
      TemplateFolder(named: templates, root: directory.path))
  }

  private func package() throws -> ScratchDirectory {
    let directory = try ScratchDirectory()
    try directory.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    return directory
  }

  @Test(arguments: SetupService.allCases) func writesServices(service: SetupService) throws {
    for comments in [false, true] where !comments || service.canComment {
      for file in try files(in: package(), services: [service], comments: comments) {
        let name = file.path.split(separator: "/").last ?? ""
        let plain = name.drop { $0 == "." }
        expectGolden(file.text, "\(service.rawValue)\(comments ? "-comment" : "")-\(plain)")
      }
    }
  }

  @Test func writesTheOtherFiles() throws {
    let directory = try ScratchDirectory()
    for name in ["App", "Bare", "Core", "Core/Demo", "With Blank"] {
      try directory.write(
        "// swift-tools-version: 6.0\n" + (name == "Bare" ? "" : "// testTarget\n"),
        to: "\(name)/Package.swift")
    }
    try directory.write("{}", to: ".swift-format")
    let parts: Set<SetupRequest.Part> = [.agents, .makefile, .pipeline, .pullRequestTemplate]
    let files = try files(in: directory, parts: parts)
    #expect(
      files.map(\.path) == [
        ".ci.yml", "Makefile", ".github/pull_request_template.md", "AGENTS.md",
      ])
    expectGolden(
      files.map { "==> \($0.path)\n\($0.text)" }.joined(separator: "\n"), "packages.txt")
  }

  /// A package with an apostrophe in its name is left out; it counts as a package nevertheless.
  @Test(
    arguments: [
      (["Core"], [], nil), (["Core", "Shop"], [], "Core, Shop"),
      (["Core", "libs/It's"], [], "Core"), (["A'B", "C'D"], [], nil),
      (["Core"], [.github], "Core"), (["A'B"], [.github], nil), (["A B"], [.github], "A B"),
    ] as [([String], [SetupService], String?)])
  func takesThePackagesBelow(
    folders: [String], services: [SetupService], expected: String?
  ) throws {
    let directory = try ScratchDirectory()
    for folder in folders {
      try directory.write("// swift-tools-version: 6.0\n", to: "\(folder)/Package.swift")
    }
    let purpose = Result {
      try files(in: directory, services: services, parts: [.pipeline])[0].purpose
    }
    #expect((try? purpose.get()) == expected.map { "it builds and tests \($0)" })
  }

  @Test(arguments: [
    (true, true, "it runs the imported steps"), (false, false, "nothing was imported"),
    (false, true, "it adds the imported rules"),
  ]) func tellsWhatWasImported(hasSteps: Bool, hasRules: Bool, purpose: String) throws {
    let directory = try package()
    var request = SetupRequest(parts: [.pipeline], release: Self.release, tool: "/opt/devtool")
    request.imported = .init("", hasSteps: hasSteps, hasRules: hasRules)
    let file = try ProjectSetup.files(
      request, ProjectFacts(root: directory.path), git: nil,
      TemplateFolder(named: nil, root: directory.path))[0]
    #expect(file.purpose.contains(purpose))
  }

  @Test func takesTheTemplatesOfTheRepository() throws {
    let directory = try package()
    try directory.write("# ours\nall: ; __RELEASE__\n", to: ".devtool-templates/makefile/Makefile")
    #expect(
      try files(in: directory, parts: [.makefile])[0].text == "# ours\nall: ; \(Self.release)\n")
    let other = try ScratchDirectory()
    try other.write("theirs\n", to: "makefile/Makefile")
    #expect(
      try files(in: directory, parts: [.makefile], templates: other.path)[0].text == "theirs\n")
    #expect(throws: SetupError.template(name: "makefile/Makefile", .unknownName("NO"))) {
      try other.write("__NO__\n", to: "makefile/Makefile")
      _ = try files(in: directory, parts: [.makefile], templates: other.path)
    }
    #expect(throws: FileError.self) {
      try files(in: directory, parts: [.makefile], templates: other.path + "/none")
    }
  }

  /// What a hook runs is not up to a clone.
  @Test func takesNoHookFromTheCheckout() throws {
    let directory = try package()
    try directory.write("theirs\n", to: ".devtool-templates/hooks/pre-commit")
    let checkout = try TemplateFolder(named: nil, root: directory.path)
    #expect(try checkout.text("hooks/pre-commit") == EmbeddedTemplates.files["hooks/pre-commit"])
    let named = try TemplateFolder(
      named: directory.path + "/.devtool-templates", root: directory.path)
    #expect(try named.text("hooks/pre-commit") == "theirs\n")
  }

  /// A branch may hold links to what it must not bring into a file of the project.
  @Test(arguments: ["makefile/Makefile", "makefile", ""]) func followsNoLink(place: String) throws {
    let directory = try package()
    let outside = try ScratchDirectory()
    try outside.write("secret\n", to: "makefile/Makefile")
    let link = ".devtool-templates" + (place.isEmpty ? "" : "/\(place)")
    if !place.isEmpty { try directory.write("", to: ".devtool-templates/pipeline/x") }
    if place == "makefile/Makefile" { try directory.write("", to: ".devtool-templates/makefile/x") }
    try makeLink(
      "\(directory.path)/\(link)", to: outside.path + (place.isEmpty ? "" : "/\(place)"))
    #expect(throws: SetupError.self) { try files(in: directory, parts: [.makefile]) }
  }

  @Test(arguments: [
    (nil, SetupFile.State.missing), ("# calls devtool\n", .present), ("all:\n", .taken),
  ]) func seesWhatIsThere(text: String?, state: SetupFile.State) throws {
    let directory = try package()
    if let text { try directory.write(text, to: "Makefile") }
    #expect(try files(in: directory, parts: [.makefile])[0].state() == state)
  }

  /// A file that an earlier `init` wrote lacks what comments on requests.
  @Test(arguments: [false, true]) func seesThatCommentsAreMissing(areThere: Bool) throws {
    let directory = try package()
    let earlier = try files(in: directory, services: [.gitlab], comments: areThere)[0]
    try earlier.write()
    #expect(try files(in: directory, services: [.gitlab])[0].state() == .present)
    let file = try files(in: directory, services: [.gitlab], comments: true)[0]
    #expect(try file.state() == (areThere ? .present : .taken))
    #expect(file.byHand.hasSuffix("  after_script:\n    - devtool comment\n"))
  }

  /// A branch may have committed a folder that is a link to somewhere else.
  @Test func writesNothingThroughALink() throws {
    let directory = try package()
    let outside = try ScratchDirectory()
    try makeLink("\(directory.path)/.github", to: outside.path)
    let file = try #require(files(in: directory, services: [.github]).first)
    #expect(throws: FileError.self) { try file.write() }
    #expect(!outside.exists("workflows"))
  }

  @Test(arguments: [
    ("https://github.com/a/devtool/releases/download/v1.0", true), ("http://127.0.0.1:8/x", true),
    ("ftp://a/b", false), ("https://", false), ("https://a/b/", false), ("https://a/$(b)", false),
    ("https://a/b c", false), ("https://a/b\n- run: evil", false), ("https://a/'b", false),
  ]) func knowsSafeAddresses(url: String, isSafe: Bool) {
    #expect(SetupRequest.isSafeRelease(url) == isSafe)
  }
}
