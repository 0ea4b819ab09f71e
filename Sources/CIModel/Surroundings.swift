/// The environment of a run, for conditions that concern neither the change nor the pull request.
package struct Surroundings: Hashable, Sendable {
  /// The CI service, such as `github`; `nil` on a person's machine.
  package var service: String?
  /// The reason for the run; `nil` when the service does not report one.
  package var event: Event?
  /// `linux` or `macos`.
  package var os: String
  /// `x86_64` or `arm64`.
  package var architecture: String
  /// The branch that is built, without `refs/heads/`; `nil` when it is not known (a detached head).
  package var branch: String?
  /// The root of the checkout, absolute; `nil` when it is not needed.
  package var checkout: String?
  /// The environment variables of the devtool process.
  package var environment: [String: String]
  /// Variables with secret values, in addition to those whose names show it.
  package var secrets: Set<String> = []
  /// The time at which the run was started; `nil` when it is not needed.
  package var now: Timestamp?

  package init(
    service: String? = nil, event: Event? = nil, os: String = "linux",
    architecture: String = "x86_64", branch: String? = nil, environment: [String: String] = [:]
  ) {
    self.service = service
    self.event = event
    self.os = os
    self.architecture = architecture
    self.branch = branch
    self.environment = environment
  }

  package enum Event: String, Hashable, Sendable, CaseIterable {
    case pullRequest = "pull_request"
    case mergeQueue = "merge_queue"
    case push
    case tag
    case schedule
    /// A person started it manually in the service.
    case manual
    /// It does not run in a CI service.
    case local
  }
}

extension Surroundings {
  package static var currentOS: String {
    #if os(Linux)
      "linux"
    #else
      "macos"
    #endif
  }

  package static var currentArchitecture: String {
    #if arch(x86_64)
      "x86_64"
    #else
      "arm64"
    #endif
  }
}
