/// Why a test failed among others that passes alone: what ran at the same time, or what had run
/// before it in the same process.
package struct Interference: Codable, Hashable, Sendable {
  /// Ids of tests that ran at the same time, those with the longest common time first; empty when
  /// the order made it fail.
  package var beside: [String]
  /// Ids of tests that had run before in the same process, in their order; empty when what ran at the
  /// same time made it fail.
  package var after: [String]
  /// How many further tests are left out of the two lists; `nil` is none.
  package var others: Int?
  /// It failed again when it ran in that company once more.
  package var isReproduced: Bool

  private enum CodingKeys: String, CodingKey {
    case beside, after, others
    case isReproduced = "reproduced"
  }

  /// More names than this are counted, not kept.
  package static let mostNamed = 20

  /// - Parameters:
  ///   - beside: All tests that ran at the same time; a part of them is kept.
  ///   - after: All tests that had run before; the last of them are kept.
  package init(beside: [String] = [], after: [String] = [], isReproduced: Bool) {
    self.beside = Array(beside.prefix(Interference.mostNamed))
    self.after = Array(after.suffix(Interference.mostNamed))
    self.isReproduced = isReproduced
    let leftOut = beside.count + after.count - self.beside.count - self.after.count
    others = leftOut > 0 ? leftOut : nil
  }

  /// `failed beside M.A/one and 2 more, passes alone`.
  package var words: String {
    func names(_ ids: [String]) -> String {
      let shown = ids.prefix(3)
      let more = ids.count - shown.count + (others ?? 0)
      if more > 0 { return shown.joined(separator: ", ") + " and \(more) more" }
      guard let last = shown.last, shown.count > 1 else { return shown.first ?? "other tests" }
      return shown.dropLast().joined(separator: ", ") + " and " + last
    }
    let company =
      after.isEmpty ? "beside \(names(beside))" : "after \(names(after)) in the same process"
    return "failed \(company), passes alone"
  }
}
