import CIModel

/// The maximum length of a subject, derived from the earlier commits of the repository.
///
/// Most projects ask for 72 characters without enforcing it: in 3,000 changes of four projects,
/// three quarters of the longer subjects had at most 80. People switch off a limit that the history
/// itself exceeds every week; exceeding a limit that the history respects is a real deviation.
struct SubjectLimit: Hashable, Sendable {
  var characters: Int
  /// Percentage of the earlier subjects within the limit; `nil` when the limit is set or too few
  /// subjects are known.
  var keptBy: Int?

  /// Maximum number of earlier commits to read.
  static let commitCount = 400
  /// Minimum number of known subjects; with fewer, as in a shallow clone, no limit is derived.
  static let fewest = 50
  /// The smallest derived limit. It applies when no limit can be derived, so that a shallow clone
  /// is never more lenient than a full one.
  static let smallest = 100
  private static let steps = [smallest, 120, 150]
  /// The largest limit: a longer subject is not readable in a list of commits.
  private static let most = 200

  init(_ characters: Int) { self.characters = characters }

  /// Chooses the smallest step that at least 99 of 100 subjects fit.
  ///
  /// - Parameter lengths: The lengths of the subjects before the change, in characters.
  init(of lengths: [Int]) {
    guard lengths.count >= Self.fewest else {
      characters = Self.smallest
      return
    }
    let kept = { (step: Int) in lengths.count { $0 <= step } }
    characters =
      Self.steps.first { (lengths.count - kept($0)) * 100 <= lengths.count } ?? Self.most
    keptBy = kept(characters) * 100 / lengths.count
  }

  /// The limit as part of a finding.
  var text: String {
    keptBy.map { "limit is \(characters) (\($0) % of the earlier subjects are within it)" }
      ?? "limit is \(characters)"
  }
}
