#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A line of Swift Testing's event stream, as far as we use it.
///
/// Source: `Documentation/ABI/JSON.md` and `Sources/Testing/ABI/Encoded/` in swift-testing; read
/// from version 6.3 of the stream.
struct EncodedRecord: Decodable {
  var kind: String
  /// Absent in kinds of records that we do not know.
  var payload: Payload?

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
    var messages: [Message]?
  }

  struct Location: Decodable {
    var filePath: String?
    /// The name before version 6.3.
    var _filePath: String?
    var line: Int?
    var column: Int?
  }

  struct Instant: Decodable {
    /// Seconds on a clock that never goes back.
    var absolute: Double
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
