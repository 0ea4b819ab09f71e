package import CIModel
import FileSystem

/// A run in one file: its record, logs, the sources that the record names, and attachments.
///
/// The file is untrusted. It is never unpacked: all headers are checked against limits first, and
/// entries are read in place on request.
package final class RunBundle: Sendable {
  private let file: OpenFile
  /// The byte ranges of logs, by step id.
  private let logs: [String: Range<Int>]
  /// The byte ranges of sources by path, and whether each was edited after coverage was measured.
  private let sources: [String: (place: Range<Int>, isChanged: Bool)]
  /// The byte ranges of attachments, by file name.
  private let attachments: [String: Range<Int>]
  /// The changed lines; `nil` when the bundle has none.
  package let lines: BundledLines?
  /// The record as the run stored it. Its seal is not checked: the author of a bundle could have
  /// written it.
  package let record: RunRecord

  /// - Returns: `nil` when the file is not a bundle, for example a record.
  package static func open(
    _ path: String, mostEntries: Int = BundleLimits.entries
  ) throws(BundleProblem) -> RunBundle? {
    guard isFile(path), let file = try? OpenFile(path, to: .read) else { return nil }
    let start = try bytes(0..<TarHeader.blockSize, of: file)
    if start.starts(with: [0x1F, 0x8B]) { throw .otherArchive("gzip") }
    if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) { throw .otherArchive("zip") }
    guard TarHeader.isHeader(start) else { return nil }
    return try RunBundle(file, mostEntries: mostEntries)
  }

  private init(_ file: consuming OpenFile, mostEntries: Int) throws(BundleProblem) {
    var walk = Walk(size: file.status?.size ?? 0, mostEntries: mostEntries)
    try walk.run(file)
    guard walk.first == BundleManifest.name, let place = walk.places[BundleManifest.name] else {
      throw .noManifest
    }
    let manifest = try Self.manifest(try Self.bytes(place, of: file))
    var logs: [String: Range<Int>] = [:]
    var sources: [String: (place: Range<Int>, isChanged: Bool)] = [:]
    var attachments: [String: Range<Int>] = [:]
    for entry in manifest.entries {
      guard let place = walk.places[entry.name], place.count == entry.size else { throw .cut }
      if let step = entry.step, entry.name.hasPrefix("logs/") {
        logs[step] = place
      } else if let path = entry.path, entry.name.hasPrefix("sources/") {
        sources[path] = (place, entry.isChanged == true)
      } else if entry.name.hasPrefix("attachments/") {
        attachments[String(entry.name.dropFirst(12))] = place
      }
    }
    if let place = walk.places[BundledLines.name] {
      guard
        let lines = try? JSONText.decode(
          BundledLines.self, from: try Self.bytes(place, of: file))
      else { throw .unreadable(BundledLines.name) }
      self.lines = lines
    } else {
      lines = nil
    }
    guard let place = walk.places[BundleManifest.recordName] else { throw .noRecord }
    guard let record = try? JSONText.record(from: try Self.bytes(place, of: file)),
      record.schema == RunRecord.schemaName
    else { throw .unreadable(BundleManifest.recordName) }
    self.record = record
    (self.logs, self.sources, self.attachments) = (logs, sources, attachments)
    self.file = file
  }

  private static func manifest(_ bytes: [UInt8]) throws(BundleProblem) -> BundleManifest {
    guard let version = try? JSONText.decode(BundleManifest.Version.self, from: bytes) else {
      throw .unreadable(BundleManifest.name)
    }
    guard version.schema == BundleManifest.schemaName else {
      throw .otherFormat(version.schema, version: version.devtoolVersion ?? "?")
    }
    guard let manifest = try? JSONText.decode(BundleManifest.self, from: bytes) else {
      throw .unreadable(BundleManifest.name)
    }
    return manifest
  }

  /// Returns the log of a step; `nil` when there is none.
  package func log(of step: String) -> [UInt8]? {
    logs[step].flatMap { try? Self.bytes($0, of: file) }
  }

  /// Returns a source file as it was when the bundle was written.
  ///
  /// - Parameter path: Relative to the root of the repository.
  package func source(_ path: String) -> (bytes: [UInt8], isChanged: Bool)? {
    guard let (place, isChanged) = sources[path], let bytes = try? Self.bytes(place, of: file)
    else {
      return nil
    }
    return (bytes, isChanged)
  }

  /// Returns an attachment of a test; `nil` when there is none.
  ///
  /// - Parameter name: The name of its file (`TestAttachment.fileName`).
  package func attachment(_ name: String) -> [UInt8]? {
    attachments[name].flatMap { try? Self.bytes($0, of: file) }
  }

  /// - Returns: The bytes of the range; fewer at the end of the file.
  fileprivate static func bytes(
    _ range: Range<Int>, of file: borrowing OpenFile
  ) throws(BundleProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    do throws(FileError) {
      try file.readPieces(in: range) { bytes += $0 }
    } catch {
      throw .unreachable(error.description)
    }
    return bytes
  }
}

/// Walks from header to header without reading contents.
private struct Walk {
  /// The size of the file in bytes.
  let size: Int
  let mostEntries: Int
  /// The name of the first file.
  private(set) var first: String?
  private(set) var places: [String: Range<Int>] = [:]
  private var total = 0

  init(size: Int, mostEntries: Int) {
    self.size = size
    self.mostEntries = mostEntries
  }

  mutating func run(_ file: borrowing OpenFile) throws(BundleProblem) {
    var offset = 0
    var count = 0
    while true {
      let block = try RunBundle.bytes(offset..<offset + TarHeader.blockSize, of: file)
      guard block.count == TarHeader.blockSize else { throw .cut }
      if block.allSatisfy({ $0 == 0 }) { return }
      guard let header = TarHeader(block) else { throw .damaged(offset: offset) }
      count += 1
      if count > mostEntries { throw .tooManyEntries }
      let start = offset + TarHeader.blockSize
      try add(header, at: start)
      offset = start + TarHeader.padded(header.size)
    }
  }

  private mutating func add(_ header: TarHeader, at start: Int) throws(BundleProblem) {
    let name = header.name
    let limit = Self.limit(name)
    if header.size > limit { throw .tooLarge(name, limit: limit) }
    total += header.size
    if total > BundleLimits.total { throw .tooLarge("everything", limit: BundleLimits.total) }
    guard start + header.size <= size else { throw .cut }
    switch header.kind {
    case .other: throw .noFile(name)
    case .folder, .more: return
    case .file: break
    }
    guard Self.isSafe(name) else { throw .unsafeName(name) }
    guard places.updateValue(start..<start + header.size, forKey: name) == nil else {
      throw .twice(name)
    }
    first = first ?? name
  }

  /// Whether an entry name is safe. No file is ever written under such a name, but a name that
  /// leads elsewhere is refused: only an attack contains one.
  private static func isSafe(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("/")
      && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
      && !name.split(separator: "/", omittingEmptySubsequences: false).contains {
        $0.isEmpty || $0 == "." || $0 == ".."
      }
  }

  private static func limit(_ name: String) -> Int {
    switch name {
    case BundleManifest.name: BundleLimits.manifest
    case BundleManifest.recordName: BundleLimits.record
    case BundledLines.name: BundleLimits.lines
    case _ where name.hasPrefix("logs/"): BundleLimits.log
    case _ where name.hasPrefix("sources/"): BundleLimits.source
    case _ where name.hasPrefix("attachments/"): BundleLimits.attachment
    default: BundleLimits.total
    }
  }
}
