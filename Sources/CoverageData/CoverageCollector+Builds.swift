import CIModel
import ProcessExecution
import SwiftPackage

/// Checks whether separately given profiles and binaries belong to the same build.
extension CoverageCollector {
  /// The number of functions whose counters do not match the profile, which llvm-cov silently
  /// leaves out: functions that it reports without a profile and not with this one.
  func functionsOfOtherBuild(
    _ measured: BuildTally, _ objects: [String], workDirectory: String
  ) throws(CoverageError) -> Int {
    let export = try run(
      toolchain.llvmCov,
      ["export", "-format=text", "-summary-only", "-empty-profile"]
        + objects.enumerated().flatMap { $0 == 0 ? [$1] : ["-object", $1] },
      workDirectory: workDirectory)
    var all = BuildTally()
    let result = export.standardOutput.withUnsafeBytes { bytes in
      Result { () throws(CoverageError) in try ExportScanner.scan(bytes) { all.add($0) } }
    }
    try result.get()
    return max(0, all.functions - measured.functions)
  }

  /// Whether LLVM reports that a profile was written by another version: `InstrProfError::message`
  /// in `llvm/lib/ProfileData/InstrProf.cpp`.
  static func isOtherVersion(_ errors: String) -> Bool {
    ["unsupported instrumentation profile format version", "raw profile version mismatch"]
      .contains { errors.contains($0) }
  }

  /// The file that llvm-cov could not read as a binary; `nil` when there was another error.
  ///
  ///     error: failed to load coverage: '/p/a.txt': The file was not recognized as a valid object file
  static func unreadableBinary(_ errors: String) -> String? {
    guard errors.contains("not recognized as a valid object file") else { return nil }
    return errors.split(separator: "'", omittingEmptySubsequences: false).dropFirst().first
      .map(String.init)
  }
}

/// The number of functions in binaries, and how many of them a profile covers.
struct BuildTally {
  private(set) var functions = 0
  private(set) var covered = 0

  mutating func add(_ file: ExportedFile) {
    functions += file.functions.count
    covered += file.functions.covered
  }
}
