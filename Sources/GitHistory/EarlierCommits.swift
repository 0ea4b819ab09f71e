package import CIModel

extension Comparison {
  /// The newest commits of the merge base's history; see
  /// `GitRepository.earlierCommits(from:limit:)`.
  package func earlierCommits(limit: Int) -> [Commit] {
    repository.earlierCommits(from: changes.mergeBase, limit: limit)
  }
}

extension GitRepository {
  /// The newest commits of `HEAD`'s history; see `earlierCommits(from:limit:)`.
  package func earlierCommits(limit: Int) -> [Commit] {
    guard limit > 0, let head = try? commitID(named: "HEAD") else { return [] }
    return earlierCommits(from: head.hex, limit: limit)
  }

  /// A commit and those before it, newest first and without their bodies.
  ///
  /// They show the conventions of the repository and are not worth a fetch: the list ends where the
  /// clone does, or where a commit cannot be read.
  ///
  /// - Parameter id: A full id; that of the empty tree has no commits.
  package func earlierCommits(from id: String, limit: Int) -> [Commit] {
    guard limit > 0, let first = ObjectID(hex: id), first != .emptyTree else { return [] }
    var graph = makeGraph()
    var queue = CommitQueue()
    var seen: Set<Int> = []
    var commits: [Commit] = []
    do throws(GitError) {
      let start = try graph.position(of: first)
      seen.insert(start)
      queue.add(start, date: graph.nodes[start].date)
      while commits.count < limit, let position = queue.next() {
        let id = graph.nodes[position].id
        var commit = try self.commit(id).commit(id: id)
        commit.body = ""
        commits.append(commit)
        for parent in try graph.parents(of: position) where seen.insert(parent).inserted {
          queue.add(parent, date: graph.nodes[parent].date)
        }
      }
    } catch {
      return commits
    }
    return commits
  }
}
