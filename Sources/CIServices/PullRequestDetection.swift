package import CIModel

extension PullRequest {
  /// Reads the pull request of the job from the CI service's variables; `nil` when the job belongs
  /// to none, and outside of CI.
  ///
  /// - Parameter readFile: Returns the bytes of a file, or `nil` when it cannot be read; called for
  ///   the event file of services that write one.
  package static func detect(
    _ environment: [String: String], readFile: (String) -> [UInt8]?
  ) -> PullRequest? {
    let variables = Variables(environment)
    guard let service = CIService.all.first(where: { $0.isCurrent(variables) }) else { return nil }
    let ci = service.read(variables)
    if service.name == "github" {
      let event = variables["GITHUB_EVENT_PATH"].flatMap(readFile).flatMap(PullRequestEvent.init)
      guard let known = event?.pullRequest ?? gitHubReference(variables, ci) else { return nil }
      return PullRequest(branch: ci.headBranch, base: ci.baseBranch).overridden(by: known)
    }
    guard ci.isPullRequest else { return nil }
    var known = readers[service.name].map { $0(variables) } ?? PullRequest()
    known.branch = known.branch ?? ci.headBranch
    known.base = known.base ?? ci.baseBranch
    return known
  }

  /// Why the checkout may hold the `.ci.yml` of a stranger: a fragment; `nil` when nothing says so.
  ///
  /// - Parameters:
  ///   - known: Everything that is known of the pull request, also from other sources.
  ///   - readFile: As for `detect`.
  package static func distrust(
    _ known: PullRequest?, _ environment: [String: String], readFile: (String) -> [UInt8]?
  ) -> String? {
    if let isFork = known?.fork { return isFork ? "the pull request comes from a fork" : nil }
    guard let path = Variables(environment)["GITHUB_EVENT_PATH"] else { return nil }
    // The event of a comment does not tell which branch the pull request goes to, nor from where.
    // Only the service decides: an option for a rule does not make a comment a pull request.
    let told = detect(environment, readFile: readFile)
    let isComment = told.map { $0.number != nil && $0.base == nil } ?? false
    guard isComment || CIEnvironment.detect(environment).isPullRequest else { return nil }
    return readFile(path).flatMap(PullRequestEvent.init) == nil
      ? "the event \(path) could not be read, so the pull request may come from a fork"
      : "its event does not say whether the pull request comes from a fork"
  }

  /// The pull request in GitHub's variables, for jobs without an event file: only its number is
  /// known.
  private static func gitHubReference(
    _ variables: Variables, _ ci: CIEnvironment
  ) -> PullRequest? {
    guard ci.isPullRequest else { return nil }
    let parts = (variables["GITHUB_REF"] ?? "").split(separator: "/")
    let number = parts.count > 2 && parts[1] == "pull" ? Int(parts[2]) : nil
    return PullRequest(number: number)
  }

