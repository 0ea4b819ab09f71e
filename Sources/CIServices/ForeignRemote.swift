extension CIEnvironment {
  /// Why a remote is not the repository that the service works for, but a fork of it, say.
  ///
  /// - Parameters:
  ///   - url: Of the remote.
  ///   - variables: The environment.
  /// - Returns: A fragment; `nil` where it is, or nothing is known.
  package static func foreignRemote(_ url: String?, _ variables: [String: String]) -> String? {
    guard let own = variables["GITHUB_REPOSITORY"], !own.isEmpty, let url, !url.hasPrefix("file:")
    else { return nil }
    // `git@github.com:owner/name`: a colon before the first slash (git-fetch(1), "Git URLs").
    let host = url.prefix { $0 != "/" }
    guard url.contains("://") || host.contains(":") else { return nil }
    let place = url.contains("://") ? url[...] : url.dropFirst(host.prefix { $0 != ":" }.count + 1)
    var path = place.split(separator: "/").suffix(2).joined(separator: "/")
    if path.hasSuffix(".git") { path.removeLast(4) }
    return path.lowercased() == own.lowercased()
      ? nil : "the remote is \(path), and the job is one of \(own)"
  }
}
