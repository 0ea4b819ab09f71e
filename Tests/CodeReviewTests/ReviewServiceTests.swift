import CIModel
import HTTPTransport
import TestSupport
import Testing

@testable import CodeReview

/// Whole conversations with services that hold every request against what they document.
@Suite struct ReviewServiceTests {
  enum Service: String, CaseIterable {
    case gitHub
    case gitLab
  }

  private struct Talk {
    var server: PlayedService
    var request: ReviewRequest
    let waited = WaitedTime()

    init(_ service: Service, isFork: Bool = false) throws {
      switch service {
      case .gitHub:
        server = try PlayedGitHub()
        request = ReviewRequest(
          service: .gitHub, api: server.url, graphQL: server.url + "/graphql", repository: "o/r",
          number: 7, isFork: isFork, tokenNames: ["GITHUB_TOKEN"])
      case .gitLab:
        server = try PlayedGitLab()
        request = ReviewRequest(
          service: .gitLab, api: server.url, graphQL: "", repository: "g%2Fp", number: 7,
          isFork: isFork, tokenNames: ["GITLAB_TOKEN"])
      }
      server.change { $0.files["A.swift"] = SampleRun.diff }
    }

    func say(
      _ record: RunRecord, isOwn: Bool = true, setsStatus: Bool = false
    ) throws -> String {
      let live = HTTPClient.live { false }
      let client = try #require(live, "libcurl is not installed: make bootstrap")
      let tokens = ["GITHUB_TOKEN": PlayedService.token, "GITLAB_TOKEN": PlayedService.token]
      return try request.run(
        SampleRun.session(record, isOwn: isOwn, setsStatus: setsStatus), tokens, client,
        waited.patience)
    }

    /// What it throws, as a reader gets it.
    func failure(_ record: RunRecord, setsStatus: Bool = false) throws -> ReviewError? {
      do {
        _ = try say(record, setsStatus: setsStatus)
        return nil
      } catch let error as ReviewError {
        #expect(!error.message.contains(PlayedService.token))
        #expect(!(error.help ?? "").contains(PlayedService.token))
        return error
      }
    }
  }

  private static let failing = SampleRun.record(.failed, [SampleRun.finding(3)])

  @Test(arguments: Service.allCases)
  func createsEditsAndReduces(service: Service) throws {
    let talk = try Talk(service)
    _ = try talk.say(Self.failing)
    #expect(talk.server.comments.count == 1)
    #expect(talk.server.threads.map(\.line) == [3])
    let count = talk.server.changes.count

    // Unchanged.
    #expect(try talk.say(Self.failing) == "Nothing has changed.")
    #expect(talk.server.changes.count == count)

    // Another result.
    let other = SampleRun.record(
      .failed, [SampleRun.finding(3), SampleRun.finding(9, .error, "b")])
    _ = try talk.say(other)
    #expect(talk.server.comments.count == 1)
    #expect(talk.server.threads.count == 2)

    // Nothing any more.
    let done = try talk.say(SampleRun.record(.passed))
    #expect(done == "devtool withdrew 2 remarks, edited the comment.")
    #expect(talk.server.comments.map { $0.body.hasPrefix("✅ All clear at ddddddd.") } == [true])
    #expect(talk.server.threads.allSatisfy { service == .gitLab && $0.isResolvedByUs })
    #expect(talk.server.problems.isEmpty, "\(talk.server.problems)")
  }

  @Test(arguments: Service.allCases)
  func nothingToSayReadsOnly(service: Service) throws {
    let talk = try Talk(service)
    #expect(try talk.say(SampleRun.record(.passed)) == "Nothing has changed.")
    #expect(talk.server.changes.isEmpty)
    #expect(talk.server.problems.isEmpty, "\(talk.server.problems)")
  }

  @Test func gitLabReopensWhatComesBack() throws {
    let talk = try Talk(.gitLab)
    for record in [Self.failing, SampleRun.record(.passed), Self.failing] {
      _ = try talk.say(record)
    }
    #expect(talk.server.threads.map(\.isResolved) == [false])
    #expect(talk.server.problems.isEmpty, "\(talk.server.problems)")
  }

  @Test(arguments: Service.allCases)
  func twoHundredFindings(service: Service) throws {
    let talk = try Talk(service)
    _ = try talk.say(SampleRun.record(.failed, SampleRun.findings(200)))
    #expect(talk.server.threads.count == 25)
    #expect(talk.server.comments.count == 1)
    #expect(talk.server.changes.count == (service == .gitHub ? 2 : 26))
    #expect(talk.server.problems.isEmpty, "\(talk.server.problems)")
  }

