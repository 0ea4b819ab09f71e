import CIModel
import CIServices

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A pull request of a service, and how to access it.
package struct ReviewRequest: Hashable, Sendable {
  package enum Service: String, Hashable, Sendable {
    case gitHub = "GitHub"
    case gitLab = "GitLab"
  }

  /// The options of the command line; they take precedence over the CI service's variables.
  package struct Options: Hashable, Sendable {
    package var number: Int?
    package var repository: String?
    /// A host name, or an address such as `https://github.example.com`.
    package var host: String?
    /// Whether nothing is sent, so that the pull request need not exist.
    package var isPreview: Bool
    /// The checked commit; only set for a run on this machine, because an imported record must not
    /// determine where to comment.
    package var commit: String?

    package init(
      number: Int? = nil, repository: String? = nil, host: String? = nil, isPreview: Bool = false,
      commit: String? = nil
    ) {
      self.commit = commit
      self.number = number
      self.repository = repository
      self.host = host
      self.isPreview = isPreview
    }

    fileprivate var namesNothing: Bool { number == nil && repository == nil && host == nil }
  }

  /// The checked branch, in any repository.
  package struct Branch: Hashable, Sendable {
    /// The owner and name of the branch; `nil` when they are not known, as for a deleted fork.
    package var owner: String?
    package var name: String?
    /// The full id of its commit.
    package var commit: String
  }

  package var service: Service
  /// The address of the API without a trailing slash.
  package var api: String
  /// The address of GitHub's GraphQL API; empty for GitLab.
  package var graphQL: String
  package var repository: String
  /// The number; `nil` when the pull request of `branch` has to be searched.
  package var number: Int?
  package var branch: Branch?
  package var isFork: Bool
  /// The names of variables with a token; the first one with a value counts.
  package var tokenNames: [String]
  /// The address of the run at the CI service.
  package var link: String?

  /// - Parameter readFile: Returns the bytes of a file, or `nil`; called for GitHub's event file.
  /// - Throws: `ReviewError` with the missing information.
  package static func detect(
    _ options: Options, _ environment: [String: String], readFile: (String) -> [UInt8]?
  ) throws(ReviewError) -> ReviewRequest {
    do throws(ReviewError) {
      return try named(options, environment, readFile: readFile)
    } catch {
      guard options.isPreview, options.namesNothing else { throw error }
      let api = "https://api.github.com"
      return ReviewRequest(
        service: .gitHub, api: api, graphQL: "\(api)/graphql", repository: "OWNER/NAME",
        isFork: false, tokenNames: [])
    }
  }

  private static func named(
    _ options: Options, _ environment: [String: String], readFile: (String) -> [UInt8]?
  ) throws(ReviewError) -> ReviewRequest {
    let place = try Place(options, environment, readFile: readFile)
    var request: ReviewRequest
    switch place.service {
    case .gitHub: request = try gitHub(place, environment)
    case .gitLab: request = try gitLab(place, environment)
    }
    guard isSafe(request.api) else { throw .unsafeAddress(request.api) }
    request.number = place.number
    if request.number == nil, request.service == .gitHub {
      if options.host == nil,
        let event = environment["GITHUB_EVENT_PATH"].flatMap(readFile).flatMap(workflowRun)
      {
        request.branch = event.branch
        request.link = event.link.flatMap(link) ?? request.link
      }
      if request.branch == nil, !place.isCI || options.repository != nil,
        let commit = options.commit
      {
        request.branch = Branch(commit: commit)
      }
    }
    // A `workflow_run` workflow has a token with write access.
    request.isFork = place.known?.fork == true && request.branch == nil
    if request.number == nil, request.branch == nil {
      if place.isCI, options.repository == nil { throw .noPullRequest }
      throw .noRequest(
        "the pull request to comment on is unknown", help: "Name it with --request NUMBER.")
    }
    return request
  }

  /// Whether an address uses https, or a server on this machine, and names a host alone: in
  /// `https://github.com@example.org`, the host is not the one that is seen.
  static func isSafe(_ url: String) -> Bool {
    guard let scheme = url.firstRange(of: "://") else { return false }
    let name = url[scheme.upperBound...].utf8.prefix { $0 != UInt8(ascii: "/") }
    guard !name.isEmpty, url.utf8.allSatisfy({ 0x21..<0x7F ~= $0 }),
      name.allSatisfy({ isPlain($0) || ":[]".utf8.contains($0) })
    else { return false }
    if url.hasPrefix("https://") { return true }
    guard url.hasPrefix("http://") else { return false }
    let authority = Substring(name)
    if authority == "[::1]" || authority.hasPrefix("[::1]:") { return true }
    let host = authority.prefix { $0 != ":" }
    return host == "127.0.0.1" || host == "localhost"
  }

  // MARK: - Services

  private static func gitHub(
    _ place: Place, _ environment: [String: String]
  ) throws(ReviewError) -> ReviewRequest {
    let isOwnService = place.isOwnService
    let host = place.host
    let server = place.address
    var api = "\(server)/api/v3"
    var graphQL = "\(server)/api/graphql"
    if isOwnService, let known = value("GITHUB_API_URL", environment) {
      api = known
      graphQL = value("GITHUB_GRAPHQL_URL", environment) ?? "\(known)/graphql"
    } else if host == "github.com" {
      api = "https://api.github.com"
      graphQL = "\(api)/graphql"
    } else if host.hasSuffix(".ghe.com") {
      api = "https://api.\(host)"
      graphQL = "\(api)/graphql"
    }
    guard isSafe(graphQL) else { throw .unsafeAddress(graphQL) }
    let isRepository =
      place.repository.utf8.count { $0 == UInt8(ascii: "/") } == 1
      && place.repository.utf8.allSatisfy { isPlain($0) || $0 == UInt8(ascii: "/") }
      && !place.repository.contains("..")
    guard isRepository else {
      throw .noRequest(
        "'\(VisibleText.shown(place.repository))' is not a GitHub repository",
        help: "Name it with --repository OWNER/NAME.")
    }
    // A token for one host is never sent to another one.
    let common = ["GH_TOKEN", "GITHUB_TOKEN"]
    let enterprise = ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]
    let names =
      host == "github.com" ? common : isOwnService ? enterprise + common : enterprise
    return ReviewRequest(
      service: .gitHub, api: withoutSlash(api), graphQL: graphQL, repository: place.repository,
      isFork: false, tokenNames: names, link: place.isOwnService ? runLink(environment) : nil)
  }

  private static func runLink(_ environment: [String: String]) -> String? {
    guard let server = value("GITHUB_SERVER_URL", environment),
      let repository = value("GITHUB_REPOSITORY", environment),
      let run = value("GITHUB_RUN_ID", environment)
    else { return nil }
    return link("\(server)/\(repository)/actions/runs/\(run)")
  }

  private static func gitLab(
    _ place: Place, _ environment: [String: String]
  ) throws(ReviewError) -> ReviewRequest {
    let isOwnService = place.isOwnService
    let api =
      (isOwnService ? value("CI_API_V4_URL", environment) : nil) ?? "\(place.address)/api/v4"
    guard place.repository.utf8.allSatisfy({ isPlain($0) || $0 == UInt8(ascii: "/") }) else {
      throw .noRequest(
        "'\(VisibleText.shown(place.repository))' is not a GitLab project",
        help: "Name it with --repository GROUP/NAME.")
    }
    let job = value("CI_JOB_URL", environment) ?? value("CI_PIPELINE_URL", environment)
    return ReviewRequest(
      service: .gitLab, api: withoutSlash(api), graphQL: "",
      repository: place.repository.replacing("/", with: "%2F"), isFork: false,
      tokenNames: ["GITLAB_TOKEN"], link: isOwnService ? job.flatMap(link) : nil)
  }

  /// The branch and page of the workflow run that triggered this one (`workflow_run`), as reported
  /// by GitHub and not by the branch.
  private static func workflowRun(_ bytes: [UInt8]) -> (branch: Branch, link: String?)? {
    guard let event = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)),
      let run = event["workflow_run"], let commit = run["head_sha"]?.text
    else { return nil }
    let branch = Branch(
      owner: run["head_repository"]?["owner"]?["login"]?.text, name: run["head_branch"]?.text,
      commit: commit)
    return (branch, run["html_url"]?.text)
  }

  // MARK: - Texts

  static func value(_ name: String, _ environment: [String: String]) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func withoutSlash(_ text: String) -> String {
    String(text.reversed().drop { $0 == "/" }.reversed())
  }

  /// Whether a byte needs no escaping in any part of an address.
  static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// A text escaped as a part of an address.
  static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      if isPlain(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }.joined()
  }

  /// An address that needs no escaping in Markdown; `nil` for any other text.
  private static func link(_ url: String) -> String? {
    let isPlainAddress = url.utf8.allSatisfy { byte in
      isPlain(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":")
    }
    return isPlainAddress && (url.hasPrefix("https://") || url.hasPrefix("http://")) ? url : nil
  }
}

