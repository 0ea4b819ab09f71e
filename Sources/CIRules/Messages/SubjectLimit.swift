import CIModel

/// How long a subject may be, by what the repository's own history keeps to.
///
/// Most projects ask for 72 characters and do not keep to that: in 3,000 changes of four, three of four
/// longer subjects had no more than 80. A limit that the history itself breaks every week is switched
/// off, and one that it keeps says something about the change.
struct SubjectLimit: Hashable, Sendable {
  var characters: Int
  /// How many earlier subjects keep to it; `nil` where it is set, or too few are known.
  var keptBy: Int?

  /// Commits before the change that are looked at.
  static let commitCount = 400
  /// With fewer subjects than this, as in a shallow clone, nothing is learned.
  static let fewest = 50
  /// The smallest limit. A shallow clone, in which nothing is learned, gets it, so it is never judged more
  /// mildly than a full clone.
  static let smallest = 100
  private static let steps = [smallest, 120, 150]
  /// The largest limit: a longer subject is not readable in a list of commits.
  private static let most = 200

  init(_ characters: Int) { self.characters = characters }

  /// The smallest step that 99 of 100 subjects keep to.
  ///
  /// - Parameter lengths: of the subjects before the change.
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

  /// For a finding.
  var text: String {
    keptBy.map { "limit is \(characters), which \($0) % of the earlier subjects keep" }
      ?? "limit is \(characters)"
  }
}
