import Foundation
import TestSupport
import Testing

/// A package in the other build system than the toolchain's default, which is that of Swift 6.4: build,
/// tests, coverage, a restored build and mistakes, in one package that is built once.
@Suite(.longRunning) struct OtherBuildSystemTests {
  private static let files = [
    "Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "kit", dependencies: [.package(path: "../beside")],
      targets: [
        .target(name: "CKit"),
        .target(name: "Kit", dependencies: ["CKit", .product(name: "Beside", package: "beside")]),
        .target(name: "Idle"),
        .testTarget(name: "KitTests", dependencies: ["Kit"]),
        .testTarget(name: "MoreTests", dependencies: ["Kit"]),
      ])
    """,
    "Sources/CKit/include/ckit.h": "int three(void);\n",
    "Sources/CKit/ckit.c": "#include \"ckit.h\"\nint three(void) { return 3; }\n",
    "Sources/Kit/Kit.swift":
      "import Beside\nimport CKit\npublic func value() -> Int { Int(three()) + four() }\n",
    "Sources/Idle/Idle.swift": "public func idle() -> Int { 5 }\n",
    "Tests/KitTests/KitTests.swift":
      "import Testing\n@testable import Kit\n@Test func seven() { #expect(value() == 7) }\n",
    "Tests/MoreTests/MoreTests.swift": """
    import XCTest
    @testable import Kit
    final class MoreTests: XCTestCase { func testSeven() { XCTAssertEqual(value(), 7) } }

    """,
    ".gitignore": ".build\n.devtool\n",
    ".ci.yml": """
    steps:
      # Once in some fifty builds `swift build` of 6.3.1 dies of SIGSEGV before it compiles anything.
      build: { swift-build: { cache: true }, retry: { max: 2, when: [crash] } }
      test: { swift-test: { coverage: true } }

