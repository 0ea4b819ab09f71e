import FileSystem
package import ProcessExecution

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The Swift toolchain in use. Its tools are taken from the folder of the real `swift`, never from
/// the `PATH`, which may contain another LLVM.
package struct Toolchain: Hashable, Sendable {
  /// The absolute path of `swift`, as found on the `PATH`.
  package var swift: String
  /// The absolute path of `llvm-cov`.
  package var llvmCov: String
  /// The absolute path of `llvm-profdata`.
  package var llvmProfdata: String
  /// The version, such as `6.3.1`.
  package var version: String
  /// The target triple, such as `x86_64-unknown-linux-gnu`.
  package var triple: String

  package init(
    swift: String, llvmCov: String, llvmProfdata: String, version: String, triple: String
  ) {
    self.swift = swift
    self.llvmCov = llvmCov
    self.llvmProfdata = llvmProfdata
    self.version = version
    self.triple = triple
  }

  /// Finds the toolchain that `swift` on the `PATH` of `environment` belongs to.
  ///
  /// Source: `swift -print-target-info`, whose `paths.runtimeResourcePath` is `usr/lib/swift`.
  package static func find(
    environment: [String: String], launcher: ProcessLauncher
  ) throws(ToolchainError) -> Toolchain {
    guard let swift = findExecutable("swift", path: environment["PATH"] ?? "") else {
      throw .notFound
    }
    let capture: ProcessLauncher.Capture
    do throws(LaunchError) {
      capture = try launcher.capture(
        Invocation(
          swift, ["-print-target-info"], environment: environment, timeout: .seconds(60)))
    } catch {
      throw .unusable(swift: swift, message: "\(error)")
    }
    guard capture.termination.isSuccess,
      let info = try? JSONDecoder().decode(TargetInfo.self, from: Data(capture.standardOutput))
    else {
      // `swift` says so in its standard output: `error: couldNotFindTmpDir("/tmp/x")`.
      if let folder = environment["TMPDIR"], !folder.isEmpty, !isFolder(folder) {
        throw .noTemporaryFolder(folder)
      }
      throw .unusable(swift: swift, message: capture.errorText)
    }
    var folders = [info.paths.runtimeResourcePath + "/../../bin"]
    if let real = realPath(swift) { folders.insert(real.parentFolder, at: 0) }
    func tool(_ name: String) -> String? {
      for folder in folders where mayExecute("\(folder)/\(name)") {
        return "\(folder)/\(name)"
      }
      return nil
    }
    return Toolchain(
      swift: swift, llvmCov: tool("llvm-cov") ?? "\(folders[0])/llvm-cov",
      llvmProfdata: tool("llvm-profdata") ?? "\(folders[0])/llvm-profdata",
      version: info.version, triple: info.target.unversionedTriple)
  }

  private struct TargetInfo: Decodable {
    var compilerVersion: String
    var target: Target
    var paths: Paths

    struct Target: Decodable {
      var unversionedTriple: String
    }

    struct Paths: Decodable {
      var runtimeResourcePath: String
    }

    /// The version in `compilerVersion`: `Swift version 6.3.1 (swift-6.3.1-RELEASE)` → `6.3.1`.
    var version: String {
      let words = compilerVersion.split(separator: " ")
      guard let index = words.firstIndex(of: "version"), words.index(after: index) < words.endIndex
      else { return compilerVersion }
      return String(words[words.index(after: index)])
    }
  }
}

package enum ToolchainError: Error, Hashable, CustomStringConvertible {
  case notFound
  /// `TMPDIR` names no folder.
  case noTemporaryFolder(String)
  case unusable(swift: String, message: String)

  package var description: String {
    switch self {
    case .notFound:
      "no 'swift' on the PATH; install a Swift toolchain (https://www.swift.org/install) "
        + "and put its usr/bin on the PATH"
    case .noTemporaryFolder(let folder):
      "the folder of TMPDIR, \(folder), does not exist"
    case .unusable(let swift, let message):
      "'\(swift) -print-target-info' does not print what a Swift toolchain prints"
        + (message.isEmpty ? "" : ": \(message)")
    }
  }
}
