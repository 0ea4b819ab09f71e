package import CIModel

/// The information about the job in the variables of a CI service; everything is empty outside of
/// CI.
package struct CIEnvironment: Hashable, Sendable {
  /// `github`, `gitlab`, …; `generic` when only `CI` is set; `nil` outside of CI.
  package var name: String?
  /// The target branch of the change, without `refs/heads/`.
  package var baseBranch: String?
  /// The source branch of the change, without `refs/heads/`.
  package var headBranch: String?
  package var isPullRequest: Bool
  /// Whether the service checks out a merge commit that it created from base (first parent) and
  /// change (second).
  package var isPullRequestMerge: Bool
  /// The full id of the commit that the service reports as built; the merge commit if it created
  /// one.
  package var commit: String?
  /// The full id of the pull request's newest commit, if a variable other than that of `commit`
  /// contains it.
  package var headCommit: String?
  /// The remote branch into which the job fetched that commit, if no variable contains its id.
  package var headReference: String?
  /// The number of the build; `nil` when it is not needed or not known.
  package var buildNumber: String?
  /// The links to the run at the service.
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

/// Environment variables; an empty value counts as unset, as services intend.
struct Variables {
  private let values: [String: String]

  init(_ values: [String: String]) {
    self.values = values
  }

  subscript(_ name: String) -> String? {
    guard let value = values[name], !value.isEmpty else { return nil }
    return value
  }

  /// The unmodified value, which may be empty.
  func raw(_ name: String) -> String? { values[name] }

  /// The first of these variables that has a value.
  func first(_ names: String...) -> String? {
    names.lazy.compactMap { self[$0] }.first
  }

  func has(_ name: String) -> Bool { self[name] != nil }

  /// Whether the value is true; services write `true`, `True`, `TRUE` and `1`.
  func isTrue(_ name: String) -> Bool {
    ["true", "1"].contains(self[name]?.lowercased() ?? "")
  }

  /// Whether the value is a number or an address; services that always set the variable write
  /// `false` for no pull request.
  func hasPullRequest(_ name: String) -> Bool {
    guard let value = self[name] else { return false }
    return value.lowercased() != "false"
  }

  /// The first value among these variables, as a branch name without `refs/heads/`.
  func branch(_ names: String...) -> String? {
    names.lazy.compactMap { self[$0] }.first.map { name in
      name.hasPrefix("refs/heads/") ? String(name.dropFirst("refs/heads/".count)) : name
    }
  }
}

extension RunRecord.Environment {
  /// - Parameter service: The CI service of the job.
  package init(
    os: String, architecture: String, cpus: Int, swiftVersion: String?, service: CIEnvironment
  ) {
    self.init(
      os: os, architecture: architecture, cpus: cpus, swiftVersion: swiftVersion, ci: service.name)
    links = service.links
  }
}
