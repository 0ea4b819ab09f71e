import FileSystem

/// The sources of a build folder and their times: `devtool-sources` in the folder itself, so that
/// it is stored with the folder, whatever tool stores it.
///
///     devtool.build-sources/1
///     fact     <name> <value>
///     source   <time> <size> <identity> <path>
///     product  <time> <size> <path>
///     end      <hash of the lines above>
///
/// SwiftPM detects changed files by time and size. A checkout gives every file a new time; a file
/// whose content matches the record can get its recorded time back.
package struct BuildRecord: Hashable, Sendable {
  static let version = "devtool.build-sources/1"
  static let fileName = "devtool-sources"

  package struct File: Hashable, Sendable {
    var time: FileTime
    var size: Int
    /// The identity according to `FileDigests`; empty for a product.
    var identity = ""
  }

  /// The facts that must be the same for the folder to be usable: `checkout`, `system`,
  /// `toolchain`.
  var facts: [String: String] = [:]
  /// Sources by path relative to the package, or absolute when they are outside of it.
  var sources: [String: File] = [:]
  /// The files of the build folder by relative path; empty when only devtool stores the folder.
  var products: [String: File] = [:]

  init() {}

  /// A hash of the contents of all sources.
  var sourcesHash: String {
    var hash = SHA256()
    for (path, file) in sources.sorted(by: { $0.key < $1.key }) {
      hash.update(TextFields.line(file.identity, path))
    }
    return hash.hex
  }

  // MARK: Text

  var bytes: [UInt8] {
    var text = "\(Self.version)\n"
    for (name, value) in facts.sorted(by: { $0.key < $1.key }) {
      text += TextFields.line("fact", name, value)
    }
    for (path, file) in sources.sorted(by: { $0.key < $1.key }) {
      text += TextFields.line("source", file.time.text, String(file.size), file.identity, path)
    }
    for (path, file) in products.sorted(by: { $0.key < $1.key }) {
      text += TextFields.line("product", file.time.text, String(file.size), path)
    }
    return SealedText.bytes(text)
  }

  /// `nil` when the record is damaged or of another version.
  init?(_ bytes: [UInt8]) {
    guard let lines = SealedText.lines(bytes),
      lines.first.map({ String(decoding: $0, as: UTF8.self) }) == Self.version
    else { return nil }
    for line in lines.dropFirst() {
      let fields = TextFields.fields(line)
      switch (fields[0], fields.count) {
      case ("fact", 3): facts[fields[1]] = fields[2]
      case ("source", 5):
        guard let time = FileTime(fields[1]), let size = Int(fields[2]) else { return nil }
        sources[fields[4]] = File(time: time, size: size, identity: fields[3])
      case ("product", 4):
        guard let time = FileTime(fields[1]), let size = Int(fields[2]) else { return nil }
        products[fields[3]] = File(time: time, size: size)
      default: return nil
      }
    }
  }
}
