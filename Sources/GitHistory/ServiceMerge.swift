import CIModel

/// A merge commit that a CI service made of a pull request and its base, to build what would land.
struct ServiceMerge: Hashable {
  var base: ObjectID
  var baseName: String
  var head: ObjectID
  var headName: String

  /// - Parameters:
  ///   - parents: both parents of the merge.
  ///   - headIndex: which of them is the pull request.
  init(parents: [ObjectID], headIndex: Int) {
    let names = ["the first parent of HEAD", "the second parent of HEAD"]
    (base, baseName) = (parents[1 - headIndex], names[1 - headIndex])
    (head, headName) = (parents[headIndex], names[headIndex])
  }

  /// What the subject of a merge says of its parents.
  enum Wording: Hashable {
    /// `Merge <id> into <id>`: GitHub, Gitea and Azure merge the first into the second.
    case pullRequest(head: ObjectID, base: ObjectID)
    /// `Merge commit '<id>' into HEAD`: what `git merge <id>` writes on a detached `HEAD`, as
    /// services do that merge by themselves, base into head or head into base.
    case detached(merged: ObjectID)

    /// `nil` for every other subject.
    init?(subject: String) {
      let words = subject.split(separator: " ")
      if words.count == 4, words[0] == "Merge", words[2] == "into",
        let head = ObjectID(hex: String(words[1])), let base = ObjectID(hex: String(words[3]))
      {
        self = .pullRequest(head: head, base: base)
      } else if words.count == 5, words[0] == "Merge", words[1] == "commit",
        words[3] == "into", words[4] == "HEAD",
        let merged = ObjectID(hex: words[2].filter { $0 != "'" })
      {
        self = .detached(merged: merged)
      } else {
        return nil
      }
    }
  }
}

extension GitRepository {
  /// The service's merge that `HEAD` is; `nil` when it is none.
  ///
  /// - Parameter head: the commit of `HEAD`.
  func serviceMerge(
    _ head: ObjectID, _ request: BaseRequest
  ) throws(GitError) -> ServiceMerge? {
    guard request.head == nil, request.isPullRequestMerge || request.isPullRequest else {
      return nil
    }
    let commit = try commit(head)
    let parents = commit.parents
    guard parents.count == 2 else { return nil }
    func isNamed(_ id: ObjectID, _ name: String?) -> Bool { name?.lowercased() == id.hex }

    if request.isPullRequestMerge {
      let expected = request.mergeCommit ?? ""
      return expected.isEmpty || isNamed(head, expected)
        ? ServiceMerge(parents: parents, headIndex: 1) : nil
    }
    if let index = parents.firstIndex(where: { isNamed($0, request.headCommit) }) {
      return ServiceMerge(parents: parents, headIndex: index)
    }
    switch ServiceMerge.Wording(subject: commit.commit(id: head).subject) {
    case .pullRequest(let second, let first) where parents == [first, second]:
      return ServiceMerge(parents: parents, headIndex: 1)
    case .detached(let merged) where parents[1] == merged:
      return try baseIndex(parents, request).map {
        ServiceMerge(parents: parents, headIndex: 1 - $0)
      }
    default:
      return nil
    }
  }

  /// Which of two commits belongs to the base branch; `nil` unless exactly one does.
  private func baseIndex(
    _ parents: [ObjectID], _ request: BaseRequest
  ) throws(GitError) -> Int? {
    guard let branch = request.baseBranch, !branch.isEmpty else { return nil }
    var contained: [Int] = []
    do throws(GitError) {
      let base = try base(branch: branch).id
      for index in parents.indices {
        var graph = makeGraph()
        if try graph.mergeBases(parents[index], base).all == [parents[index]] {
          contained.append(index)
        }
      }
    } catch {
      // Too little is here to tell; what is missing is told when the merge base is looked for.
      return nil
    }
    return contained.count == 1 ? contained[0] : nil
  }
}
