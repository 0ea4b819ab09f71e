import Foundation
import TestSupport
import Testing

/// Builds that go on where the last one ended, in checkouts that are new each time, as in CI. Each
/// test builds a package of its own for real.
@Suite(.longRunning) struct BuildCacheTests {
  private static let files = [
    "Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "kit",
      targets: [
        .target(name: "CKit"),
        .target(name: "Kit", dependencies: ["CKit"], resources: [.copy("words.txt")]),
        .executableTarget(name: "tool", dependencies: ["Kit"]),
        .testTarget(name: "KitTests", dependencies: ["Kit"]),
      ])
    """,
    "Sources/CKit/include/ckit.h": "int three(void);\n",
    "Sources/CKit/ckit.c": "#include \"ckit.h\"\nint three(void) { return 3; }\n",
    "Sources/Kit/Kit.swift": "import CKit\npublic func value() -> Int { Int(three()) + four() }\n",
    "Sources/Kit/Four.swift": "func four() -> Int { 4 }\n",
    "Sources/Kit/Other.swift": "func other() -> Int { 5 }\n",
    "Sources/Kit/words.txt": "one two\n",
    "Sources/tool/main.swift": "import Kit\nprint(value())\n",
    "Tests/KitTests/KitTests.swift":
      "import Testing\n@testable import Kit\n@Test func seven() { #expect(value() == 7) }\n",
    ".gitignore": ".build\n.devtool\n",
    ".ci.yml": """
    steps:
      build: { swift-build: { cache: true } }
      test: { swift-test: { coverage: false } }

