package import CIModel
import FileSystem
import ProcessExecution
import SwiftPackage

/// The measurement of one package on one machine.
package struct MeasuredShard: Sendable {
  /// The name of the shard in messages.
  package var name: String
  /// The absolute folder of its profile.
  package var folder: String
  package var stored: StoredMeasurement

  package init(name: String, folder: String, stored: StoredMeasurement) {
    self.name = name
    self.folder = folder
    self.stored = stored
  }

  var profile: String { "\(folder)/\(StoredMeasurement.profileName)" }
}

/// The binaries with which the profiles of all shards are read.
package struct ShardObjects: Hashable, Sendable {
  /// Absolute paths.
  package var paths: [String]
  /// The repository root on the machine that built them, as passed to the compiler.
  package var builtIn: String
}

extension CoverageCollector {
  /// Merges measurements of the same sources on several machines, with the binaries of one build.
  ///
  /// Profiles name private functions, and all functions of a program, by the path of their file. If
  /// the checkouts were in different folders, these names are changed to the folder of the
  /// binaries; otherwise their counts would silently be lost.
  ///
  /// - Parameters:
  /// - checkout: The absolute repository root on this machine, where comments in the sources are
  ///   read.
  /// - workDirectory: An absolute path; created when missing. The merged profile remains in it.
  package func collect(
    merging shards: [MeasuredShard], with objects: ShardObjects, checkout: String,
    _ policy: CoveragePolicy, workDirectory: String
  ) throws(CoverageError) -> CollectedCoverage {
    guard let first = shards.first else { throw .noProfiles }
    try MeasuredShard.checkSources(shards)
    try WorkFiles.makeFolder(workDirectory)
    var profiles: [String] = []
    for (number, shard) in shards.enumerated() {
      guard shard.stored.repositoryRoot != objects.builtIn else {
        profiles.append(shard.profile)
        continue
      }
      let moved = "\(workDirectory)/shard-\(number + 1).proftext"
      try move(shard, to: objects.builtIn, output: moved)
      profiles.append(moved)
    }
    let prefix = first.stored.repositoryRoot
    let package = first.stored.packageRoot.dropFirst(prefix.count)
    var inputs = CoverageInputs(
      profiles: profiles, objects: objects.paths, repositoryRoot: objects.builtIn,
      packageRoot: objects.builtIn + package, targets: first.stored.targets, policy: policy)
    inputs.checkout = checkout
    inputs.mayBeOfOtherBuilds = true
    // Each shard ran a part of the tests and together they ran all; data lost by a shard is still
    // missing.
    inputs.isPartial = shards.contains { $0.stored.isPartial && !$0.stored.isSelection }
    let collected = try collect(inputs, workDirectory: workDirectory, checksAge: false)
    for profile in profiles where profile.hasPrefix(workDirectory) { removeFile(profile) }
    return collected
  }

  /// Writes the profile of a shard as if it had been built in another folder.
  private func move(
    _ shard: MeasuredShard, to root: String, output: String
  ) throws(CoverageError) {
    let text = "\(output).unmoved"
    _ = try run(
      toolchain.llvmProfdata, ["merge", "-text", "-sparse", shard.profile, "-o", text],
      workDirectory: "")
    let bytes = try WorkFiles.map(text)
    let moved = ProfileText.moved(bytes.bytes, from: shard.stored.repositoryRoot, to: root)
    try WorkFiles.write(moved, to: output)
    removeFile(text)
  }
}

