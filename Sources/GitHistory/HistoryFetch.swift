import CIModel

/// Determines step by step the `git fetch` commands that are needed to read a change.
///
/// A shallow clone is deepened by 32 commits, then by four times as many each time, so that it is
/// never fetched much deeper than needed; it is completed only if that did not help. A complete
/// clone is never fetched with a depth, which would make it shallow. Only missing objects are
/// fetched, and only missing references are written.
package struct HistoryFetch: Hashable, Sendable {
  /// A command line for git, without `git` itself.
  package struct Step: Hashable, Sendable {
    package var arguments: [String]
    /// The command to run instead when the server does not serve commits by their ids.
    package var alternative: [String]?

    /// The command as typed in a shell.
    package var text: String {
      (["git"] + arguments).map { shellQuoted($0) }.joined(separator: " ")
    }
  }

  private var deepenings = 0
  private var asked: Set<[String]> = []

  package init() {}

  /// The depth of the first fetch of a missing branch.
  private static let firstDepth = 32
  private static let maximumDeepenings = 6

  /// The common arguments of every fetch: it writes only objects, the boundary of the clone and the
  /// named references.
  private static let fetch = [
    "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules",
    "--no-auto-gc",
  ]

  /// The next step after an error; `nil` when fetching does not help.
  ///
  /// - Parameter tips: The known ids of head and base.
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
      // git fetches the contents that it needs, all at once.
      step = Step(
        arguments: ["diff", "--numstat", "--no-ext-diff", "--no-textconv", "-M"] + tips.reversed())
    case .missingObject(_, let advice) where advice.isShallow:
      step = deepening(advice, tips)
    default:
      step = nil
    }
    // Repeating a command would not help.
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
  /// The ids of head and base that the repository has.
  package func tips(of request: BaseRequest) -> [String] {
    var ids: [ObjectID] = []
    if let head = try? commitID(named: request.head ?? "HEAD") { ids.append(head) }
    if let base = try? base(for: request).id, base != .emptyTree, !ids.contains(base) {
      ids.append(base)
    }
    return ids.map(\.hex)
  }
}
