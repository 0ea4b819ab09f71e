import FileSystem

/// What a build folder was made from and when: `devtool-sources` in the folder itself, so that it
/// comes with the folder, however that is kept.
///
///     devtool.build-sources/1
///     fact     <name> <value>
///     source   <time> <size> <identity> <path>
///     product  <time> <size> <path>
///     end      <hash of the lines above>
///
/// SwiftPM tells by its time and size whether a file changed. A checkout gives every file a new
/// time; the recorded one may be given back to a file whose content is the recorded one.
package struct BuildRecord: Hashable, Sendable {
  static let version = "devtool.build-sources/1"
  static let fileName = "devtool-sources"

  package struct File: Hashable, Sendable {
    var time: FileTime
    var size: Int
    /// As `FileDigests` has it; empty for a product.
    var identity = ""
  }

  /// What must be the same for the folder to be of use: `checkout`, `system`, `toolchain`.
  var facts: [String: String] = [:]
  /// By their path relative to the package, or absolute when they lie outside of it.
  var sources: [String: File] = [:]
  /// What the build folder held, relative to it; empty when only devtool keeps it.
  var products: [String: File] = [:]

  init() {}

  /// Tells one state of all sources from another.
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

  /// `nil` when it is damaged or of another version.
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
