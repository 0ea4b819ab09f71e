import Foundation
import ProcessExecution
import SwiftPackage
import TestSupport
import Testing

@Suite struct ToolchainTests {
  @Test func takesEveryToolFromBesideSwift() throws {
    let launcher = ProcessLauncher.live()
    let toolchain = try Toolchain.find(environment: currentEnvironment(), launcher: launcher)
    let version = try launcher.capture(Invocation(toolchain.swift, ["--version"])).text
    #expect(version.contains("Swift version \(toolchain.version) "))
    #expect(FileManager.default.isExecutableFile(atPath: toolchain.llvmCov))
    #expect(FileManager.default.isExecutableFile(atPath: toolchain.llvmProfdata))
  }

  @Test func isNotMisledByAnotherLLVMOnThePath() throws {
    let scratch = try ScratchDirectory()
    let decoy = try scratch.write("#!/bin/sh\nexit 1\n", to: "llvm-cov")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: decoy.path)
    var environment = currentEnvironment()
    environment["PATH"] = "\(scratch.path):\(environment["PATH"] ?? "")"
    let toolchain = try Toolchain.find(environment: environment, launcher: .live())
    #expect(toolchain.llvmCov != decoy.path)
  }

  @Test(arguments: [
    ("6.3", "6.3.1", false), ("6.4", "6.3.1", true), ("9.0", "6.3.1", true), ("5.10", "6.0", false),
    ("6.10", "6.9", true), ("7", "6.3", true), ("6.3", "6.4-dev", false),
    ("6.3", "local build", false),
  ])
  func knowsManifestsOfNewerToolchains(version: String, toolchain: String, isNewer: Bool) {
    #expect(Toolchain.isNewer(version, than: toolchain) == isNewer)
  }

  /// SwiftPM knows more than the compiler: names of targets, for example.
  @Test(
    arguments: [
      ("6.0", #"targets: [.target(name: "one")]"#, nil, nil),
      ("99.0", #"targets: [.target(name: "one")]"#, "it requires Swift 99.0", nil),
      (
        "6.0",
        #"products: [.library(name: "One", targets: ["two"])], targets: [.target(name: "one")]"#,
        nil, "two"
      ),
      ("6.0", #"targets: [.target(name: "one", dependencies: ["Nope"])]"#, nil, "Nope"),
      (
        "6.0", #"dependencies: [.package(path: "Gone")], targets: [.target(name: "one")]"#, nil,
        "Gone' cannot be accessed"
      ),
    ] as [(String, String, String?, String?)])
  func saysWhatIsWrongWithAManifest(
    version: String, arguments: String, checked: String?, loaded: String?
  ) throws {
    let scratch = try ScratchDirectory()
    try scratch.write(
      """
      // swift-tools-version: \(version)
      import PackageDescription
      let package = Package(name: "One", \(arguments))

      """, to: "Package.swift")
    try scratch.write("", to: "Sources/one/A.swift")
    let launcher = ProcessLauncher.live()
    let toolchain = try Toolchain.find(environment: currentEnvironment(), launcher: launcher)
    func problem(_ ask: (String, [String: String], ProcessLauncher) -> String?) -> String? {
      ask(scratch.path, currentEnvironment(), launcher)
    }
    let words = problem { toolchain.manifestError(in: $0, environment: $1, launcher: $2) }
    #expect((words == nil) == (checked == nil) && words?.contains(checked ?? "") != false)
    guard checked == nil else { return }
    let error = problem { toolchain.packageError(in: $0, environment: $1, launcher: $2) }
    #expect((error == nil) == (loaded == nil) && error?.contains(loaded ?? "") != false)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/.build"))
  }

  /// As SwiftPM chooses: the exact version, else the highest tools version that it can read.
  @Test(arguments: [
    (["": "6.0"], "Package.swift"),
    (["": "5.5", "@swift-6.3": "6.0", "@swift-6": "6.0"], "Package@swift-6.3.swift"),
    (["": "6.4", "@swift-6.1": "6.1", "@swift-5.9": "5.9"], "Package@swift-6.1.swift"),
    (["": "6.0", "@swift-5.9": "5.9"], "Package.swift"),
    (["": "5.5", "@swift-5.9": "5.9", "@swift-7": "7.0"], "Package@swift-5.9.swift"),
    (["": "6.4"], "Package.swift"),
  ])
  func choosesTheManifest(versions: [String: String], name: String) throws {
    let scratch = try ScratchDirectory()
    for (suffix, version) in versions {
      try scratch.write("// swift-tools-version: \(version)\n", to: "Package\(suffix).swift")
    }
    let toolchain = Toolchain(
      swift: "swift", llvmCov: "", llvmProfdata: "", version: "6.3.1", triple: "")
    #expect(toolchain.manifestName(in: scratch.path) == name)
  }

  /// `swift -print-target-info` of toolchains that say their version in different ways.
  @Test(arguments: [
    ("Swift version 6.3.1 (swift-6.3.1-RELEASE)", "6.3.1"),
    ("Apple Swift version 6.2 (swiftlang-6.2.0.19.9 clang-1700.3.19.1)", "6.2"),
    ("Swift version 6.4-dev", "6.4-dev"), ("Swift version", "Swift version"),
    ("local build", "local build"),
  ])
  func readsTheVersion(text: String, version: String) throws {
    let scratch = try ScratchDirectory()
    let swift = try scratch.write("#!/bin/sh\n", to: "bin/swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
    let launcher = ProcessLauncher { invocation, onOutput throws(LaunchError) in
      #expect(invocation.executable == swift.path)
      var output = """
        {"compilerVersion": "\(text)", "target": {"unversionedTriple": "arm64-apple-macosx"},
        "paths": {"runtimeResourcePath": "/t/usr/lib/swift"}}
        """
      output.withUTF8 { onOutput(.standardOutput, UnsafeRawBufferPointer($0)) }
      return .exited(0)
    }
    let toolchain = try Toolchain.find(
      environment: ["PATH": "\(scratch.path)/bin"], launcher: launcher)
    #expect(toolchain.version == version)
    #expect(toolchain.triple == "arm64-apple-macosx")
    // There are none; this is where they would be.
    #expect(toolchain.llvmCov == "\(scratch.path)/bin/llvm-cov")
    #expect(toolchain.llvmProfdata == "\(scratch.path)/bin/llvm-profdata")
  }

  @Test(arguments: [(Termination.exited(1), "{}"), (.exited(0), "no JSON")])
  func saysThatSwiftCannotBeUsed(termination: Termination, output: String) throws {
    let scratch = try ScratchDirectory()
    let swift = try scratch.write("#!/bin/sh\n", to: "swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
    let launcher = ProcessLauncher.playing { _ in (output, termination) }
    #expect(throws: ToolchainError.self) {
      try Toolchain.find(environment: ["PATH": scratch.path], launcher: launcher)
    }
  }

  /// `swift` itself prints `error: couldNotFindTmpDir("/no/such/folder")` to its standard output.
  @Test func namesAMissingTemporaryFolder() {
    var environment = currentEnvironment()
    environment["TMPDIR"] = "/no/such/folder"
    #expect(throws: ToolchainError.noTemporaryFolder("/no/such/folder")) {
      try Toolchain.find(environment: environment, launcher: .live())
    }
  }

  @Test func saysThatThereIsNone() {
    #expect(throws: ToolchainError.notFound) {
      try Toolchain.find(environment: ["PATH": "/no/such/folder"], launcher: .live())
    }
  }
}