  /// danger#1528, danger-js#1384, #1347, #166
  @Test(arguments: Service.allCases, ["answered", "resolved"])
  func threadsOfPeopleStay(service: Service, how: String) throws {
    let talk = try Talk(service)
    _ = try talk.say(Self.failing)
    talk.server.change { state in
      if how == "answered" {
        state.threads[0].comments.append(.init(id: 5, body: "On purpose.", isOurs: false))
      } else {
        state.threads[0].isResolved = true
      }
    }
    for record in [SampleRun.record(.passed), Self.failing] {
      _ = try talk.say(record)
      #expect(talk.server.threads.count == 1)
      let thread = try #require(talk.server.threads.first)
      #expect(thread.comments.count == (how == "answered" ? 2 : 1))
      #expect(thread.isResolved == (how == "resolved"))
    }
    #expect(talk.server.problems.isEmpty, "\(talk.server.problems)")
  }

  @Test func aNoteOfTheSystemIsNoAnswer() throws {
    let talk = try Talk(.gitLab)
    _ = try talk.say(Self.failing)
    talk.server.change {
      $0.threads[0].comments.append(
        .init(id: 5, body: "changed this line", isOurs: false, isSystem: true))
    }
    _ = try talk.say(SampleRun.record(.passed))
    #expect(talk.server.threads.first?.isResolvedByUs == true)
  }

  @Test(arguments: Service.allCases)
  func aStrangerWhoWritesTheMarkerIsNobody(service: Service) throws {
    let talk = try Talk(service)
    _ = try talk.say(Self.failing)
    talk.server.change { state in
      state.comments[0].isOurs = false
      state.threads[0].comments[0].isOurs = false
    }
    let before = talk.server.comments.map(\.body)
    _ = try talk.say(SampleRun.record(.passed))
    #expect(talk.server.comments.map(\.body) == before)
    _ = try talk.say(Self.failing)
    #expect(talk.server.comments.count == 2)
    #expect(talk.server.threads.count == 2)
    #expect(talk.server.problems.isEmpty, "\(talk.server.problems)")
  }

  @Test(arguments: Service.allCases)
  func readsEveryPage(service: Service) throws {
    let talk = try Talk(service)
    talk.server.change { state in
      state.comments = (0..<250).map { .init(id: $0, body: "words", isOurs: false) }
    }
    _ = try talk.say(Self.failing)
    #expect(try talk.say(Self.failing) == "Nothing has changed.")
    #expect(talk.server.problems.isEmpty, "\(talk.server.problems)")
  }

  @Test(arguments: Service.allCases)
  func anOlderRunLeavesTheNewersWordsAlone(service: Service) throws {
    let talk = try Talk(service)
    talk.server.change { $0.head = String(repeating: "e", count: 40) }
    #expect(try talk.say(Self.failing).contains("has a newer commit"))
    #expect(talk.server.changes.isEmpty)
  }

  @Test(arguments: Service.allCases)
  func setsTheStatusOnce(service: Service) throws {
    let talk = try Talk(service)
    _ = try talk.say(Self.failing, setsStatus: true)
    _ = try talk.say(Self.failing, setsStatus: true)
    #expect(talk.server.statuses == [service == .gitHub ? "failure" : "failed"])
    _ = try talk.say(SampleRun.record(.passed), setsStatus: true)
    #expect(talk.server.statuses.last == "success")
    #expect(talk.server.problems.isEmpty, "\(talk.server.problems)")
  }

  /// A record from a fork's job may name any commit.
  @Test(arguments: Service.allCases, [true, false])
  func aRecordOfOthersSetsNoStatusElsewhere(service: Service, isOwn: Bool) throws {
    let talk = try Talk(service)
    talk.server.change { $0.head = String(repeating: "e", count: 40) }
    let said = try talk.say(SampleRun.record(.passed), isOwn: isOwn, setsStatus: true)
    #expect(said.contains("set no status") == !isOwn)
    #expect(talk.server.statuses == (isOwn ? ["success"] : []))
  }

