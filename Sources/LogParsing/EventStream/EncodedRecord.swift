#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A line of Swift Testing's event stream, as far as we use it.
///
/// Source: `Documentation/ABI/JSON.md` and `Sources/Testing/ABI/Encoded/` in swift-testing; read
/// from version 6.3 of the stream, written for those of 6.4 and 6.5, too.
struct EncodedRecord: Decodable {
  var kind: String
  /// Absent in kinds of records that we do not know, whatever theirs looks like.
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

  /// The fields of a test and of an event together; either has only its own.
  struct Payload: Decodable {
    var kind: String?
    // A test
    var id: String?
    var name: String?
    var displayName: String?
    /// It has cases, which the stream tells of.
    var isParameterized: Bool?
    var sourceLocation: Location?
    // An event
    var testID: String?
    var instant: Instant?
    var issue: Issue?
    /// Left out by later versions when it is empty.
    var messages: [Message]?
    /// What the author says of a skip or a cancellation; an experimental field.
    var _comments: [String]?
    var attachment: Attachment?
  }

  struct Attachment: Decodable {
    /// Where it was written; absent without a folder to write to.
    var path: String?
    /// What the test calls it; an experimental field.
    var _preferredName: String?
  }

  struct Location: Decodable {
    var filePath: String?
    /// The name before version 6.3.
    var _filePath: String?
    var line: Int?
    var column: Int?
  }

  struct Instant: Decodable {
    /// Seconds on a clock that never goes back; from 6.5 on only where the system has such a clock.
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
