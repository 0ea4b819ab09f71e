import FileSystem
import SwiftPackage

/// A build folder in the checkout.
struct BuildFolder {
  let unit: BuildUnit
  /// Build folders of other steps inside it, which do not belong to it; relative paths.
  let nested: [String]

  var sources: PackageSources { PackageSources(package: unit.package, scratch: unit.scratch) }

  private var recordPath: String { "\(unit.scratch)/\(BuildRecord.fileName)" }

  /// Files that SwiftPM's two build systems create, and the record of devtool.
  private static let marks = ["build.db", "out", BuildRecord.fileName]

  /// Files that every build writes to, with either build system.
  private static let databases: Set<String> = [
    "build.db", "out/Intermediates.noindex/XCBuildData/build.db",
  ]

  var hasRecord: Bool { fileExists(recordPath) }

  func record() -> BuildRecord? {
    (try? readFile(recordPath, limit: 256 << 20)).flatMap { BuildRecord($0) }
  }

  func write(_ record: BuildRecord) throws(FileError) {
    let bytes = record.bytes
    if (try? readFile(recordPath, limit: bytes.count + 1)) != bytes {
      try writeFile(recordPath, bytes)
    }
  }

  // MARK: Inspecting

  enum Condition: Hashable {
    /// The folder contains no build.
    case none
    case usable
    /// A tool that only keeps whole seconds restored the folder; this number of files got their
    /// exact times back.
    case carried(Int)
    /// A build in the folder would fail or be wrong.
    case useless(String)
  }

  /// - Parameters:
  ///   - facts: Facts that must be the same as in the record.
  ///   - changes: Whether to correct truncated times.
  func inspect(facts: [String: String], changes: Bool = true) -> Condition {
    if !Self.marks.contains(where: { fileExists("\(unit.scratch)/\($0)") }) { return .none }
    guard hasRecord else { return .usable }
    guard let record = record() else { return .useless("its record of sources is damaged") }
    for (name, value) in facts.sorted(by: { $0.key < $1.key }) where record.facts[name] != value {
      let was = record.facts[name] ?? "unknown"
      return .useless(
        name == "checkout"
          ? "it was made in \(was)" : "it was made with another \(name): \(was), not \(value)")
    }
    return inspectProducts(record, changes: changes)
  }

  /// Checks the files of the folder: a cache that stores it may lose the fractions of seconds (zip
  /// and old tar formats do) or some of the files.
  private func inspectProducts(_ record: BuildRecord, changes: Bool) -> Condition {
    var truncated: [(path: String, time: FileTime)] = []
    var damage: String?
    for (path, known) in record.products {
      let full = "\(unit.scratch)/\(path)"
      let entry = TreeEntry(path, at: full)
      let isTruncated =
        entry?.time.nanoseconds == 0
        && entry.map { (0...1).contains(known.time.seconds - $0.time.seconds) } == true
      // A build has run in the folder since the record was written.
      if let entry, Self.databases.contains(path), entry.time != known.time, !isTruncated {
        return .usable
      }
      guard let entry, entry.size == known.size else {
        damage = min(damage ?? path, path)
        continue
      }
      if entry.time != known.time, isTruncated { truncated.append((full, known.time)) }
    }
    if let damage { return .useless("\(damage) in it differs from the last build") }
    if truncated.isEmpty { return .usable }
    if changes {
      for (path, time) in truncated { try? time.apply(to: path) }
    }
    return .carried(truncated.count)
  }

  // MARK: Contents

  /// The entries of the folder that are stored.
  func entries() throws(FileError) -> [TreeEntry] {
    try TreeEntry.list(unit.scratch) { path in path == ".lock" || nested.contains(path) }
  }

  func products() throws(FileError) -> [String: BuildRecord.File] {
    var products: [String: BuildRecord.File] = [:]
    for entry in try entries() where entry.kind == .file && entry.path != BuildRecord.fileName {
      products[entry.path] = BuildRecord.File(time: entry.time, size: entry.size)
    }
    return products
  }

  func remove() {
    for name in folderContents(unit.scratch) {
      let holdsNested = nested.contains { $0 == name || $0.hasPrefix(name + "/") }
      if !holdsNested { removeTree("\(unit.scratch)/\(name)") }
    }
  }
}

extension PackageSources.Replay {
  /// A summary, such as `1 changed (A.swift), 2 are new, 1 is gone`.
  var words: String {
    var parts: [String] = []
    func add(_ paths: [String], _ one: String, _ many: String) {
      guard let first = paths.sorted().first else { return }
      parts.append(
        paths.count == 1 ? "\(first) \(one)" : "\(paths.count) \(many) (\(first), …)")
    }
    add(changed, "changed", "changed")
    add(added, "is new", "are new")
    add(removed, "is gone", "are gone")
    return parts.joined(separator: ", ")
  }
}