    """,
  ]

  /// A library of two files, for what is the same in any package.
  private static let small = [
    "Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "kit", targets: [.target(name: "Kit")])
    """,
    "Sources/Kit/Kit.swift": "public func value() -> Int { other() }\n",
    "Sources/Kit/Other.swift": "func other() -> Int { 5 }\n",
    ".gitignore": ".build\n.devtool\n",
  ]

  /// The same with a module of C.
  private static let mixed = small.merging([
    "Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "kit", targets: [.target(name: "CKit"), .target(name: "Kit", dependencies: ["CKit"])])
    """,
    "Sources/CKit/include/ckit.h": "int three(void);\n",
    "Sources/CKit/ckit.c": "#include \"ckit.h\"\nint three(void) { return 3; }\n",
    "Sources/Kit/Kit.swift": "import CKit\npublic func value() -> Int { Int(three()) + other() }\n",
  ]) { $1 }

  /// A place where a CI service checks out one commit after the other.
  private final class Machine {
    let scratch: ScratchDirectory
    let tool: BuiltTool
    var path: String { scratch.path + "/work/kit" }

    /// - Parameter hasOwnModuleCache: `.build` holds the compiled C modules, as it does for users.
    init(
      _ config: String? = nil, files: [String: String] = BuildCacheTests.files,
      hasOwnModuleCache: Bool = false
    ) throws {
      scratch = try ScratchDirectory()
      var tool = try BuiltTool()
      if hasOwnModuleCache { tool.environment[QuickBuild.moduleCache] = nil }
      self.tool = tool
      for (path, text) in files { try scratch.write(text, to: "origin/\(path)") }
      if let config { try scratch.write(config, to: "origin/.ci.yml") }
      try shell(
        "git init -q -b main; git add -A; git -c user.name=a -c user.email=a@b commit -qm 1",
        in: scratch.path + "/origin")
    }

    func shell(_ script: String, in folder: String? = nil) throws {
      let result = try tool.shell("set -e; " + script, in: folder ?? scratch.path)
      #expect(result.status == 0, "\(result.standardError)")
    }

    /// A new checkout, at the same place; of the last one is left what the service kept.
    func checkOut(keeping kept: String = ".devtool/cache", at folder: String = "kit") throws {
      try shell(
        """
        rm -rf kept; mkdir -p kept work
        if [ -d work/kit ]; then cd work/kit; tar --format=gnu -cf ../../kept/x.tar \(kept); cd ../..; fi
        rm -rf work/*; git clone -q origin work/\(folder)
        if [ -f kept/x.tar ]; then tar xf kept/x.tar -C work/\(folder); fi
        """)
    }

    func check(
      _ arguments: String..., at folder: String = "kit", environment: [String: String] = [:]
    ) throws -> Outcome {
      let path = "\(scratch.path)/work/\(folder)"
      let result = try tool.start(
        ["check", "--skip", "rules"] + arguments, in: path,
        environment: environment.merging(["CI": "true"]) { $1 }
      ).finish(within: 300)
      let record = try ScratchPipeline.record(in: path)
      let steps = try #require(record["steps"] as? [[String: Any]])
      let logPath = steps[0]["logPath"] as? String ?? ""
      let log = try String(contentsOfFile: "\(path)/\(logPath)", encoding: .utf8)
      return Outcome(
        status: result.status, screen: result.standardOutput + result.standardError,
        cache: steps[0]["cache"] as? [String] ?? [],
        compiled: Set(
          log.split(whereSeparator: \.isNewline).compactMap { line in
            guard let range = line.firstRange(of: "] Compiling ") else { return nil }
            return String(line[range.upperBound...])
          }), log: log)
    }

    /// What was built, without what differs between two clean builds: debug data, and the order of
    /// functions in the test product.
    func products() throws -> [String] {
      let script = """
        set -e; bin=$(dirname "$(readlink -f "$(command -v swift)")"); cd .build/debug
        for section in .text .rodata; do
          "$bin/llvm-objcopy" -O binary --only-section=$section tool "$TMPDIR/section-$$"
          sha256sum < "$TMPDIR/section-$$"; rm "$TMPDIR/section-$$"
        done
        "$bin/llvm-nm" --format=just-symbols kitPackageTests.xctest | sort | sha256sum
        cat kit_Kit.resources/words.txt; ./tool
        """
      let result = try tool.shell(
        script, in: path, environment: ["TMPDIR": scratch.path])
      #expect(result.status == 0, "\(result.standardError)")
      return result.standardOutput.split(separator: "\n").map(String.init)
    }
  }

  private struct Outcome {
    var status: Int
    var screen: String
    var cache: [String]
    /// `Kit Other.swift`
    var compiled: Set<String>
    var log: String
  }

  /// Something ends the toolchain, such as the kernel for want of memory; the build that passes afterwards is as good as any.
  @Test func keepsABuildThatPassedAtTheSecondAttempt() throws {
    let machine = try Machine(
      """
      steps:
        build: { swift-build: { cache: true }, retry: { max: 1, when: [crash] } }

      """, files: Self.small)
    try machine.scratch.write(
      """
      #!/bin/sh
      if [ "$1" = build ] && [ ! -e ../../died ]; then : > ../../died; kill -KILL $$; fi
      PATH=$REAL_PATH exec swift "$@"

      """, to: "bin/swift")
    try machine.shell("chmod +x bin/swift")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let environment = ["REAL_PATH": path, "PATH": "\(machine.scratch.path)/bin:\(path)"]
    try machine.checkOut()
    let first = try machine.check(environment: environment)
    #expect(first.status == 0, "\(first.screen)")
    #expect(first.screen.contains("Step build passed on attempt 2."))
    #expect(first.cache.first == "no .build is kept for this build")
    #expect(first.cache.last?.hasPrefix(".build is kept: ") == true)
  }

  @Test func aNewCheckoutBuildsNothing() throws {
    let machine = try Machine()
    try machine.checkOut()
    let first = try machine.check()
    #expect(first.status == 0, "\(first.screen)")
    #expect(first.compiled.contains("Kit Kit.swift"))
    #expect(first.cache.first == "no .build is kept for this build")
    #expect(first.cache.last?.hasPrefix(".build is kept: ") == true)
    let products = try machine.products()

    try machine.checkOut()
    let explained = try machine.tool.run("check", "--explain", "build", in: machine.path)
    #expect(explained.standardOutput.contains("cache      there is no .build; the one of run "))
    let second = try machine.check()
    #expect(second.status == 0, "\(second.screen)")
    #expect(second.compiled == [])
    #expect(!second.log.contains("Linking"))
    #expect(second.cache.count == 2)
    #expect(second.cache[0].hasPrefix(".build was restored as run "))
    #expect(second.cache[1] == "restored the times of 11 of 11 sources from the last build")
    #expect(second.screen.contains("  build: .build was restored as run "))
    #expect(try machine.products() == products)
    let after = try machine.tool.run("check", "--explain", "build", in: machine.path)
    #expect(after.standardOutput.contains("restored the times of 11 of 11 sources"))

    // What a build needs to be done anew, and nothing else; the result is that of a clean build.
    try machine.checkOut()
    let edit = """
      echo 'func other() -> Int { 6 }' > Sources/Kit/Other.swift; echo three > Sources/Kit/words.txt
      """
    try machine.shell(edit, in: machine.path)
    let edited = try machine.check("--cache", "ro")
    #expect(edited.status == 0, "\(edited.screen)")
    #expect(edited.compiled == ["Kit Other.swift"])
    #expect(
      edited.cache.last
        == "restored the times of 9 of 11 sources from the last build; 2 changed "
        + "(Sources/Kit/Other.swift, …)")
    let afterEdit = try machine.products()
    #expect(afterEdit != products)

    // Files that come and go.
    try machine.checkOut()
    try machine.shell(
      """
      rm Sources/Kit/Four.swift; echo 'func four() -> Int { 40 - 36 }' > Sources/Kit/Vier.swift
      """, in: machine.path)
    let moved = try machine.check("--cache", "ro")
    #expect(moved.status == 0, "\(moved.screen)")
    #expect(moved.compiled.contains("Kit Vier.swift"))
    #expect(!moved.compiled.contains("CKit ckit.c"))
    #expect(
      moved.cache.last?.hasSuffix("Sources/Kit/Vier.swift is new, Sources/Kit/Four.swift is gone")
        == true)

    // Without it, and clean.
    try machine.checkOut()
    try machine.shell(edit, in: machine.path)
    let clean = try machine.check("--cache", "off")
    #expect(clean.cache == [])
    #expect(clean.compiled.contains("Kit Kit.swift"))
    #expect(try machine.products() == afterEdit)
  }

  /// Whatever is wrong with what is kept, the run is that of a clean checkout.
  @Test func whatIsWrongIsDropped() throws {
    let machine = try Machine(
      "steps: { build: { swift-build: { cache: true, tests: false } } }\n", files: Self.small)
    try machine.checkOut()
    #expect(try machine.check().status == 0)

    try machine.checkOut()
    try machine.shell(
      "for f in $(find .devtool/cache/cas -type f -size +8k); do truncate -s -1 $f; done",
      in: machine.path)
    let damaged = try machine.check()
    #expect(damaged.status == 0, "\(damaged.screen)")
    #expect(
      damaged.cache.first?.hasPrefix("the stored .build was damaged and is removed: a part") == true
    )
    #expect(damaged.compiled.contains("Kit Kit.swift"))
    #expect(damaged.cache.last?.hasPrefix(".build is kept: ") == true)

    // A mistake in the sources is theirs: nothing is built twice.
    try machine.checkOut()
    try machine.shell("echo 'let x: Int = \"wrong\"' > Sources/Kit/Other.swift", in: machine.path)
    let wrong = try machine.check()
    #expect(wrong.status == 1)
    #expect(wrong.log.split(separator: "\n").count { $0.contains("Building for debugging") } == 1)

    // Somewhere else, its modules do not work.
    try machine.checkOut()
    try machine.checkOut(at: "elsewhere")
    let elsewhere = try machine.check(at: "elsewhere")
    #expect(elsewhere.status == 0, "\(elsewhere.screen)")
    #expect(
      elsewhere.cache.first == "no .build is kept for this build: checkout changed, folder changed")
  }

  /// The service keeps `.build` itself, with times of whole seconds.
  @Test func aServiceMayKeepTheFolder() throws {
    let machine = try Machine(
      "steps: { build: { swift-build: { cache: { store: false }, tests: false } } }\n",
      files: Self.mixed, hasOwnModuleCache: true)
    try machine.checkOut()
    let first = try machine.check()
    #expect(first.status == 0, "\(first.screen)")
    #expect(first.cache == [])
    #expect(!FileManager.default.fileExists(atPath: machine.path + "/.devtool/cache/builds"))
    try machine.checkOut(keeping: ".build")
    let second = try machine.check()
    #expect(second.compiled == [])
    #expect(second.cache.count == 2)
    #expect(second.cache.first?.hasPrefix(".build had times in whole seconds: ") == true)

    // Damage that nobody can see beforehand: the compiler refuses its own files, and no source is to
    // blame.
    try machine.checkOut(keeping: ".build")
    try machine.shell(
      """
      for f in $(find .build/ -name '*.pcm'); do
        touch -r $f time; head -c $(stat -c %s $f) /dev/zero > $f; touch -r time $f
      done; echo 'func other() -> Int { 6 }' > Sources/Kit/Other.swift
      """, in: machine.path)
    let broken = try machine.check()
    #expect(broken.status == 0, "\(broken.screen)")
    #expect(
      broken.cache.last
        == ".build was removed: the build in it failed without an error in the sources")
    #expect(broken.compiled.contains("Kit Kit.swift"))

    // At another place it would fail.
    try machine.checkOut(keeping: ".build", at: "elsewhere")
    let moved = try machine.check(at: "elsewhere")
    #expect(moved.status == 0, "\(moved.screen)")
    #expect(moved.cache.first == ".build was removed: it was made in \(machine.path)")
    #expect(moved.compiled.contains("Kit Kit.swift"))
  }

  /// On a person's machine the folder lies there; it is kept when he says so.
  @Test func nothingIsKeptOutsideOfCI() throws {
    let machine = try Machine(
      "steps: { build: { swift-build: { cache: true, tests: false } } }\n", files: Self.small)
    try machine.checkOut()
    let check = { (words: String...) in
      try machine.tool.start(
        ["check", "--skip", "rules"] + words, in: machine.path, environment: [:]
      ).finish(within: 300)
    }
    #expect(try check().status == 0)
    #expect(!FileManager.default.fileExists(atPath: machine.path + "/.devtool/cache/builds"))
    #expect(try check("--cache", "rw").standardError.contains(".build is kept: "))
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: machine.path + "/.devtool/cache/builds"
      ).count == 1)
  }
}
