import Foundation
import ProcessExecution
import SwiftPackage
import TestSupport

extension ProcessLauncher {
  /// Runs commands for real.
  static let testing = ProcessLauncher {
    (invocation: Invocation, output: OutputHandler) throws(LaunchError) in
    let result: CommandResult
    do {
      result = try TestSupport.run(
        invocation.executable, invocation.arguments, in: invocation.directory ?? "/")
    } catch {
      throw .notFound(executable: invocation.executable)
    }
    Array(result.standardOutput.utf8).withUnsafeBytes { output(.standardOutput, $0) }
    Array(result.standardError.utf8).withUnsafeBytes { output(.standardError, $0) }
    let status = Int32(clamping: result.status)
    return status > 128 ? .signaled(status - 128) : .exited(status)
  }

  /// Answers every command with the same.
  static func replaying(
    _ termination: Termination, output text: String = "", errors: String = ""
  ) -> ProcessLauncher {
    ProcessLauncher { (_, output) throws(LaunchError) in
      Array(text.utf8).withUnsafeBytes { output(.standardOutput, $0) }
      Array(errors.utf8).withUnsafeBytes { output(.standardError, $0) }
      return termination
    }
  }
}

extension Toolchain {
  /// The one that `swift` on the `PATH` stands for.
  static func testing() throws -> Toolchain {
    struct TargetInfo: Decodable {
      struct Paths: Decodable { var runtimeResourcePath: String }
      struct Target: Decodable { var triple: String }
      var paths: Paths
      var target: Target
    }
    let output = try run("swift", ["-print-target-info"], in: "/").standardOutput
    let info = try JSONDecoder().decode(TargetInfo.self, from: Data(output.utf8))
    let bin = URL(fileURLWithPath: info.paths.runtimeResourcePath)
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("bin").path
    return Toolchain(
      swift: bin + "/swift", llvmCov: bin + "/llvm-cov", llvmProfdata: bin + "/llvm-profdata",
      version: "", triple: info.target.triple)
  }
}
