/// Why a test that passes alone failed among others: tests that ran at the same time, or before it
/// in the same process.
package struct Interference: Codable, Hashable, Sendable {
  /// Ids of tests that ran at the same time, longest overlap first; empty when the order caused the
  /// failure.
  package var beside: [String]
  /// Ids of tests that had run before in the same process, in order; empty when tests running at
  /// the same time caused the failure.
  package var after: [String]
  /// Number of tests left out of the two lists; `nil` means none.
  package var others: Int?
  /// Whether the test failed again when it was rerun with the same tests.
  package var isReproduced: Bool

  private enum CodingKeys: String, CodingKey {
    case beside, after, others
    case isReproduced = "reproduced"
  }

  /// The maximum length of each list; further tests are only counted.
  package static let mostNamed = 20

  /// - Parameters:
  /// - beside: All tests that ran at the same time; the first of them are kept.
  ///   - after: All tests that had run before; the last of them are kept.
  package init(beside: [String] = [], after: [String] = [], isReproduced: Bool) {
    self.beside = Array(beside.prefix(Interference.mostNamed))
    self.after = Array(after.suffix(Interference.mostNamed))
    self.isReproduced = isReproduced
    let leftOut = beside.count + after.count - self.beside.count - self.after.count
    others = leftOut > 0 ? leftOut : nil
  }

  /// A summary such as `failed beside M.A/one and 2 more, passes alone`.
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
    return "failed \(company), passes alone" + (isReproduced ? "" : ", not reproduced")
  }
}
