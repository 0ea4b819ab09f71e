import CIModel
package import HTTPTransport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension ReviewRequest {
  /// Publishes the session's results over the network.
  package func run(
    _ session: ReviewSession, _ environment: [String: String]
  ) throws(ReviewError) -> String {
    guard let client = HTTPClient.live(isCancelled: { false }) else { throw .noLibrary }
    let patience = ReviewConnection.Patience(
      wait: { sleep(UInt32($0)) }, now: { Int64(time(nil)) })
    return try run(session, environment, client, patience)
  }

  /// Publishes the session's results with the given client.
  ///
  /// - Returns: A sentence about the actions that were taken.
  package func run(
    _ session: ReviewSession, _ environment: [String: String], _ client: HTTPClient,
    _ patience: ReviewConnection.Patience
  ) throws(ReviewError) -> String {
    let names = tokenNames
    guard let name = names.first(where: { Self.value($0, environment) != nil }),
      let token = Self.value(name, environment)
    else { throw .noToken(names.reversed()) }
    guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .badToken(name: name) }
    let connection = ReviewConnection(
      service: service.rawValue, address: api, headers: headers(token), token: token, client,
      patience)
    switch service {
    case .gitHub:
      var found = number
      if found == nil { found = try search(connection) }
      guard let number = found else {
        return "No open pull request has this commit as its newest one, so nothing was posted."
      }
      return try session.run(on: gitHub(connection, number))
    case .gitLab:
      return try session.run(on: GitLabReview(connection, project: repository, number: number ?? 0))
    }
  }

  private func gitHub(_ connection: ReviewConnection, _ number: Int) -> GitHubReview {
    GitHubReview(
      connection, graphQL: graphQL, repository: repository, number: number, isFork: isFork)
  }

  private func headers(_ token: String) -> [String] {
    switch service {
    case .gitHub:
      [
        "Authorization: Bearer \(token)", "Accept: application/vnd.github+json",
        "X-GitHub-Api-Version: 2022-11-28",
      ]
    case .gitLab: ["PRIVATE-TOKEN: \(token)", "Accept: application/json"]
    }
  }

  /// The number of the open pull request with the checked commit as its newest one.
  ///
  /// GitHub does not list the pull requests of a fork's commit in every repository, so they are
  /// first searched by branch.
  private func search(_ connection: ReviewConnection) throws(ReviewError) -> Int? {
    guard let branch else { return nil }
    var paths = ["commits/\(Self.escaped(branch.commit))/pulls?per_page=100"]
    if let owner = branch.owner, let name = branch.name {
      let head = Self.escaped(owner) + "%3A" + Self.escaped(name)
      paths.insert("pulls?state=open&head=\(head)&per_page=100", at: 0)
    }
    for path in paths {
      let answer: JSONValue
      do throws(ReviewError) {
        answer = try gitHub(connection, 0).read(ReviewCall(.get, "/repos/\(repository)/\(path)"))
      } catch {
        // A commit that GitHub does not have belongs to no pull request.
        if case .refused(let refusal) = error, refusal.status == 422 { continue }
        throw error
      }
      let found = answer.list?.first { request in
        request["head"]?["sha"]?.text == branch.commit
          && (request["state"]?.text ?? "open") == "open"
          && request["base"]?["repo"]?["full_name"]?.text.map { isRepository($0) } ?? true
      }
      if let number = found?["number"]?.integer { return number }
    }
    return nil
  }

  private func isRepository(_ name: String) -> Bool {
    name.lowercased() == repository.lowercased()
  }

  /// The comments and calls that `run` would send; needs neither a token nor the network.
  package func preview(_ session: ReviewSession, lines: [String: Set<Int>]) -> String {
    let silent = HTTPClient { _, _ in HTTPClient.Answer(.cancelled) }
    let connection = ReviewConnection(
      service: service.rawValue, address: api, headers: [], token: "-", silent,
      ReviewConnection.Patience(wait: { _ in }, now: { 0 }))
    let shown = number ?? 0
    return switch service {
    case .gitHub: session.preview(on: gitHub(connection, shown), lines: lines)
    case .gitLab:
      session.preview(
        on: GitLabReview(connection, project: repository, number: shown), lines: lines)
    }
  }
}