  @Test func gitLabTakesNoCommand() throws {
    let talk = try Talk(.gitLab)
    var record = SampleRun.record(.failed, [SampleRun.finding(3, .error, "a\n/close")])
    record.tests = [SampleRun.failedTest("testA", "```\n/merge\n  /approve\r\n/close\n")]
    _ = try talk.say(record)
    for body in talk.server.comments.map(\.body) + talk.server.threads.map(\.comments[0].body) {
      for line in body.feedLines {
        #expect(line.drop(while: \.isWhitespace).first != "/", "\(body)")
      }
    }
  }

  // MARK: - Refusals

  @Test(arguments: Service.allCases, [401, 403, 404, 422])
  func saysWhatIsMissing(service: Service, status: Int) throws {
    let talk = try Talk(service)
    let path =
      service == .gitHub ? "POST /repos/o/r/issues" : "POST /projects/g%2Fp/merge_requests/7/notes"
    let echo = "No, \(PlayedService.token)\u{1B}[2J"
    talk.server.fail(path, PlayedService.refusal(status, echo))
    let record = SampleRun.record(.failed, [Finding(.error, "pr-size", "too large")])
    let error = try #require(try talk.failure(record))
    #expect(error.exitCode == (status <= 403 ? .noPermission : .missingInput))
    #expect(error.message.contains("with \(status): No, ***"))
    #expect(!error.message.contains("\u{1B}"))
    let help = error.help ?? ""
    switch (service, status) {
    case (.gitHub, 403), (.gitHub, 404), (.gitHub, 422):
      #expect(help.contains("pull-requests: write"))
    case (.gitHub, _): #expect(help.contains("GITHUB_TOKEN"))
    case (.gitLab, 401), (.gitLab, 403): #expect(help.contains("GITLAB_TOKEN"))
    case (.gitLab, _): #expect(!help.isEmpty)
    }
  }

  /// GraphQL refuses with 200, and may leave a part out that it refuses.
  @Test(arguments: [
    ("FORBIDDEN", ExitCode.noPermission), ("RATE_LIMITED", .tryAgain), ("NOT_FOUND", .missingInput),
    ("SOMETHING", .missingInput),
  ])
  func anErrorOfGraphQLIsNoEmptyList(type: String, exit: ExitCode) throws {
    let talk = try Talk(.gitHub)
    let content: JSONValue = [
      "data": ["repository": ["pullRequest": ["headRefOid": .text(SampleRun.head)]]],
      "errors": .list([["type": .text(type), "message": "No"]]),
    ]
    talk.server.fail("POST /graphql", .answer(status: 200, body: PlayedService.text(content)))
    #expect(try talk.failure(Self.failing)?.exitCode == exit)
    #expect(talk.server.changes.isEmpty)
  }

  @Test func namesThePermissionOfAStatus() throws {
    let talk = try Talk(.gitHub)
    talk.server.fail("POST /repos/o/r/statuses", PlayedService.refusal(403))
    let error = try talk.failure(SampleRun.record(.passed), setsStatus: true)
    #expect(error?.help == "Add `statuses: write` to the `permissions` of the job.")
  }

  @Test func aForksTokenMayOnlyRead() throws {
    let talk = try Talk(.gitHub, isFork: true)
    talk.server.fail("POST /repos/o/r/pulls", PlayedService.refusal(403))
    let error = try talk.failure(Self.failing)
    #expect(error?.exitCode == .noPermission)
    #expect(error?.help?.contains("second workflow") == true)
  }

  @Test(arguments: Service.allCases)
  func linesThatAreGoneStandInTheComment(service: Service) throws {
    let talk = try Talk(service)
    let path =
      service == .gitHub
      ? "POST /repos/o/r/pulls/7/reviews" : "POST /projects/g%2Fp/merge_requests/7/discussions"
    talk.server.fail(path, PlayedService.refusal(service == .gitHub ? 422 : 400))
    #expect(try talk.say(Self.failing).contains("could not write at lines"))
    #expect(talk.server.comments.first?.body.contains("use the logger") == true)
    #expect(talk.server.problems.isEmpty, "\(talk.server.problems)")
  }