    """,
    "../beside/Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "beside", products: [.library(name: "Beside", targets: ["Beside"])],
      targets: [.target(name: "Beside")])
    """,
    "../beside/Sources/Beside/Beside.swift": "public func four() -> Int { 4 }\n",
  ]

  @Test func doesEverythingThatTheFirstDoes() throws {
    let scratch = try ScratchDirectory()
    let (tool, path) = (try BuiltTool(), scratch.path + "/work/kit")
    for (file, text) in Self.files { try scratch.write(text, to: "origin/kit/\(file)") }
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/work", withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: scratch.path + "/origin/beside", toPath: scratch.path + "/work/beside")
    func shell(_ script: String, in folder: String) throws {
      let result = try tool.shell("set -e; " + script, in: folder)
      #expect(result.status == 0, "\(result.standardError)")
    }
    func check(_ arguments: String...) throws -> (result: CommandResult, record: [String: Any]) {
      let result = try tool.start(
        ["check", "--skip", "rules", "--build-system", "swiftbuild"] + arguments, in: path,
        environment: ["CI": "true"]
      ).finish(within: 300)
      return (result, try ScratchPipeline.record(in: path))
    }
    try shell(
      "git init -q -b main; git add -A; git -c user.name=a -c user.email=a@b commit -qm 1",
      in: scratch.path + "/origin/kit")
    let checkOut = """
      rm -rf kept; if [ -d kit ]; then mv kit/.devtool/cache kept; rm -rf kit; fi
      git clone -q ../origin/kit; if [ -d kept ]; then mkdir kit/.devtool; mv kept kit/.devtool/cache; fi
      """
    try shell(checkOut, in: scratch.path + "/work")

    let first = try check()
    #expect(first.result.status == 0, "\(first.result.standardOutput)")
    try expectEverything(first.record)
    let checkout = try #require(first.record["checkout"] as? [String: Any])
    #expect(checkout["subject"] as? String == "1")
    #expect(checkout["author"] as? String == "a")
    #expect(checkout["branch"] as? String == "main")
    #expect(checkout["isModified"] as? Bool == false)
    #expect(cache(first.record).last?.hasPrefix(".build is kept: ") == true)
    #expect(!FileManager.default.fileExists(atPath: path + "/.build/debug"))
    let objects = try stamps(of: ".o", in: path)
    #expect(objects.count >= 5)

    // A new checkout compiles nothing, and finds the same.
    try shell(checkOut, in: scratch.path + "/work")
    let restored = try check()
    #expect(restored.result.status == 0, "\(restored.result.standardOutput)")
    try expectEverything(restored.record)
    #expect(cache(restored.record).first?.hasPrefix(".build was restored as run ") == true)
    #expect(try stamps(of: ".o", in: path) == objects)

    // What was edited since, here or in a package beside it, is not what is built.
    try shell("echo '// edited' >> ../beside/Sources/Beside/Beside.swift", in: path)
    let stale = try check("--only", "test")
    #expect(stale.result.status == 69)
    #expect(stale.result.standardOutput.contains("Sources/Beside/Beside.swift"))

    // One file is compiled anew; what the toolchain says of its own failure is no finding.
    try shell("echo 'func wrong() -> Int { \"5\" }' >> Sources/Idle/Idle.swift", in: path)
    let wrong = try check()
    #expect(wrong.result.status == 1)
    #expect(
      try messages(wrong.record) == [
        "Sources/Idle/Idle.swift:2: error: cannot convert return expression of type 'String' to "
          + "return type 'Int'"
      ], "\(wrong.result.standardOutput)")
  }

  /// Once in some twenty failed builds this build system prints that a compiler failed, and not why.
  @Test(arguments: [
    (1, ["Sources/K/K.swift:2: error: no value"], 2),
    (2, ["Sources/K/K.swift:2: error: no value"], 3), (4, [], 4),
    (0, ["Sources/K/K.swift:2: error: no value"], 1),
  ])
  func aBuildThatFailsWithoutAWordRunsAgain(
    silent: Int, expected: [String], builds: Int
  ) throws {
    let scratch = try scratchBuild(
      """
      echo 'Failed frontend command:'
      if [ $(wc -l < builds) -gt \(silent) ]; then echo "$PWD/Sources/K/K.swift:2:3: error: no value"; fi
      echo 'error: Build failed'
      exit 1

      """)
    let result = try build(scratch)
    #expect(result.status == 1, "\(result.standardError)")
    #expect(try messages(scratch.record()) == expected)
    #expect(try scratch.folder.read("builds") == String(repeating: "x\n", count: builds))
    let note = "the build failed without an error message; the build runs once more"
    #expect(try scratch.log("build").contains(note) == (silent > 0))
  }

  /// On a busy machine this build system crashes in up to a fifth of all builds.
  @Test(arguments: [
    (crashes: 1, signal: "SEGV", status: Int32(0), builds: 2), (2, "ABRT", 0, 3),
    (4, "ILL", 1, 4), (1, "KILL", 1, 1),
  ])
  func aBuildToolThatCrashesRunsAgain(
    crashes: Int, signal: String, status: Int32, builds: Int
  ) throws {
    let scratch = try scratchBuild(
      """
      if [ $(wc -l < builds) -le \(crashes) ]; then kill -\(signal) $$; fi

      """)
    let result = try build(scratch)
    #expect(result.status == status, "\(result.standardOutput)\(result.standardError)")
    #expect(try scratch.folder.read("builds") == String(repeating: "x\n", count: builds))
    let note = "the build tool crashed (SIG\(signal)); the build runs once more"
    #expect(try scratch.log("build").contains(note) == (builds > 1))
    #expect(
      (result.standardOutput + result.standardError).contains("  build: \(note)") == (builds > 1))
    #expect(try messages(scratch.record()) == [])
  }

  /// A package whose `swift build` counts its calls in the file `builds`, then does what is given.
  private func scratchBuild(_ script: String) throws -> ScratchPipeline {
    let scratch = try ScratchPipeline("steps: { build: { swift-build: {} } }")
    try scratch.folder.write(
      """
      #!/bin/sh
      if [ "$1" != build ]; then PATH=$REAL_PATH exec swift "$@"; fi
      echo x >> builds

      """ + script, to: "bin/swift")
    try scratch.folder.write(
      "// swift-tools-version: 6.0\nimport PackageDescription\n"
        + "let package = Package(name: \"k\", targets: [.target(name: \"K\")])\n",
      to: "Package.swift")
    try scratch.folder.write("\nlet k = value\n", to: "Sources/K/K.swift")
    #expect(try run("chmod", ["+x", "bin/swift"], in: scratch.path).status == 0)
    return scratch
  }

  private func build(_ scratch: ScratchPipeline) throws -> CommandResult {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try scratch.devtool(
      "check", environment: ["REAL_PATH": path, "PATH": "\(scratch.path)/bin:\(path)"])
  }

  private func cache(_ record: [String: Any]) -> [String] {
    (record["steps"] as? [[String: Any]])?.first?["cache"] as? [String] ?? []
  }

  private func expectEverything(_ record: [String: Any]) throws {
    let tests = try #require(record["tests"] as? [[String: Any]])
    #expect(
      Set(tests.map { "\($0["id"] ?? "") \($0["outcome"] ?? "")" }) == [
        "KitTests.seven() passed", "MoreTests.MoreTests/testSeven passed",
      ])
    let coverage = try #require(record["coverage"] as? [String: Any])
    let files = try #require(coverage["files"] as? [[String: Any]])
    let lines = files.map { file in
      let lines = file["lines"] as? [String: Int]
      return "\(file["path"] ?? ""): \(lines?["covered"] ?? -1) of \(lines?["count"] ?? -1)"
    }
    // The native build system would not measure C.
    #expect(
      lines.sorted() == [
        "Sources/CKit/ckit.c: 1 of 1", "Sources/Idle/Idle.swift: 0 of 1",
        "Sources/Kit/Kit.swift: 1 of 1",
      ])
    #expect(try messages(record) == [])
  }

  private func messages(_ record: [String: Any]) throws -> [String] {
    try #require(record["diagnostics"] as? [[String: Any]]).map {
      "\($0["file"] ?? ""):\($0["line"] ?? 0): \($0["severity"] ?? ""): \($0["message"] ?? "")"
    }
  }

  /// When files were written, by their paths in the build folder.
  private func stamps(of ending: String, in path: String) throws -> [String: Date] {
    let folder = path + "/.build/out"
    var stamps: [String: Date] = [:]
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where file.hasSuffix(ending) {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")
      stamps[file] = attributes[.modificationDate] as? Date
    }
    return stamps
  }
}
