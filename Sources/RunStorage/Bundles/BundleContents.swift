package import CIModel
package import FileSystem
internal import LocalState

/// The contents of a bundle, before it is written.
package struct BundleContents {
  /// The source of the bytes of an entry.
  private enum Origin {
    case bytes([UInt8])
    /// A path relative to a folder, with no link on the way.
    case file(String, below: String, size: Int)
  }

  /// The remaining room for artifacts and attachments.
  private struct AttachmentRoom {
    /// In bytes.
    var size = BundleLimits.group
    var number = 0
    var leftOut = 0

    mutating func take(_ count: Int) -> Bool {
      guard count <= min(size, BundleLimits.attachment), number < BundleLimits.entries / 4 else {
        leftOut += 1
        return false
      }
      size -= count
      number += 1
      return true
    }
  }

  package let record: RunRecord
  private var manifest: BundleManifest
  private var origins: [Origin] = []
  private var sourceRoom = BundleLimits.group
  private var sourceCount = 0
  private var leftOutSources = 0
  private var attachments = AttachmentRoom()

  package init(_ record: RunRecord) {
    self.record = record
    manifest = BundleManifest(devtoolVersion: record.devtoolVersion, run: record.id)
    let bytes = JSONText.bytes(record)
    add(.init(name: BundleManifest.recordName, size: bytes.count), .bytes(bytes))
  }

  /// The id of the run.
  package var run: String { record.id }

  /// Descriptions of what was left out, each a sentence.
  package var notes: [String] {
    manifest.notes
      + (attachments.leftOut > 0
        ? ["\(counted(attachments.leftOut, "attachment")) did not fit."] : [])
      + (leftOutSources > 0 ? ["\(counted(leftOutSources, "source")) did not fit."] : [])
  }

  private mutating func add(_ entry: BundleManifest.Entry, _ origin: Origin) {
    manifest.entries.append(entry)
    origins.append(origin)
  }

  /// Adds the attachments of the tests and the logs of the steps.
  ///
  /// - Parameter folder: The absolute path of the run's folder.
  package mutating func addFiles(in folder: String, withLogs: Bool = true) {
    if withLogs { addLogs(in: folder) }
    for name in record.attachmentFiles {
      let path = "\(TestAttachment.folder)/\(name)"
      guard let status = try? FileStatus.unlinked(path, below: folder), status.isFile,
        attachments.take(status.size)
      else { continue }
      add(
        .init(name: path, size: status.size), .file(path, below: folder, size: status.size))
    }
  }

  private mutating func addLogs(in folder: String) {
    var room = BundleLimits.group
    var left = 0
    for step in record.steps where step.logPath != nil {
      let name = FileSystem.fileName(of: step.id)
      let path = "logs/\(name).log"
      guard let status = try? FileStatus.unlinked(path, below: folder), status.isFile else {
        continue
      }
      let size = min(status.size, BundleLimits.log)
      guard size <= room, manifest.entries.count < BundleLimits.entries / 2 else {
        left += 1
        continue
      }
      room -= size
      // The name of a tar entry has at most 100 bytes.
      let short = name.utf8.count <= 90 ? name : FNV1a(step.id).hex
      add(
        .init(name: "logs/\(short).log", size: size, step: step.id),
        .file(path, below: folder, size: status.size))
    }
    if left > 0 { manifest.notes.append("\(counted(left, "log")) did not fit.") }
  }

  /// Adds a source file while there is room.
  ///
  /// - Parameters:
  ///   - path: Relative to the root of the repository.
  ///   - isChanged: Whether the file was edited after coverage was measured.
  package mutating func addSource(_ path: String, _ bytes: [UInt8], isChanged: Bool) {
    guard bytes.count <= min(sourceRoom, BundleLimits.source),
      sourceCount < BundleLimits.entries / 4
    else {
      leftOutSources += 1
      return
    }
    sourceRoom -= bytes.count
    sourceCount += 1
    add(
      .init(
        name: "sources/\(sourceCount)", size: bytes.count, path: path,
        isChanged: isChanged ? true : nil), .bytes(bytes))
  }

  /// Adds the changed lines, unless they are too many to be shown.
  package mutating func add(_ lines: BundledLines) {
    let bytes = JSONText.bytes(lines)
    guard bytes.count <= BundleLimits.lines else {
      return manifest.notes.append("The lines of the change did not fit.")
    }
    add(.init(name: BundledLines.name, size: bytes.count), .bytes(bytes))
  }

  /// Adds the artifacts of steps and the images of snapshot tests, if they are regular files in the
  /// checkout: a record may name any file, because test output is untrusted.
  ///
  /// - Parameters:
  ///   - root: The absolute path that artifacts are relative to.
  ///   - checkout: The absolute path of the top of the checkout.
  package mutating func addAttachments(root: String, checkout: String) {
    var number = 0
    var seen: Set<String> = []
    for name in namedFiles {
      let path = (name.hasPrefix("/") ? name : "\(root)/\(name)").normalizedPath
      guard let inside = path.path(below: checkout), seen.insert(inside).inserted,
        !inside.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
        let status = try? FileStatus.unlinked(inside, below: checkout), status.isFile
      else { continue }
      guard attachments.take(status.size) else { continue }
      number += 1
      add(
        .init(name: "attachments/\(number)", size: status.size, path: inside),
        .file(inside, below: checkout, size: status.size))
    }
  }

  /// Artifacts, and images that an imported log names; images of our own tests are stored as
  /// attachments.
  private var namedFiles: [String] {
    let images = record.tests.filter { $0.allAttachments.isEmpty }
      .flatMap { $0.issues.compactMap(\.snapshot) }
      .flatMap { [$0.reference, $0.actual].compactMap { $0 } }
    let endings = [".gif", ".heic", ".jpeg", ".jpg", ".png", ".webp"]
    return record.steps.flatMap { $0.artifacts ?? [] }
      + images.filter { image in endings.contains { image.lowercased().hasSuffix($0) } }
  }

  // MARK: Writing

  /// Writes the bundle; the same contents give the same bytes.
  ///
  /// - Returns: The size of the bundle in bytes.
  package func write(to file: borrowing OpenFile) throws(FileError) -> Int {
    var described = manifest
    described.notes = notes
    let manifest = JSONText.bytes(described)
    let time = record.startedAt.secondsSinceEpoch
    var size = try Self.write(
      .init(name: BundleManifest.name, size: manifest.count), .bytes(manifest), time, to: file)
    for (entry, origin) in zip(described.entries, origins) {
      size += try Self.write(entry, origin, time, to: file)
    }
    // Two blocks of zeros end an archive.
    try file.write([UInt8](repeating: 0, count: 2 * TarHeader.blockSize))
    return size + 2 * TarHeader.blockSize
  }

  private static func write(
    _ entry: BundleManifest.Entry, _ origin: Origin, _ time: Int64,
    to file: borrowing OpenFile
  ) throws(FileError) -> Int {
    try file.write(TarHeader(name: entry.name, size: entry.size).block(time: time))
    switch origin {
    case .bytes(let bytes): try file.write(bytes)
    case .file(let path, let folder, let size):
      let source = try OpenFile(reading: path, below: folder)
      try copy(source, of: size, cutTo: entry.size, to: file)
    }
    let padded = TarHeader.padded(entry.size)
    try file.write([UInt8](repeating: 0, count: padded - entry.size))
    return TarHeader.blockSize + padded
  }

  /// Copies a file. Of a file that is too long, it copies the beginning and the end, each half of
  /// what fits, with a line between them.
  private static func copy(
    _ source: borrowing OpenFile, of size: Int, cutTo limit: Int, to file: borrowing OpenFile
  ) throws(FileError) {
    guard size > limit else { return try copy(0..<size, of: source, to: file) }
    let gap = Array("\ndevtool: at least \(size - limit) bytes are left out here\n".utf8)
    let head = limit / 2
    try copy(0..<head, of: source, to: file)
    try file.write(gap)
    try copy(size - (limit - head - gap.count)..<size, of: source, to: file)
  }

  private static func copy(
    _ range: Range<Int>, of source: borrowing OpenFile, to file: borrowing OpenFile
  ) throws(FileError) {
    let count = try source.readPieces(in: range) { bytes throws(FileError) in
      try file.write(bytes)
    }
    if count < range.count { throw FileError(.read, source.path, .changing) }
  }
}
