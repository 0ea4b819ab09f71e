package import CIModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PullRequest {
  /// Reads a file that was fetched from the service: the output of `gh pr view --json …` or `glab
  /// mr view --output json`, an answer of the REST API of GitHub, GitLab, Gitea or Forgejo, or the
  /// event of a webhook.
  ///
  /// - Throws: `PullRequestDocumentError` for any other content.
  package init(document bytes: [UInt8]) throws(PullRequestDocumentError) {
    let document: JSONValue
    do {
      document = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    } catch {
      throw .noJSON
    }
    if let list = document.list { throw .list(count: list.count) }
    guard case .object = document else { throw .other(document.description) }
    if let known = PullRequestEvent(document).pullRequest {
      self = known
    } else if document["object_kind"]?.text == "merge_request" {
      self.init(gitLabEvent: document)
    } else if document["head"]?["ref"] != nil, document["base"]?["ref"] != nil {
      self = PullRequestEvent.read(document)
    } else if document["iid"] != nil {
      self.init(gitLab: document)
    } else {
      self.init(gitHubCommandLine: document)
      // If no property is known, it is another document, such as an error of the service.
      guard self != PullRequest() else {
        throw .other(document["message"]?.text ?? document["error"]?.text ?? "another object")
      }
    }
  }

  /// The association in lower case; `nil` for a value that GitHub does not document.
  static func association(_ word: String?) -> String? {
    guard let word = word?.lowercased(), associations.contains(word) else { return nil }
    return word
  }
}

/// Why a file cannot be read as a pull request.
package enum PullRequestDocumentError: Error, Hashable {
  case noJSON
  case list(count: Int)
  /// The file contains something else, described in its own words.
  case other(String)

  /// - Parameter name: The name of the file.
  package func message(_ name: String) -> String {
    switch self {
    case .noJSON: "\(name) is not JSON"
    case .list(let count): "\(name) contains a list of \(count), not one pull request"
    case .other(let text):
      "\(name) does not contain a pull request: \(VisibleText.shown(String(text.prefix(200))))"
    }
  }

  /// How to solve the problem: one imperative sentence.
  package var help: String {
    switch self {
    case .list: "Name one pull request: `gh pr view NUMBER`, not `gh pr list`."
    case .noJSON, .other: "Write `gh pr view --json number,title,body,author,labels,… > FILE`."
    }
  }
}

extension Timestamp {
  /// Parses the formats of all services: `2026-11-20T23:31:18Z`, with a fraction of a second or an
  /// offset, with blanks and `UTC`, or a date only.
  init?(ofService text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes.count <= 40 else { return nil }
    let day = String(decoding: bytes[..<10], as: UTF8.self)
    if bytes.count == 10 {
      self.init(iso8601: "\(day)T00:00:00Z")
      return
    }
    guard bytes.count >= 19, [UInt8(ascii: "T"), UInt8(ascii: " ")].contains(bytes[10]),
      let local = Timestamp(
        iso8601: "\(day)T\(String(decoding: bytes[11..<19], as: UTF8.self))Z"),
      let offset = Self.offset(bytes[19...].drop { $0 == UInt8(ascii: ".") || $0.isDigit })
    else { return nil }
    self.init(secondsSinceEpoch: local.secondsSinceEpoch - offset)
  }

  /// Seconds east of UTC.
  private static func offset(_ zone: ArraySlice<UInt8>) -> Int64? {
    var text = String(decoding: zone, as: UTF8.self)
    while text.first == " " { text.removeFirst() }
    if ["Z", "UTC", ""].contains(text) { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.count == 4, let number = Int64(digits) else { return nil }
    let seconds = number / 100 * 3600 + number % 100 * 60
    return sign == "+" ? seconds : -seconds
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
