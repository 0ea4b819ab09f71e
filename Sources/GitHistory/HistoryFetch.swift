import CIModel

/// Decides, one step after the other, what `git fetch` has to bring before a change can be read.
///
/// A shallow clone is deepened by 32 commits, then by four times as many each time, so that it is
/// never fetched much deeper than it needs to be, and is completed only when that did not help. A
/// complete clone is never fetched with a depth, which would make it shallow. Nothing is fetched
/// that is not missing. References are written only where one is missing.
package struct HistoryFetch: Hashable, Sendable {
  /// A command line for git, without `git` itself.
  package struct Step: Hashable, Sendable {
    package var arguments: [String]
    /// What to do instead when the server does not give out commits by their ids.
    package var alternative: [String]?

    /// As one would type it.
    package var text: String {
      (["git"] + arguments).map { shellQuoted($0) }.joined(separator: " ")
    }
  }

  private var deepenings = 0
  private var asked: Set<[String]> = []

  package init() {}

  /// How deep a branch is fetched that is not there at all.
  private static let firstDepth = 32
  private static let maximumDeepenings = 6

  /// What every fetch has: nothing is written but objects, the boundary of the clone and the
  /// references named.
  private static let fetch = [
    "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules",
    "--no-auto-gc",
  ]

  /// The next step after an error; `nil` when fetching does not help.
  ///
  /// - Parameter tips: the ids of head and base, as far as they are known.
  package mutating func step(after error: GitError, tips: [String]) -> Step? {
    let step: Step?
    switch error {
    case .missingReference(let name, let advice):
      step = HistoryFetch.reference(name, advice)
    case .noDefaultBranch(_, let advice):
      step = advice.remote.map {
        HistoryFetch.fetching(GitError.defaultBranch(of: $0), from: $0, advice)
      }
    case .noMergeBase(_, _, .shallow(let advice)):
      step = deepening(advice, tips)
    case .missingObject(_, let advice) where advice.isPartial && tips.count == 2:
      // git asks for the contents that it needs, all at once.
      step = Step(
        arguments: ["diff", "--numstat", "--no-ext-diff", "--no-textconv", "-M"] + tips.reversed())
    case .missingObject(_, let advice) where advice.isShallow:
      step = deepening(advice, tips)
    default:
      step = nil
    }
    // The same again would not help any more.
    guard let step, asked.insert(step.arguments).inserted else { return nil }
    return step
  }

  private static func reference(_ name: String, _ advice: FetchAdvice) -> Step? {
    guard let remote = advice.remote, let source = GitError.fetchable(name, from: remote) else {
      return nil
    }
    return fetching(source, from: remote, advice)
  }

  private static func fetching(
    _ source: String, from remote: String, _ advice: FetchAdvice
  ) -> Step {
    let depth = advice.isShallow ? ["--depth=\(firstDepth)"] : []
    return Step(arguments: fetch + depth + [remote, source])
  }

  private mutating func deepening(_ advice: FetchAdvice, _ tips: [String]) -> Step? {
    guard advice.isShallow, let remote = advice.remote else { return nil }
    var depth = "--unshallow"
    if deepenings < HistoryFetch.maximumDeepenings {
      depth = "--deepen=\(HistoryFetch.firstDepth << (2 * deepenings))"
    }
    deepenings += 1
    let all = HistoryFetch.fetch + [depth, remote]
    return Step(arguments: all + tips, alternative: tips.isEmpty ? nil : all)
  }
}

extension GitRepository {
  /// The ids of head and base, as far as the repository has them.
  package func tips(of request: BaseRequest) -> [String] {
    var ids: [ObjectID] = []
    if let head = try? commitID(named: request.head ?? "HEAD") { ids.append(head) }
    if let base = try? base(for: request).id, base != .emptyTree, !ids.contains(base) {
      ids.append(base)
    }
    return ids.map(\.hex)
  }
}