/// The text format of a profile: for each function a line with its name, then its hash and
/// counters.
///
/// Source: `InstrProfWriter::writeText` in `llvm/lib/ProfileData/InstrProfWriter.cpp` and
/// `TextInstrProfReader::readNextRecord` in `InstrProfReader.cpp` (LLVM 21).
enum ProfileText {
  /// Replaces the build folder in the names of functions.
  ///
  /// The name of a function that is local to its file is `/root/Sources/A.swift:$s…`; other lines
  /// begin with a number, a letter, `$`, `#` or `:`.
  ///
  /// LLVM cannot read its own text output for Swift: after the counters, it interprets a line that
  /// begins with `$` as a number of bitmap bytes, and Swift's names begin with `$`. So each record
  /// ends with `$0`, which means no bitmap bytes.
  static func moved(_ text: UnsafeRawBufferPointer, from: String, to: String) -> [UInt8] {
    let from = Array((from + "/").utf8)
    let to = Array((to + "/").utf8)
    var result: [UInt8] = []
    result.reserveCapacity(text.count + text.count / 8)
    let hash = Array("# Func Hash:".utf8)
    var start = 0
    var isFirst = true
    while start < text.count {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
      end = min(end + 1, text.count)
      let line = UnsafeRawBufferPointer(rebasing: text[start..<end])
      if text[end...].starts(with: hash) {
        if !isFirst { result += Array("$0\n".utf8) }
        isFirst = false
      }
      if line.count > from.count, line.prefix(from.count).elementsEqual(from) {
        result += to
        result += line[from.count...]
      } else {
        result += line
      }
      start = end
    }
    return result
  }
}

extension MeasuredShard {
  /// Throws if the shards measured different sources: their counts cannot be added, because line
  /// numbers would refer to different lines.
  static func checkSources(_ shards: [MeasuredShard]) throws(CoverageError) {
    guard let first = shards.first, let sources = first.stored.sources else { return }
    for shard in shards.dropFirst() {
      guard let others = shard.stored.sources else { continue }
      let paths = Set(sources.keys).union(others.keys).sorted()
      if let path = paths.first(where: { sources[$0] != others[$0] }) {
        throw .otherSources(path: path, measuredBy: [first.name, shard.name])
      }
    }
  }

  /// The first measured source that differs in a checkout, relative to its root.
  package func changedSource(in checkout: String) -> String? {
    stored.sources?.sorted { $0.key < $1.key }.first { path, mark in
      WorkFiles.mark(of: "\(checkout)/\(path)") != mark
    }?.key
  }

  /// The binaries of this shard on this machine: in their original place, or below another package
  /// root; `nil` when one is missing.
  ///
  /// - Parameter moved: The package root on this machine.
  package func objects(below moved: String?) -> ShardObjects? {
    var paths = stored.objects
    if let moved {
      let prefix = stored.packageRoot + "/"
      guard paths.allSatisfy({ $0.hasPrefix(prefix) }) else { return nil }
      paths = paths.map { "\(moved)/\($0.dropFirst(prefix.count))" }
    } else if let profile = FileStatus(profile)?.modified,
      paths.contains(where: { FileStatus($0).map { profile < $0.modified } ?? true })
    {
      // A binary has been rebuilt since.
      return nil
    }
    guard !paths.isEmpty, paths.allSatisfy(isFile) else { return nil }
    return ShardObjects(paths: paths, builtIn: stored.repositoryRoot)
  }
}

extension CoverageCollector {
  /// Determines in which folder binaries were built that have been moved since.
  ///
  /// - Parameters:
  /// - roots: Candidates for the repository root.
  /// - shard: Any shard measured with a build of the same sources.
  package func locate(
    _ objects: [String], among roots: [String], _ shard: MeasuredShard, workDirectory: String
  ) throws(CoverageError) -> ShardObjects {
    for object in objects where !isFile(object) {
      throw .fileFailed(path: object, message: "no such file")
    }
    try WorkFiles.makeFolder(workDirectory)
    let export = try run(
      toolchain.llvmCov,
      ["export", "-format=text", "-summary-only", "-instr-profile=\(shard.profile)"]
        + objects.enumerated().flatMap { $0 == 0 ? [$1] : ["-object", $1] },
      workDirectory: workDirectory)
    var counts: [String: Int] = [:]
    let roots = Set(roots.flatMap { [$0, realPathOfExisting($0)] })
    let result = export.standardOutput.withUnsafeBytes { bytes in
      Result { () throws(CoverageError) in
        try ExportScanner.scan(bytes) { file in
          for root in roots where file.path.hasPrefix(root + "/") { counts[root, default: 0] += 1 }
        }
      }
    }
    try result.get()
    // Of nested roots with the same count, the innermost is used.
    guard
      let root = counts.max(by: { ($0.value, $0.key.count) < ($1.value, $1.key.count) })?.key
    else { throw .builtElsewhere(objects: objects) }
    return ShardObjects(paths: objects, builtIn: root)
  }
}
