/// The part of CTRF that devtool writes. Durations and times are in milliseconds; keys that are
/// `nil` are omitted.
///
/// Source: `schema/ctrf.schema.json` of https://github.com/ctrf-io/ctrf.
struct CTRFDocument: Encodable {
  let reportFormat = "CTRF"
  let specVersion = "1.0.0"
  let generatedBy = "devtool"
  var timestamp: String?
  var results: Results

  struct Results: Encodable {
    var tool: Tool
    var summary: Summary
    var tests: [AttachedTest]
    var environment: Environment
  }

  struct Tool: Encodable {
    let name = "devtool"
    var version: String?
  }

  struct Summary: Encodable {
    var tests: Int
    var passed: Int
    var failed: Int
    var skipped: Int
    let pending = 0
    var other: Int
    var flaky: Int
    var suites: Int
    var start: Int64
    var stop: Int64
    var duration: Int64
  }

  enum Status: String, Encodable {
    case passed, failed, skipped, other
  }

  struct Test: Encodable {
    var name: String
    var status: Status
    var duration: Int64 = 0
    var suite: [String]?
    var message: String?
    var trace: String?
    var line: Int?
    var rawStatus: String?
    var tags: [String]?
    var type: String
    var filePath: String?
    var retries: Int?
    var retryAttempts: [Attempt]?
    var flaky: Bool?
    var stdout: [String]?
  }

  /// A test with its attachments.
  struct AttachedTest: Encodable {
    var test: Test
    var attachments: [Attachment]?

    private enum CodingKeys: CodingKey {
      case attachments
    }

    func encode(to encoder: any Encoder) throws {
      try test.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(attachments, forKey: .attachments)
    }
  }

  /// A file; the path is relative to the root of the repository.
  struct Attachment: Encodable {
    var name: String
    var contentType: String
    var path: String
  }

  struct Attempt: Encodable {
    var attempt: Int
    var status: Status
    var duration: Int64
    var message: String?
  }

  struct Environment: Encodable {
    var commit: String?
    var osPlatform: String?
  }
}
