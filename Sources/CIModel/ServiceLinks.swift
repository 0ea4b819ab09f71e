/// Links to the web pages of a run, from the CI service's variables at the start of the run.
///
/// A record may be untrusted: links lead only to `host`, whatever its other properties contain.
package struct ServiceLinks: Codable, Hashable, Sendable {
  /// The host of the service: `github.com`.
  package var host: String
  package var run: String?
  /// The prefix of the address of a commit; its id is appended. `nil` when the service has none.
  package var commits: String?

  package init(host: String, run: String? = nil, commits: String? = nil) {
    self.host = host
    self.run = run
    self.commits = commits
  }

  package var runAddress: WebAddress? { own(run) }

  /// - Parameter url: The address of a pull request.
  package func address(ofRequest url: String?) -> WebAddress? { own(url) }

  /// - Parameter id: The full object id.
  package func address(ofCommit id: String) -> WebAddress? {
    let isID =
      id.utf8.count >= 40
      && id.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    return isID ? own(commits.map { $0 + id }) : nil
  }

  private func own(_ text: String?) -> WebAddress? {
    guard let address = text.flatMap(WebAddress.init), address.host == host else { return nil }
    return address
  }
}
