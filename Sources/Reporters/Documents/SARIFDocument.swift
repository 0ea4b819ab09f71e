/// The part of SARIF 2.1.0 that devtool writes. Keys that are `nil` are omitted.
struct SARIFDocument: Encodable {
  let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  let version = "2.1.0"
  var runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  struct Run: Encodable {
    var tool: Tool
    var invocations: [Invocation]
    let originalUriBaseIds = ["%SRCROOT%": Base()]
    var results: [Result]
  }

  struct Base: Encodable {
    let description = Message("The root of the repository.")
  }

  struct Tool: Encodable {
    var driver: Driver
  }

  struct Driver: Encodable {
    let name = "devtool"
    var version: String?
    var rules: [Rule]
  }

  struct Rule: Encodable {
    var id: String
    var shortDescription: Message
    var help: Message
    var defaultConfiguration: Configuration
  }

  struct Configuration: Encodable {
    var level: String
  }

  struct Message: Encodable {
    var text: String

    init(_ text: String) { self.text = text }
  }

  struct Invocation: Encodable {
    var executionSuccessful: Bool
    var exitCode: Int?
    var startTimeUtc: String?
    var endTimeUtc: String?
    var toolExecutionNotifications: [Notification]
  }

  struct Notification: Encodable {
    var level: String
    var message: Message
  }

  struct Result: Encodable {
    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Message
    var locations: [Location]
    var partialFingerprints: [String: String]
    var suppressions: [Suppression]?
  }

  struct Location: Encodable {
    var physicalLocation: PhysicalLocation
  }

  struct PhysicalLocation: Encodable {
    var artifactLocation: ArtifactLocation
    var region: Region?
  }

  struct ArtifactLocation: Encodable {
    var uri: String
    var uriBaseId: String
  }

  /// A range of lines; lines and columns are 1-based.
  struct Region: Encodable {
    var startLine: Int
    var startColumn: Int?
    var endLine: Int?
  }

  struct Suppression: Encodable {
    var kind: String
    var justification: String
  }
}
