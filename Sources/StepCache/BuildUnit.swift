import CIModel
import FileSystem
import LocalState
import ProcessExecution
import SwiftPackage

/// A build folder that steps of a run share, and what they build into it.
package struct BuildUnit: Hashable, Sendable {
  /// Absolute.
  package var package: String
  /// Absolute.
  package var scratch: String
  /// As a reader knows it: relative to the root of the pipeline.
  package var shownScratch: String
  /// What SwiftPM is given, by step; each once, sorted.
  package var commands: [String] = []
  package var steps: Set<String> = []
  /// Whether it is kept in the store of results; else the user keeps it.
  package var isStored = true
  /// The patterns of files, relative to the package, that a kept folder must have in common with this one.
  package var keyFiles: [String] = []

  package init(package: String, scratch: String, shownScratch: String) {
    self.package = package
    self.scratch = scratch
    self.shownScratch = shownScratch
  }

  // MARK: Whose it is

  /// Whether the folder is one that a build makes: not behind a link, which may lead out of the checkout,
  /// and without a record in it that git tracks: a committed record could claim any times.
  func isOurs(_ scope: CacheScope) -> Bool {
    let top = scope.repositoryRoot
    guard let path = scratch.path(below: top) else { return true }
    do throws(FileError) {
      if let status = try FileStatus.unlinked(path, below: top), !status.isFolder { return false }
    } catch {
      return error.isMissing
    }
    let record = "\(scratch)/\(BuildRecord.fileName)"
    return !fileExists(record)
      || TrackedFiles(around: scratch, upTo: top).trackedPath(at: record) == nil
  }

  // MARK: What must be the same

  /// The variables that change what SwiftPM and the compilers do.
  private static let variables = [
    "CC", "CFLAGS", "CPATH", "CXX", "CXXFLAGS", "DEVELOPER_DIR", "LIBRARY_PATH", "PKG_CONFIG_PATH",
    "SDKROOT", "SWIFT_EXEC", "SWIFT_EXEC_MANIFEST", "TOOLCHAINS",
  ]

  /// What ties the folder to this place and toolchain, by name: elsewhere it does harm.
  func facts(_ scope: CacheScope) -> [String: String] {
    [
      "checkout": package,
      "system": "\(scope.machine) \(Self.distribution)",
      "toolchain": scope.toolchain.map(Self.describe) ?? "",
    ]
  }

  /// Everything that a kept folder must have in common with this one.
  ///
  /// The sources do not count: SwiftPM finds out which of them changed.
  func fingerprint(
    _ scope: CacheScope, environment: [String: String], digests: FileDigests
  ) -> StepFingerprint {
    var parts = facts(scope)
    parts["kind"] = BuildManifest.version
    parts["folder"] = scratch
    for (index, command) in commands.enumerated() {
      parts["command" + (index == 0 ? "" : " \(index + 1)")] = command
    }
    for name in Self.variables {
      parts["env \(name)"] = environment[name].map { SHA256.hex($0) }
    }
    let files = FileSearch.files(matching: keyFiles, in: package).compactMap { path in
      digests.identity("\(package)/\(path)").map { (path: path, identity: $0) }
    }
    return StepFingerprint(parts: parts, files: files)
  }

  /// A version alone does not tell one snapshot from the next; the size of the compiler does.
  private static func describe(_ toolchain: Toolchain) -> String {
    let folder = toolchain.llvmCov[
      ..<(toolchain.llvmCov.lastIndex(of: "/") ?? toolchain.llvmCov.endIndex)]
    let size = FileStatus("\(folder)/swift-frontend")?.size ?? 0
    return "\(toolchain.version) for \(toolchain.triple), \(folder), \(size)"
  }

  /// `debian 12`: the system's headers and libraries go into a build, too. Source: os-release(5).
  private static var distribution: String {
    let bytes = (try? readFile("/etc/os-release", limit: 1 << 16)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return ["ID=", "VERSION_ID="].compactMap { name in
      lines.first { $0.hasPrefix(name) }.map { line in
        String(line.dropFirst(name.count)).filter { $0 != "\"" }
      }
    }.joined(separator: " ")
  }
}
