import CIModel
import FileSystem
import LocalState
import ProcessExecution
import SwiftPackage

/// A build folder that steps of a run share, and the commands that build into it.
package struct BuildUnit: Hashable, Sendable {
  /// The absolute path of the package.
  package var package: String
  /// The absolute path of the build folder.
  package var scratch: String
  /// The path of the build folder in messages, relative to the root of the pipeline.
  package var shownScratch: String
  /// The arguments for SwiftPM by step; each once, sorted.
  package var commands: [String] = []
  package var steps: Set<String> = []
  /// Whether devtool stores the folder; otherwise the user does.
  package var isStored = true
  /// Patterns of files, relative to the package, that must be the same for a stored folder to be
  /// used.
  package var keyFiles: [String] = []

  package init(package: String, scratch: String, shownScratch: String) {
    self.package = package
    self.scratch = scratch
    self.shownScratch = shownScratch
  }

  // MARK: Ownership

  /// Whether a build creates the folder: it must not be behind a link, which may lead out of the
  /// checkout, and git must not track its record, because a committed record could claim any times.
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

  // MARK: Fingerprint

  /// Variables that affect SwiftPM and the compilers.
  private static let variables = [
    "CC", "CFLAGS", "CPATH", "CXX", "CXXFLAGS", "DEVELOPER_DIR", "LIBRARY_PATH", "PKG_CONFIG_PATH",
    "SDKROOT", "SWIFT_EXEC", "SWIFT_EXEC_MANIFEST", "TOOLCHAINS",
  ]

  /// Facts that tie the folder to this path and toolchain, by name: elsewhere it would do harm.
  func facts(_ scope: CacheScope) -> [String: String] {
    [
      "checkout": package,
      "system": "\(scope.machine) \(Self.distribution)",
      "toolchain": scope.toolchain.map(Self.describe) ?? "",
    ]
  }

  /// Everything that must be the same for a stored folder to be used.
  ///
  /// Sources are not part of it: SwiftPM detects which of them changed.
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

  /// Describes the toolchain. Two snapshots may have the same version, but their compilers differ
  /// in size.
  private static func describe(_ toolchain: Toolchain) -> String {
    let folder = toolchain.llvmCov[
      ..<(toolchain.llvmCov.lastIndex(of: "/") ?? toolchain.llvmCov.endIndex)]
    let size = FileStatus("\(folder)/swift-frontend")?.size ?? 0
    return "\(toolchain.version) for \(toolchain.triple), \(folder), \(size)"
  }

  /// The distribution, such as `debian 12`: a build also uses the system's headers and libraries.
  /// Source: os-release(5).
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
