/// Where a run takes place: what conditions may ask beside the change and the pull request.
package struct Surroundings: Hashable, Sendable {
  /// The CI service, such as `github`; `nil` on a person's machine.
  package var service: String?
  /// Why the run was started; `nil` when the service does not tell.
  package var event: Event?
  /// `linux` or `macos`.
  package var os: String
  /// `x86_64` or `arm64`.
  package var architecture: String
  /// The branch that is built, without `refs/heads/`; `nil` when it is not known (a detached head).
  package var branch: String?
  /// The top of the checkout, absolute; `nil` where that is of no matter.
  package var checkout: String?
  /// The variables devtool was started with.
  package var environment: [String: String]
  /// Variables whose values are not shown, beside those whose names tell.
  package var secrets: Set<String> = []
  /// When the run was started; `nil` where that is of no matter.
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
    /// Somebody started it by hand in the service.
    case manual
    /// Not in a CI service.
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
