import CIModel
import HTTPTransport
import PipelineConfig
import ProcessExecution
import RunEvents
import StepCache

extension RemoteStore {
  /// The remote store of a run. The store is `nil` when none is configured, when the cache is off,
  /// or when it cannot be used; the note gives the reason in the last case.
  static func make(
    _ run: CheckRun
  ) -> (store: RemoteStore?, note: String?) {
    guard let remote = run.pipeline.remoteCache, run.options.cacheMode != .off else {
      return (nil, nil)
    }
    let url: String
    switch EnvironmentReference.resolve(remote.url, run.environment.variables) {
    case .text(let text): url = text
    case .missing(let name):
      return (nil, "The remote cache is not used: \(name) of its `url` is not set.")
    }
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
      return (
        nil, "The remote cache is not used: its `url` does not begin with http:// or https://."
      )
    }
    var settings = Settings(
      url: String(url.reversed().drop { $0 == "/" }.reversed()), authorization: nil,
      tokenName: remote.token, writes: writes(remote.mode, run))
    if let name = remote.token {
      // A pull request from a fork has no secrets, but may still read the cache.
      if let token = run.environment.variables[name], !token.isEmpty {
        let isOneLine = token.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        guard isOneLine else {
          return (
            nil, "The remote cache is not used: the value of \(name) is not one line of text."
          )
        }
        settings.authorization = token.contains(" ") ? token : "Bearer \(token)"
      } else {
        settings.tokenName = "\(name), which is not set"
      }
    }
    let cancellation = run.environment.cancellation
    guard let transport = HTTPClient.live(isCancelled: { cancellation.isRequested }) else {
      return (
        nil,
        "The remote cache is not used: libcurl is not installed (`apt-get install libcurl4`)."
      )
    }
    let observer = run.services.observer
    return (RemoteStore(settings, transport) { observer.onEvent(.note("  \($0)")) }, nil)
  }

  /// Whether the run may write; a pull request never does, since it could change the builds of the
  /// default branch.
  private static func writes(_ mode: RemoteCache.Mode, _ run: CheckRun) -> Bool {
    guard run.options.cacheMode == .readWrite, !run.environment.isPullRequest else { return false }
    return switch mode {
    case .automatic: run.environment.isCI
    case .read: false
    case .readWrite: true
    }
  }
}

/// Resolves `${env.NAME}` in text outside of steps.
enum EnvironmentReference {
  enum Resolution: Hashable {
    case text(String)
    case missing(name: String)
  }

  static func resolve(_ text: String, _ environment: [String: String]) -> Resolution {
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "${env."),
      let end = rest[start.upperBound...].firstIndex(of: "}")
    {
      let name = String(rest[start.upperBound..<end])
      guard let value = environment[name], !value.isEmpty else { return .missing(name: name) }
      result += rest[..<start.lowerBound] + value
      rest = rest[rest.index(after: end)...]
    }
    return .text(result + rest)
  }
}