  /// Readers by the name of the service; `CIService` cites the documentation of each.
  private static let readers: [String: @Sendable (Variables) -> PullRequest] = [
    "appveyor": {
      PullRequest(
        number: $0.integer("APPVEYOR_PULL_REQUEST_NUMBER"),
        title: $0["APPVEYOR_PULL_REQUEST_TITLE"],
        fork: $0.differ("APPVEYOR_PULL_REQUEST_HEAD_REPO_NAME", "APPVEYOR_REPO_NAME"))
    },
    // `PullRequestId` is the id inside Azure, `PullRequestNumber` the one that GitHub displays.
    "azure": { variables in
      let number = variables.integer(
        "SYSTEM_PULLREQUEST_PULLREQUESTNUMBER", "SYSTEM_PULLREQUEST_PULLREQUESTID")
      var url: String?
      if let repository = variables["BUILD_REPOSITORY_URI"], let number {
        switch variables["BUILD_REPOSITORY_PROVIDER"] {
        case "TfsGit": url = "\(repository)/pullrequest/\(number)"
        case "GitHub": url = "\(withoutSuffix(repository, ".git"))/pull/\(number)"
        default: break
        }
      }
      return PullRequest(
        number: number, url: url,
        fork: variables["SYSTEM_PULLREQUEST_ISFORK"].map { $0.lowercased() == "true" })
    },
    "bitbucket": { variables in
      let number = variables.integer("BITBUCKET_PR_ID")
      let origin = variables["BITBUCKET_GIT_HTTP_ORIGIN"]
      return PullRequest(
        number: number, url: number.flatMap { id in origin.map { "\($0)/pull-requests/\(id)" } })
    },
    // No variable contains the title: `BITRISE_GIT_MESSAGE` may contain it, the commit's message,
    // or text by the person who started the build.
    "bitrise": {
      PullRequest(
        number: $0.integer("BITRISE_PULL_REQUEST"),
        fork: $0.differ("BITRISEIO_PULL_REQUEST_REPOSITORY_URL", "GIT_REPOSITORY_URL"))
    },
    // Labels are only available for GitHub, and a change that is not a draft has no variable for
    // that.
    "buildkite": { variables in
      PullRequest(
        number: variables.integer("BUILDKITE_PULL_REQUEST"),
        labels: variables.list("BUILDKITE_PULL_REQUEST_LABELS", ","),
        draft: variables.isTrue("BUILDKITE_PULL_REQUEST_DRAFT") ? true : nil,
        fork: variables.differ("BUILDKITE_PULL_REQUEST_REPO", "BUILDKITE_REPO"))
    },
    "circleci": { variables in
      let url = variables["CIRCLE_PULL_REQUEST"]
      return PullRequest(
        number: variables.integer("CIRCLE_PR_NUMBER")
          ?? url?.split(separator: "/").last.flatMap { Int($0) },
        url: url, author: variables["CIRCLE_PR_USERNAME"],
        // Only set for changes from forks.
        fork: variables.has("CIRCLE_PR_REPONAME") ? true : nil)
    },
    "cirrus": {
      PullRequest(
        number: $0.integer("CIRRUS_PR"), title: $0["CIRRUS_PR_TITLE"],
        body: $0.raw("CIRRUS_PR_BODY"),
        labels: $0.raw("CIRRUS_PR_LABELS").map { splitList($0, "\n") },
        draft: $0["CIRRUS_PR_DRAFT"].map { $0 == "true" })
    },
    "codebuild": { variables in
      let trigger = variables["CODEBUILD_WEBHOOK_TRIGGER"] ?? ""
      return PullRequest(number: trigger.hasPrefix("pr/") ? Int(trigger.dropFirst(3)) : nil)
    },
    "codemagic": { PullRequest(number: $0.integer("CM_PULL_REQUEST_NUMBER")) },
    "drone": {
      PullRequest(
        number: $0.integer("DRONE_PULL_REQUEST"), title: $0["DRONE_PULL_REQUEST_TITLE"],
        author: $0["DRONE_COMMIT_AUTHOR"])
    },
    "gitlab": { gitLab($0) },
    "jenkins": {
      PullRequest(
        number: $0.integer("CHANGE_ID"), url: $0["CHANGE_URL"], title: $0["CHANGE_TITLE"],
        author: $0["CHANGE_AUTHOR"], fork: $0.has("CHANGE_FORK") ? true : nil)
    },
    "semaphore": {
      PullRequest(
        number: $0.integer("SEMAPHORE_GIT_PR_NUMBER"), title: $0["SEMAPHORE_GIT_PR_NAME"],
        fork: $0.differ("SEMAPHORE_GIT_PR_SLUG", "SEMAPHORE_GIT_REPO_SLUG"))
    },
    "travis": {
      PullRequest(
        number: $0.integer("TRAVIS_PULL_REQUEST"),
        fork: $0.differ("TRAVIS_PULL_REQUEST_SLUG", "TRAVIS_REPO_SLUG"))
    },
    "woodpecker": { variables in
      PullRequest(
        number: variables.integer("CI_COMMIT_PULL_REQUEST"),
        url: variables["CI_PIPELINE_FORGE_URL"], author: variables["CI_COMMIT_AUTHOR"],
        labels: variables.raw("CI_COMMIT_PULL_REQUEST_LABELS").map { splitList($0, ",") })
    },
    "xcode-cloud": {
      PullRequest(
        number: $0.integer("CI_PULL_REQUEST_NUMBER"), url: $0["CI_PULL_REQUEST_HTML_URL"],
        fork: $0.differ("CI_PULL_REQUEST_SOURCE_REPO", "CI_PULL_REQUEST_TARGET_REPO"))
    },
  ]

