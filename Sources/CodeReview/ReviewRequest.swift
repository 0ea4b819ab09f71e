import CIModel
import CIServices

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which pull request of which service, and how to get there.
package struct ReviewRequest: Hashable, Sendable {
  package enum Service: String, Hashable, Sendable {
    case gitHub = "GitHub"
    case gitLab = "GitLab"
  }

  /// What the command line says; it goes before what the CI service says.
  package struct Options: Hashable, Sendable {
    package var number: Int?
    package var repository: String?
    /// A host name, or an address such as `https://github.example.com`.
    package var host: String?
    /// Nothing is going to be sent, so a request will do that there is not.
    package var isPreview: Bool
    /// The commit that was checked; only of a run of this machine, since a record from elsewhere must not decide
    /// where to comment.
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

  /// What was checked, in whatever repository.
  package struct Branch: Hashable, Sendable {
    /// Owner and name of the branch; `nil` where they are not known, such as those of a fork that is gone.
    package var owner: String?
    package var name: String?
    /// Its commit, a full id.
    package var commit: String
  }

  package var service: Service
  /// Without a slash at its end.
  package var api: String
  /// Of GitHub; empty for GitLab.
  package var graphQL: String
  package var repository: String
  /// `nil` where it is the one whose branch is `branch`.
  package var number: Int?
  package var branch: Branch?
  package var isFork: Bool
  /// The variables that may hold the token, the first one with a value counts.
  package var tokenNames: [String]
  /// The run at the CI service.
  package var link: String?

  /// - Parameter readFile: The bytes of a file, or `nil`; asked for the event file of GitHub.
  /// - Throws: `ReviewError` that says what is missing.
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
    // The second workflow has a token that may write.
    request.isFork = place.known?.fork == true && request.branch == nil
    if request.number == nil, request.branch == nil {
      if place.isCI, options.repository == nil { throw .noPullRequest }
      throw .noRequest(
        "it is not known which pull request to comment on", help: "Name it with --request NUMBER.")
    }
    return request
  }

  /// https, or a server on this machine.
  static func isSafe(_ url: String) -> Bool {
    if url.hasPrefix("https://") { return true }
    guard url.hasPrefix("http://") else { return false }
    let authority = url.dropFirst("http://".count).prefix { $0 != "/" }
    if authority.contains("@") { return false }
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
        "'\(VisibleText.shown(place.repository))' is no repository of GitHub",
        help: "Name it with --repository OWNER/NAME.")
    }
    // What is meant for one host is not sent to another one.
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
        "'\(VisibleText.shown(place.repository))' is no project of GitLab",
        help: "Name it with --repository GROUP/NAME.")
    }
    let job = value("CI_JOB_URL", environment) ?? value("CI_PIPELINE_URL", environment)
    return ReviewRequest(
      service: .gitLab, api: withoutSlash(api), graphQL: "",
      repository: place.repository.replacing("/", with: "%2F"), isFork: false,
      tokenNames: ["GITLAB_TOKEN"], link: isOwnService ? job.flatMap(link) : nil)
  }

  /// What a workflow ran on that this one follows (`workflow_run`), and its page: GitHub's word, not the
  /// branch's.
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

  /// What no part of an address needs to have escaped.
  static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// As a part of an address.
  static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      if isPlain(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }.joined()
  }

  /// An address that Markdown takes as it is; `nil` when it is none.
  private static func link(_ url: String) -> String? {
    let isPlainAddress = url.utf8.allSatisfy { byte in
      isPlain(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":")
    }
    return isPlainAddress && (url.hasPrefix("https://") || url.hasPrefix("http://")) ? url : nil
  }
}

/// What environment and command line say of the place, before it is known what the service wants.
struct Place {
  var service: ReviewRequest.Service
  /// `https://github.com`, without a slash at its end.
  var address: String
  var repository: String
  var number: Int?
  /// The job runs at the service that has the request.
  var isOwnService: Bool
  var isCI: Bool
  var known: PullRequest?

  /// `github.com`
  var host: String {
    String((address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]))
  }

  init(
    _ options: ReviewRequest.Options, _ environment: [String: String],
    readFile: (String) -> [UInt8]?
  ) throws(ReviewError) {
    let ci = CIEnvironment.detect(environment)
    let known = PullRequest.detect(environment, readFile: readFile)
    // `https://github.com/o/r/pull/1` of Jenkins, CircleCI, …
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
          "it is not known where to comment",
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
        "it is not known which repository has the request",
        help: "Name it with --repository OWNER/NAME.")
    }
    self.repository = repository
    number = options.number ?? (options.repository == nil || isOwnService ? known?.number : nil)
    isCI = ci.name != nil && options.number == nil
    self.known = known
  }
}

/// The page of a pull request.
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
