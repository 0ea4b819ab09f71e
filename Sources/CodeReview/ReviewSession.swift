package import CIModel
import Reporters

/// Publishes the results of a run on one pull request.
package struct ReviewSession {
  package let record: RunRecord
  package let name: String
  package let setsStatus: Bool
  /// The address of the run at the CI service.
  package let link: String?
  private let report: ReviewReport
  private let isOwn: Bool

  /// - Parameters:
  /// - isOwn: Whether this devtool wrote the record. Only then its Markdown is trusted as the
  ///   team's, and its commit as the checked one.
  package init(
    _ record: RunRecord, isOwn: Bool, name: String, setsStatus: Bool, link: String?
  ) {
    var record = record
    if !isOwn { record.findings = record.findings.map(\.withoutMarkdown) }
    self.record = record
    self.isOwn = isOwn
    self.name = name
    self.setsStatus = setsStatus
    self.link = link
    report = ReviewReport(record)
  }

  /// The full id of the checked commit; `nil` when the record contains none.
  private var commit: String? {
    guard let changes = record.changes, !changes.isStaged,
      [40, 64].contains(changes.head.utf8.count),
      changes.head.utf8.allSatisfy({ $0.hexadecimalValue != nil })
    else { return nil }
    return changes.head
  }

  private var paths: Set<String> { Set(report.remarks.map(\.path)) }

  private func setting(_ commit: String) -> ReviewPlan.Setting {
    ReviewPlan.Setting(name: name, commit: commit, link: link)
  }

  private var status: ReviewStatus {
    let state: ReviewStatus.State =
      switch record.verdict {
      case .passed: .success
      case .failed: .failure
      case .cancelled, .unknown: .error
      }
    return ReviewStatus(
      state: state, context: name == Self.usualName ? "devtool" : "devtool (\(name))",
      // GitHub accepts 140 characters.
      description: report.status(limit: 130), link: link)
  }

  package static let usualName = "devtool"

  /// Whether a text is valid as the name of a pipeline in a marker.
  package static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
      // `--` or a final `-` would end the HTML comment.
      && !text.contains("--") && !text.hasSuffix("-")
  }

  // MARK: - Publishing

  /// Sends the necessary calls.
  ///
  /// - Returns: A sentence about the actions that were taken.
  package func run(on service: some ReviewService) throws(ReviewError) -> String {
    let state = try service.state()
    guard let commit = commit ?? state.head else {
      throw .noRequest(
        "the checked commit is unknown", help: "Run `devtool check` on a branch.")
    }
    var done: [String] = []
    if state.head == nil || state.head == commit {
      done = try speak(on: service, state, commit)
    } else {
      done = ["left the comments unchanged, since the request has a newer commit"]
    }
    if setsStatus, !isOwn, state.head != commit {
      done.append(
        "set no status, since the record is not of the newest commit of the request")
    } else if setsStatus, let call = try service.call(for: status, commit: commit) {
      try service.perform(call)
      done.append("set the status")
    }
    return done.isEmpty
      ? "Nothing has changed." : "devtool " + done.joined(separator: ", ") + "."
  }

  private func speak(
    on service: some ReviewService, _ state: ReviewState, _ commit: String
  ) throws(ReviewError) -> [String] {
    var done: [(words: (Int) -> String, count: Int)] = []
    let files = try service.files(paths)
    var actions = ReviewPlan(report, setting(commit), state, files: files).actions[...]
    while let action = actions.popFirst() {
      do throws(ReviewError) {
        for call in service.calls(for: action, commit: commit) { try service.perform(call) }
        if let same = done.firstIndex(where: { $0.words(1) == action.words(1) }) {
          done[same].count += 1
        } else {
          done.append((action.words, 1))
        }
      } catch {
        // The request may have changed since it was read; then the comment contains the remarks
        // instead.
        guard case .remark = action, case .refused(let refusal) = error,
          [400, 422].contains(refusal.status)
        else { throw error }
        done.append(({ _ in "could not write at lines (\(refusal.status))" }, 1))
        let plan = ReviewPlan(report, setting(commit), try service.state(), files: [:])
        actions = plan.actions.filter(\.isAboutSummary)[...]
      }
    }
    return done.map { $0.words($0.count) }
  }

  // MARK: - Preview

  /// The comments on a pull request without any so far, and the calls that would write them.
  ///
  /// - Parameter lines: The lines that the change adds, by file.
  package func preview(
    on service: some ReviewService, lines: [String: Set<Int>]
  ) -> String {
    let commit = commit ?? "HEAD"
    let files = lines.mapValues { ReviewedFile(oldPath: "", lines: $0) }
    let plan = ReviewPlan(report, setting(commit), ReviewState(), files: files)
    var text = ""
    var calls: [ReviewCall] = []
    for action in plan.actions {
      switch action {
      case .remark(let remarks):
        for remark in remarks {
          text += "--- at \(displayedPath(remark.path)):\(remark.line)\n\(remark.body)\n"
        }
      case .createSummary(let body): text = "--- the comment\n\(body)\n" + text
      case .retract, .edit, .reopen, .editSummary, .deleteSummary: break
      }
      calls += service.calls(for: action, commit: commit)
    }
    if setsStatus {
      text +=
        "--- the status of \(commit.prefix(7))\n\(status.state.rawValue): \(status.description)\n\n"
      calls.append(service.newStatusCall(for: status, commit: commit))
    }
    if calls.isEmpty { return "There is nothing to report.\n" }
    return text + "--- calls\n" + calls.map { "\($0.line)\n" }.joined()
  }
}

extension ReviewPlan.Action {
  fileprivate var isAboutSummary: Bool {
    switch self {
    case .createSummary, .editSummary, .deleteSummary: true
    case .retract, .edit, .reopen, .remark: false
    }
  }
}
