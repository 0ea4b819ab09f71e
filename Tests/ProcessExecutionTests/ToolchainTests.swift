import Foundation
import ProcessExecution
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

  @Test func saysThatThereIsNone() {
    #expect(throws: ToolchainError.notFound) {
      try Toolchain.find(environment: ["PATH": "/no/such/folder"], launcher: .live())
    }
  }
}
