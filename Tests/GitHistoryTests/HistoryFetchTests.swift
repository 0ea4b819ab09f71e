import CIModel
import GitHistory
import Testing

struct HistoryFetchTests {
  private static let shallow = FetchAdvice(remote: "origin", isShallow: true)
  private static let complete = FetchAdvice(remote: "up", isShallow: false)
  private static let unknown = GitError.noMergeBase(
    base: "origin/main", head: "HEAD", reason: .shallow(fetch: shallow))

  /// The arguments that tell steps apart.
  private func words(_ step: HistoryFetch.Step?) -> String? {
    step.map { step in
      step.arguments.filter { !$0.hasPrefix("--no-") && $0 != "--quiet" }.joined(separator: " ")
    }
  }

  @Test func deepensFourTimesAsMuchEachTime() {
    var fetch = HistoryFetch()
    let steps = (0..<7).map { _ in words(fetch.step(after: Self.unknown, tips: ["h", "b"])) }
    #expect(
      steps == [
        "fetch --deepen=32 origin h b", "fetch --deepen=128 origin h b",
        "fetch --deepen=512 origin h b", "fetch --deepen=2048 origin h b",
        "fetch --deepen=8192 origin h b", "fetch --deepen=32768 origin h b",
        "fetch --unshallow origin h b",
      ])
    #expect(fetch.step(after: Self.unknown, tips: ["h", "b"]) == nil)
  }

  /// A fetch with a depth would make a complete clone shallow.
  @Test(arguments: [
    (complete, "main", "fetch up main:refs/remotes/up/main"),
    (shallow, "main", "fetch --depth=32 origin main:refs/remotes/origin/main"),
    (shallow, "origin/x", "fetch --depth=32 origin x:refs/remotes/origin/x"),
  ])
  func fetchesABranchThatIsMissing(advice: FetchAdvice, name: String, expected: String) {
    var fetch = HistoryFetch()
    let error = GitError.missingReference(name: name, fetch: advice)
    #expect(words(fetch.step(after: error, tips: [])) == expected)
    #expect(fetch.step(after: error, tips: []) == nil)
  }

  @Test(arguments: [
    (complete, "fetch up HEAD:refs/remotes/up/HEAD"),
    (shallow, "fetch --depth=32 origin HEAD:refs/remotes/origin/HEAD"),
  ])
  func fetchesTheDefaultBranchWhateverItsName(advice: FetchAdvice, expected: String) {
    var fetch = HistoryFetch()
    let error = GitError.noDefaultBranch(tried: ["main"], fetch: advice)
    #expect(words(fetch.step(after: error, tips: ["h"])) == expected)
    #expect(fetch.step(after: error, tips: ["h"]) == nil)
  }

  @Test func neverFetchesWhatFetchingDoesNotHelp() {
    let errors: [GitError] = [
      .noMergeBase(base: "a", head: "b", reason: .unrelated), .noCommits,
      .missingReference(name: "HEAD~3", fetch: Self.shallow),
      .missingReference(name: "main", fetch: FetchAdvice(remote: nil, isShallow: true)),
      .missingObject(id: "1", fetch: Self.complete),
      .noDefaultBranch(tried: ["main"], fetch: FetchAdvice(remote: nil, isShallow: true)),
      .noMergeBase(
        base: "a", head: "b",
        reason: .shallow(fetch: FetchAdvice(remote: nil, isShallow: true))),
    ]
    for error in errors {
      var fetch = HistoryFetch()
      #expect(fetch.step(after: error, tips: ["h", "b"]) == nil, "\(error)")
    }
  }

  @Test func asksForTheContentsOfAPartialCloneAtOnce() {
    var fetch = HistoryFetch()
    let error = GitError.missingObject(
      id: "1", fetch: FetchAdvice(remote: "origin", isShallow: false, isPartial: true))
    #expect(
      fetch.step(after: error, tips: ["h", "b"])?.arguments.first == "diff")
    #expect(fetch.step(after: error, tips: ["h", "b"]) == nil)
  }
}
