package import CIModel

extension Comparison {
  /// Bounds for the search for commits that reverts quote.
  private enum QuoteBounds {
    /// The number of the newest commits of the base that are read whatever a message names.
    static let newest = 1_000
    /// The number of commits that are visited to find those that messages name.
    static let visited = 100_000
    /// The number of named commits.
    static let named = 1_000
  }

  /// The commits of the base that a revert may quote: its newest ones, and those with the ids, which
  /// may be shortened. Empty when the checkout is trusted.
  ///
  /// They are not worth a fetch: the search ends where the clone does, or where a commit cannot be
  /// read.
  package func quotableCommits(named ids: Set<String>) -> [Commit] {
    guard repository.distrustsCheckout, let base = ObjectID(hex: changes.base), base != .emptyTree
    else { return [] }
    let own = Set(changes.commits.map(\.id))
    var wanted = Set(
      ids.sorted().prefix(QuoteBounds.named).compactMap { id -> ObjectID? in
        guard let found = try? repository.commitID(named: id), found.hex.hasPrefix(id) else {
          return nil
        }
        return own.contains(found.hex) ? nil : found
      })
    var graph = repository.makeGraph()
    var queue = CommitQueue()
    var seen: Set<Int> = []
    var commits: [Commit] = []
    do throws(GitError) {
      let start = try graph.position(of: base)
      seen.insert(start)
      queue.add(start, date: graph.nodes[start].date)
      var count = 0
      while count < QuoteBounds.visited, count < QuoteBounds.newest || !wanted.isEmpty,
        let position = queue.next()
      {
        count += 1
        let id = graph.nodes[position].id
        if wanted.remove(id) != nil || count <= QuoteBounds.newest {
          commits.append(try repository.commit(id).commit(id: id))
        }
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
