package import CIModel

/// What the variables of a CI service say about the job; everything empty on a person's machine.
package struct CIEnvironment: Hashable, Sendable {
  /// `github`, `gitlab`, …; `generic` when only `CI` is set; `nil` when this is no CI job.
  package var name: String?
  /// The branch that the change goes to, without `refs/heads/`.
  package var baseBranch: String?
  /// The branch that the change comes from, without `refs/heads/`.
  package var headBranch: String?
  package var isPullRequest: Bool
  /// The service checks out a merge commit that it made of base (first parent) and change (second).
  package var isPullRequestMerge: Bool
  /// The full id of the commit that the service says it built, the merge commit where it made one.
  package var commit: String?
  /// The full id of the pull request's newest commit, where a variable tells it beside `commit`.
  package var headCommit: String?
  /// The branch of the remote that the job fetched that commit into, where no variable tells its id.
  package var headReference: String?
  /// The number of the build, where it is read.
  package var buildNumber: String?
  /// Where the service shows the run.
  package var links: ServiceLinks?

  package init(
    name: String? = nil, baseBranch: String? = nil, headBranch: String? = nil,
    isPullRequest: Bool = false, isPullRequestMerge: Bool = false, commit: String? = nil,
    headCommit: String? = nil, headReference: String? = nil, buildNumber: String? = nil
  ) {
    self.buildNumber = buildNumber
    self.name = name
    self.baseBranch = baseBranch
    self.headBranch = headBranch
    self.isPullRequest = isPullRequest
    self.isPullRequestMerge = isPullRequestMerge
    self.commit = commit
    self.headCommit = headCommit
    self.headReference = headReference
  }

  package static func detect(_ variables: [String: String]) -> CIEnvironment {
    let read = Variables(variables)
    for service in CIService.all where service.isCurrent(read) {
      var environment = service.read(read)
      environment.name = environment.name ?? service.name
      environment.links = ServiceLinks(of: environment.name, variables)
      return environment
    }
    return CIEnvironment(name: read.isTrue("CI") ? "generic" : nil)
  }
}

/// Environment variables, read the way services write them: an empty value is no value.
struct Variables {
  private let values: [String: String]

  init(_ values: [String: String]) {
    self.values = values
  }

  subscript(_ name: String) -> String? {
    guard let value = values[name], !value.isEmpty else { return nil }
    return value
  }

  /// The value as it is, also when it is empty.
  func raw(_ name: String) -> String? { values[name] }

  /// The first of these that has a value.
  func first(_ names: String...) -> String? {
    names.lazy.compactMap { self[$0] }.first
  }

  func has(_ name: String) -> Bool { self[name] != nil }

  /// Services write `true`, `True`, `TRUE` and `1`.
  func isTrue(_ name: String) -> Bool {
    ["true", "1"].contains(self[name]?.lowercased() ?? "")
  }

  /// A number or an address; services that always set the variable write `false` for none.
  func hasPullRequest(_ name: String) -> Bool {
    guard let value = self[name] else { return false }
    return value.lowercased() != "false"
  }

  /// A branch name without `refs/heads/`.
  func branch(_ names: String...) -> String? {
    names.lazy.compactMap { self[$0] }.first.map { name in
      name.hasPrefix("refs/heads/") ? String(name.dropFirst("refs/heads/".count)) : name
    }
  }
}

extension RunRecord.Environment {
  /// - Parameter service: Where the job runs.
  package init(
    os: String, architecture: String, cpus: Int, swiftVersion: String?, service: CIEnvironment
  ) {
    self.init(
      os: os, architecture: architecture, cpus: cpus, swiftVersion: swiftVersion, ci: service.name)
    links = service.links
  }
}
