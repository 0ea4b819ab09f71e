extension CIEnvironment {
  /// Why a remote is not the repository of the CI job, for example because it is a fork.
  ///
  /// - Parameters:
  /// - url: The address of the remote.
  /// - variables: The environment variables.
  /// - Returns: A fragment; `nil` when it is the repository, or this is not known.
  package static func foreignRemote(_ url: String?, _ variables: [String: String]) -> String? {
    guard let own = variables["GITHUB_REPOSITORY"], !own.isEmpty, let url, !url.hasPrefix("file:")
    else { return nil }
    // In `git@github.com:owner/name`, a colon comes before the first slash (git-fetch(1), "Git
    // URLs").
    let host = url.prefix { $0 != "/" }
    guard url.contains("://") || host.contains(":") else { return nil }
    let place = url.contains("://") ? url[...] : url.dropFirst(host.prefix { $0 != ":" }.count + 1)
    var path = place.split(separator: "/").suffix(2).joined(separator: "/")
    if path.hasSuffix(".git") { path.removeLast(4) }
    return path.lowercased() == own.lowercased()
      ? nil : "the remote is \(path), but the job belongs to \(own)"
  }
}