  /// Which call, what goes wrong with it so many times, how long is waited, and the status in the end.
  @Test(arguments: [
    ("GET", 429, ["Retry-After: 7"], 1, [7], ExitCode.success),
    ("POST /repos", 429, ["Retry-After: 7"], 1, [7], .success),
    (
      "POST /repos", 403, ["X-RateLimit-Remaining: 0", "X-RateLimit-Reset: 1030"], 1, [30], .success
    ),
    ("POST /repos", 429, ["Retry-After: 70"], 2, [70], .tryAgain),
    ("POST /repos", 429, ["Retry-After: 4000"], 1, [], .tryAgain),
    ("POST /repos", 429, [], 1, [60], .success),
    ("GET", 500, [], 1, [1], .success),
    ("GET", 502, [], 9, [1, 2, 4], .missingInput),
    ("POST /graphql", 500, [], 2, [1, 2], .success),
    // Nobody knows whether it was made.
    ("POST /repos", 500, [], 1, [], .missingInput),
  ])
  func waitsAsTheServiceAsks(
    call: String, status: Int, headers: [String], times: Int, waited: [Int], exit: ExitCode
  ) throws {
    let talk = try Talk(.gitHub)
    for _ in 0..<times { talk.server.fail(call, PlayedService.refusal(status, headers: headers)) }
    let error = try talk.failure(Self.failing)
    #expect(error?.exitCode ?? .success == exit)
    #expect(talk.waited.seconds == waited)
    #expect(talk.server.problems.isEmpty, "\(talk.server.problems)")
  }

  @Test(arguments: [("GET", ExitCode.success), ("POST /repos", .missingInput)])
  func aConnectionThatBreaks(call: String, exit: ExitCode) throws {
    let talk = try Talk(.gitHub)
    talk.server.fail(call, .hangUp)
    #expect(try talk.failure(Self.failing)?.exitCode ?? .success == exit)
  }

  @Test func aServiceThatSaysNothingIsGivenUp() throws {
    let talk = try Talk(.gitHub)
    talk.server.fail("POST /repos", .silence)
    let error = try talk.failure(Self.failing)
    #expect(error?.exitCode == .missingInput)
    // The next run finishes it and repeats nothing.
    _ = try talk.say(Self.failing)
    #expect(talk.server.threads.count == 1)
    #expect(talk.server.comments.count == 1)
  }

  @Test func aRedirectDoesNotCarryTheTokenAway() throws {
    let other = try LoopbackServer { _ in .answer(status: 200) }
    let talk = try Talk(.gitHub)
    talk.server.fail(
      "GET", PlayedService.refusal(301, "Moved", headers: ["Location: \(other.url)/x"]))
    let error = try talk.failure(Self.failing)
    #expect(error?.help?.contains("--repository") == true)
    #expect(other.requests.isEmpty)
  }

  @Test(arguments: [("", "not set"), ("two\nlines", "is not one line")])
  func aTokenThatIsNone(token: String, words: String) throws {
    let talk = try Talk(.gitHub)
    let live = HTTPClient.live { false }
    let client = try #require(live)
    let error = #expect(throws: ReviewError.self) {
      try talk.request.run(
        SampleRun.session(Self.failing), ["GITHUB_TOKEN": token], client, talk.waited.patience)
    }
    #expect(error?.message.contains(words) == true)
    #expect(error?.exitCode == .noPermission)
    #expect(talk.server.calls.isEmpty)
  }

  @Test func aSecondWorkflowFindsTheRequest() throws {
    var talk = try Talk(.gitHub)
    talk.request.number = nil
    talk.request.branch = .init(owner: "fork er", name: "fix/a&b", commit: SampleRun.head)
    _ = try talk.say(Self.failing)
    #expect(talk.server.comments.count == 1)
    #expect(talk.server.problems.isEmpty, "\(talk.server.problems)")
    talk.request.branch?.commit = String(repeating: "e", count: 40)
    #expect(try talk.say(Self.failing).hasPrefix("No open pull request"))
  }

  /// Without a branch, as of a fork that is gone, GitHub is asked for the requests of the commit.
  @Test(arguments: [("open", "o/r", true), ("closed", "o/r", false), ("open", "x/r", false)])
  func aCommitFindsTheRequest(state: String, base: String, isFound: Bool) throws {
    var talk = try Talk(.gitHub)
    talk.request.number = nil
    talk.request.branch = .init(commit: SampleRun.head)
    talk.server.change { $0.requestState = (state, base) }
    let said = try talk.say(Self.failing)
    #expect(said.hasPrefix("No open pull request") == !isFound)
    #expect(talk.server.comments.count == (isFound ? 1 : 0))
    #expect(talk.server.problems.isEmpty, "\(talk.server.problems)")
  }
}