  /// A job for a GitHub pull request of an external repository has `CI_EXTERNAL_PULL_REQUEST_*`.
  private static func gitLab(_ variables: Variables) -> PullRequest {
    guard let number = variables.integer("CI_MERGE_REQUEST_IID") else {
      return PullRequest(
        number: variables.integer("CI_EXTERNAL_PULL_REQUEST_IID"),
        fork: variables.differ(
          "CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY",
          "CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY"))
    }
    let title = variables["CI_MERGE_REQUEST_TITLE"]
    // A long description is truncated, so that the rest of it is unknown.
    let isCut = variables.isTrue("CI_MERGE_REQUEST_DESCRIPTION_IS_TRUNCATED")
    return PullRequest(
      number: number,
      url: variables["CI_MERGE_REQUEST_PROJECT_URL"].map { "\($0)/-/merge_requests/\(number)" },
      title: title, body: isCut ? nil : variables.raw("CI_MERGE_REQUEST_DESCRIPTION"),
      // The variable is not set when there are no labels.
      labels: splitList(variables["CI_MERGE_REQUEST_LABELS"] ?? "", ","),
      draft: variables["CI_MERGE_REQUEST_DRAFT"].map { $0.lowercased() == "true" }
        ?? title.map {
          $0.hasPrefix("Draft:") || $0.hasPrefix("[Draft]") || $0.hasPrefix("(Draft)")
        },
      milestone: variables["CI_MERGE_REQUEST_MILESTONE"] ?? "",
      // `a, b and c`, the form in which GitLab lists people, or only commas.
      assignees: splitList(
        (variables["CI_MERGE_REQUEST_ASSIGNEES"] ?? "").replacing(" and ", with: ","), ","),
      fork: variables.differ(
        "CI_MERGE_REQUEST_SOURCE_PROJECT_PATH", "CI_MERGE_REQUEST_PROJECT_PATH"),
      // Set, and `true`, only if approvals are required and all were given.
      approved: variables.isTrue("CI_MERGE_REQUEST_APPROVED") ? true : nil)
  }

  /// The entries of a list in one text, without white space around them and without empty ones.
  package static func splitList(_ text: String, _ separator: Character) -> [String] {
    text.split(separator: separator).map { entry in
      var entry = entry
      while entry.first?.isWhitespace == true { entry.removeFirst() }
      while entry.last?.isWhitespace == true { entry.removeLast() }
      return String(entry)
    }.filter { !$0.isEmpty }
  }

  private static func withoutSuffix(_ text: String, _ suffix: String) -> String {
    text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : text
  }
}

extension Variables {
  /// The first of these variables with an integer value.
  fileprivate func integer(_ names: String...) -> Int? {
    names.lazy.compactMap { self[$0].flatMap { Int($0) } }.first
  }

  fileprivate func list(_ name: String, _ separator: Character) -> [String]? {
    self[name].map { PullRequest.splitList($0, separator) }
  }

  /// Whether two variables have different values; `nil` unless both are set.
  fileprivate func differ(_ first: String, _ second: String) -> Bool? {
    guard let first = self[first], let second = self[second] else { return nil }
    return first != second
  }
}
