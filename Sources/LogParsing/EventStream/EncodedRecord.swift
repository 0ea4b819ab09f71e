#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A line of Swift Testing's event stream, with the fields that devtool uses.
///
/// Source: `Documentation/ABI/JSON.md` and `Sources/Testing/ABI/Encoded/` in swift-testing. Based
/// on version 6.3 of the stream; also handles those of 6.4 and 6.5.
struct EncodedRecord: Decodable {
  var kind: String
  /// `nil` for unknown kinds of records, whatever their payload.
  var payload: Payload?

  private enum Key: CodingKey {
    case kind, payload
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    kind = try container.decode(String.self, forKey: .kind)
    guard kind == "test" || kind == "event" else { return }
    payload = try container.decode(Payload.self, forKey: .payload)
  }

  /// The fields of a test and of an event; each record has only its own.
  struct Payload: Decodable {
    var kind: String?
    // A test
    var id: String?
    var name: String?
    var displayName: String?
    /// Whether it has cases, which the stream reports.
    var isParameterized: Bool?
    var sourceLocation: Location?
    // An event
    var testID: String?
    var instant: Instant?
    var issue: Issue?
    /// Omitted by later versions when it is empty.
    var messages: [Message]?
    /// The author's comments on a skip or a cancellation; an experimental field.
    var _comments: [String]?
    var attachment: Attachment?
  }

  struct Attachment: Decodable {
    /// The path of its file; absent when no folder was given.
    var path: String?
    /// The name that the test gives it; an experimental field.
    var _preferredName: String?
  }

  struct Location: Decodable {
    var filePath: String?
    /// The name of this field before version 6.3.
    var _filePath: String?
    var line: Int?
    var column: Int?
  }

  struct Instant: Decodable {
    /// Seconds on a monotonic clock; from 6.5 on, only where the system has one.
    var absolute: Double?
  }

  struct Issue: Decodable {
    var isKnown: Bool?
    /// Absent before version 6.3, when every issue was an error.
    var severity: String?
    var isFailure: Bool?
    var sourceLocation: Location?
  }

  struct Message: Decodable {
    var symbol: String
    var text: String
  }
}
