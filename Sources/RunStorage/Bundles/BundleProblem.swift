import CIModel

/// Why a file cannot be read as a bundle.
package enum BundleProblem: Error, Hashable {
  /// The file is an archive of another kind: `gzip`, `zip`.
  case otherArchive(String)
  /// The file is truncated, or contains less than its manifest lists.
  case cut
  /// The header at this offset is damaged.
  case damaged(offset: Int)
  case noManifest
  case noRecord
  /// The manifest or the record cannot be read.
  case unreadable(String)
  /// The entry is a link, a device or the like.
  case noFile(String)
  case unsafeName(String)
  case twice(String)
  case tooLarge(String, limit: Int)
  case tooManyEntries
  /// The bundle was written by a newer devtool.
  case otherFormat(String, version: String)
  case unreachable(String)

  /// A lowercase fragment; text from the file is escaped.
  package var reason: String {
    func shown(_ text: String) -> String { "'\(VisibleText.shown(String(text.prefix(200))))'" }
    return switch self {
    case .otherArchive(let kind): "it is a \(kind) archive"
    case .cut: "it is truncated"
    case .damaged(let offset): "it is damaged at byte \(offset)"
    case .noManifest: "it does not begin with \(BundleManifest.name)"
    case .noRecord: "it contains no \(BundleManifest.recordName)"
    case .unreadable(let name): "its \(name) is damaged"
    case .noFile(let name): "\(shown(name)) in it is a link or a device"
    case .unsafeName(let name): "it contains a file with the unsafe name \(shown(name))"
    case .twice(let name): "it contains \(shown(name)) twice"
    case .tooLarge(let name, let limit): "\(shown(name)) in it is larger than \(limit >> 20) MiB"
    case .tooManyEntries: "it contains more than \(BundleLimits.entries) files"
    case .otherFormat(let schema, let version):
      "its format is \(shown(schema)), written by devtool \(shown(version)); this version reads "
        + "'\(BundleManifest.schemaName)'"
    case .unreachable(let reason): reason
    }
  }

  package var help: String {
    switch self {
    case .otherArchive: "Unpack it first: CI services archive artifacts again."
    case .otherFormat: "Update devtool."
    case .cut: "Copy it again: it is incomplete."
    default: "Create it with `devtool bundle`."
    }
  }
}
