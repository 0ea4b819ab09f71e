package import CIModel

/// The first file of a bundle, which lists the other entries.
struct BundleManifest: Codable, Hashable {
  static let schemaName = "devtool.bundle/1"
  static let name = "manifest.json"
  static let recordName = "record.json"

  var schema = BundleManifest.schemaName
  var devtoolVersion: String
  /// The id of the run.
  var run: String
  /// The other entries, in the order of the bundle.
  var entries: [Entry] = []
  /// Descriptions of what was left out, each a sentence.
  var notes: [String] = []

  struct Entry: Codable, Hashable {
    var name: String
    /// In bytes.
    var size: Int
    /// The id of the step; for logs only.
    var step: String?
    /// The path relative to the root of the repository; for sources and attachments only.
    var path: String?
    /// Whether the file was edited after coverage was measured; for sources only.
    var isChanged: Bool?
  }

  /// The fields that can be read from every version of a manifest.
  struct Version: Decodable {
    var schema: String
    var devtoolVersion: String?
  }
}

/// The lines that the change added and deleted, for the HTML report.
package struct BundledLines: Codable, Hashable, Sendable {
  static let name = "changes.json"

  package var added: [AddedLine]
  package var deleted: [DeletedLine]

  package init(added: [AddedLine], deleted: [DeletedLine]) {
    (self.added, self.deleted) = (added, deleted)
  }
}

/// The limits of a bundle; anything larger is refused.
package enum BundleLimits {
  package static let entries = 20_000
  /// The limits from here on are in bytes.
  static let manifest = 8 << 20
  static let record = 256 << 20
  static let lines = 16 << 20
  /// Only the beginning and the end of a longer log are stored.
  static let log = 64 << 20
  static let source = 4 << 20
  static let attachment = 64 << 20
  static let total = 1 << 30
  /// The limit for all logs, for all sources and for all attachments when a bundle is written.
  static let group = 256 << 20
}