/// The server and repository of the pull request, from the environment and the command line.
struct Place {
  var service: ReviewRequest.Service
  /// The address without a trailing slash, such as `https://github.com`.
  var address: String
  var repository: String
  var number: Int?
  /// Whether the job runs on the server that has the pull request.
  var isOwnService: Bool
  var isCI: Bool
  var known: PullRequest?

  /// The host, such as `github.com`.
  var host: String {
    String((address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]))
  }

  init(
    _ options: ReviewRequest.Options, _ environment: [String: String],
    readFile: (String) -> [UInt8]?
  ) throws(ReviewError) {
    let ci = CIEnvironment.detect(environment)
    let known = PullRequest.detect(environment, readFile: readFile)
    // Jenkins, CircleCI and others report `https://github.com/o/r/pull/1`.
    let page = known?.url.flatMap(Page.init)
    let server =
      switch ci.name {
      case "github": ReviewRequest.value("GITHUB_SERVER_URL", environment)
      case "gitlab": ReviewRequest.value("CI_SERVER_URL", environment)
      default: page?.address
      }
    let asked = options.host.map { $0.contains("://") ? $0 : "https://\($0)" }
    let usual: String? = options.repository == nil ? nil : "https://github.com"
    guard let address = asked ?? server ?? usual else {
      throw ci.name == nil || ci.isPullRequest
        ? .noRequest(
          "the pull request to comment on is unknown",
          help: "Name it: --request NUMBER --repository OWNER/NAME, and --host for another host.")
        : .noPullRequest
    }
    self.address = String(address.reversed().drop { $0 == "/" }.reversed())
    isOwnService = asked == nil || asked == server
    let isGitLab =
      isOwnService && server != nil
      ? ci.name == "gitlab" || page?.service == .gitLab
      : self.address.contains("gitlab")
        || (ReviewRequest.value("GITLAB_TOKEN", environment) != nil
          && !self.address.contains("github"))
    service = isGitLab ? .gitLab : .gitHub
    let names =
      isGitLab
      ? ["CI_MERGE_REQUEST_PROJECT_PATH", "CI_PROJECT_PATH"] : ["GITHUB_REPOSITORY"]
    let variable = names.lazy.compactMap { ReviewRequest.value($0, environment) }.first
    guard let repository = options.repository ?? (isOwnService ? variable ?? page?.repository : nil)
    else {
      throw .noRequest(
        "the repository of the request is unknown",
        help: "Name it with --repository OWNER/NAME.")
    }
    self.repository = repository
    number = options.number ?? (options.repository == nil || isOwnService ? known?.number : nil)
    isCI = ci.name != nil && options.number == nil
    self.known = known
  }
}

/// The web page of a pull request.
struct Page: Hashable {
  var address: String
  var service: ReviewRequest.Service
  var repository: String

  init?(_ url: String) {
    let parts = url.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    guard parts.count > 5, parts[0] == "https:", parts[1].isEmpty else { return nil }
    address = "https://\(parts[2])"
    if let end = parts.firstIndex(of: "-"), end > 4, end + 1 < parts.count,
      parts[end + 1] == "merge_requests"
    {
      service = .gitLab
      repository = parts[3..<end].joined(separator: "/")
    } else if parts.count > 6, parts[5] == "pull" {
      service = .gitHub
      repository = "\(parts[3])/\(parts[4])"
    } else {
      return nil
    }
  }
}
