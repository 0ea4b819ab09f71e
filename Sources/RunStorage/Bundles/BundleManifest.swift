package import CIModel

/// The first file of a bundle: what else there is.
struct BundleManifest: Codable, Hashable {
  static let schemaName = "devtool.bundle/1"
  static let name = "manifest.json"
  static let recordName = "record.json"

  var schema = BundleManifest.schemaName
  var devtoolVersion: String
  /// The id of the run.
  var run: String
  /// In the order of the bundle, without this file.
  var entries: [Entry] = []
  /// What was left out, each a sentence.
  var notes: [String] = []

  struct Entry: Codable, Hashable {
    var name: String
    /// In bytes.
    var size: Int
    /// Of a log: the id of the step.
    var step: String?
    /// Of a source or an attachment: relative to the root of the repository.
    var path: String?
    /// Of a source: it was edited since it was measured.
    var isChanged: Bool?
  }

  /// What is read whatever version wrote it.
  struct Version: Decodable {
    var schema: String
    var devtoolVersion: String?
  }
}

/// The lines that the change added and deleted, for the pages.
package struct BundledLines: Codable, Hashable, Sendable {
  static let name = "changes.json"

  package var added: [AddedLine]
  package var deleted: [DeletedLine]

  package init(added: [AddedLine], deleted: [DeletedLine]) {
    (self.added, self.deleted) = (added, deleted)
  }
}

/// What a bundle may hold; more is refused.
package enum BundleLimits {
  package static let entries = 20_000
  /// In bytes, like all that follow.
  static let manifest = 8 << 20
  static let record = 256 << 20
  static let lines = 16 << 20
  /// Of a longer log a bundle has the beginning and the end.
  static let log = 64 << 20
  static let source = 4 << 20
  static let attachment = 64 << 20
  static let total = 1 << 30
  /// Of all logs, of all sources and of all attachments, when a bundle is written.
  static let group = 256 << 20
}
