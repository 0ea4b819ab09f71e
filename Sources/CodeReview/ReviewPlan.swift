import FileSystem
package import Reporters

/// The actions on a pull request that publish the findings of a run.
///
/// It depends only on the run and the current state, so that a second run with the same result does
/// nothing.
package struct ReviewPlan: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// Deletes or resolves a remark that has no answer.
    case retract(ReviewState.Thread)
    case edit(ReviewState.Thread, body: String)
    /// Reopens a thread that devtool retracted.
    case reopen(ReviewState.Thread)
    /// Writes all new remarks as one review.
    case remark([Remark])
    case createSummary(body: String)
    case editSummary(id: String, body: String)
    case deleteSummary(id: String)
  }

  package struct Remark: Hashable, Sendable {
    package var path: String
    package var oldPath: String
    /// 1-based.
    package var line: Int
    package var body: String
  }

  /// The parameters of a plan.
  package struct Setting: Hashable, Sendable {
    /// The name of the pipeline.
    package var name: String
    /// The full id of the checked commit.
    package var commit: String
    /// The address of the complete report.
    package var link: String?
    /// The maximum length of a comment in bytes.
    package var byteLimit = 60_000
    /// The maximum number of remarks at lines; further ones are listed in the comment.
    package var mostRemarks = 25

    package init(name: String, commit: String, link: String?) {
      self.name = name
      self.commit = commit
      self.link = link
    }
  }

  package private(set) var actions: [Action] = []
  private let setting: Setting

  /// - Parameter files: The files of the change by path.
  package init(
    _ report: ReviewReport, _ setting: Setting, _ state: ReviewState,
    files: [String: ReviewedFile]
  ) {
    self.setting = setting
    var placement = ReviewReport.Placement()
    var wanted: [(remark: ReviewReport.Remark, file: ReviewedFile)] = []
    for remark in report.remarks {
      guard let file = files[remark.path], file.lines.contains(remark.line) else { continue }
      placement.changed.insert(remark.fingerprint)
      wanted.append((remark, file))
    }
    let kept = settle(threads(of: state), report, &placement)
    var room = setting.mostRemarks - kept
    var new: [Remark] = []
    for (remark, file) in wanted where !placement.inline.contains(remark.fingerprint) && room > 0 {
      room -= 1
      placement.inline.insert(remark.fingerprint)
      new.append(
        Remark(
          path: remark.path, oldPath: file.oldPath, line: remark.line, body: marked(remark)))
    }
    if !new.isEmpty { actions.append(.remark(new)) }
    summarize(report, placement, state)
  }

  // MARK: - Threads

  /// The threads of this pipeline, each with the id of its finding.
  private func threads(of state: ReviewState) -> [(id: String, thread: ReviewState.Thread)] {
    state.threads.compactMap { thread in
      guard let marker = ReviewMarker(in: thread.body), marker.name == setting.name,
        case .finding(let id) = marker.kind
      else { return nil }
      return (id, thread)
    }
  }

  /// Updates the existing threads. A thread that a person answered or resolved stays unchanged,
  /// even if its finding has gone.
  ///
  /// - Returns: The number of threads that remain visible.
  private mutating func settle(
    _ threads: [(id: String, thread: ReviewState.Thread)], _ report: ReviewReport,
    _ placement: inout ReviewReport.Placement
  ) -> Int {
    let remarks = Dictionary(report.remarks.map { (Self.id(of: $0), $0) }) { first, _ in first }
    var kept = 0
    for (id, thread) in threads {
      guard let remark = remarks[id] else {
        if thread.standing == .open { actions.append(.retract(thread)) }
        continue
      }
      placement.inline.insert(remark.fingerprint)
      switch thread.standing {
      case .answered: kept += 1
      case .resolved: placement.dismissed.insert(remark.fingerprint)
      case .retracted:
        kept += 1
        actions.append(.reopen(thread))
      case .open:
        kept += 1
        let body = marked(remark)
        if ReviewMarker(in: body)?.digest != ReviewMarker(in: thread.body)?.digest {
          actions.append(.edit(thread, body: body))
        }
      }
    }
    return kept
  }

  private static func id(of remark: ReviewReport.Remark) -> String {
    String(remark.fingerprint.prefix(32))
  }

  private func marked(_ remark: ReviewReport.Remark) -> String {
    let marker = ReviewMarker(
      name: setting.name, kind: .finding(Self.id(of: remark)), digest: Self.digest(remark.body))
    return "\(remark.body)\n\(marker.line)\n"
  }

  // MARK: - The comment

  private mutating func summarize(
    _ report: ReviewReport, _ placement: ReviewReport.Placement, _ state: ReviewState
  ) {
    let own = state.comments.compactMap { comment in
      ReviewMarker(in: comment.body).flatMap { marker in
        marker.name == setting.name && marker.kind == .summary ? (comment.id, marker) : nil
      }
    }
    // Two simultaneous jobs may each have written a comment.
    for (id, _) in own.dropFirst() { actions.append(.deleteSummary(id: id)) }
    // Reserves space for the marker and a final sentence.
    let limit = setting.byteLimit - 500
    let commit = setting.commit.prefix(7)
    var text = report.summary(placement, link: setting.link, limit: limit)
    // The link to the run differs in every run and must not cause an edit.
    var essence = report.summary(placement, link: nil, limit: limit)
    if text != nil {
      text?.append("\nAt \(commit).\n")
      essence?.append("\nAt \(commit).\n")
    } else if own.isEmpty {
      return
    } else {
      text = "✅ All clear at \(commit).\n"
      essence = text
    }
    guard let text, let essence else { return }
    let marker = ReviewMarker(name: setting.name, kind: .summary, digest: Self.digest(essence))
    let body = "\(text)\n\(marker.line)\n"
    guard let (id, known) = own.first else {
      actions.append(.createSummary(body: body))
      return
    }
    if known.digest != marker.digest { actions.append(.editSummary(id: id, body: body)) }
  }

  private static func digest(_ text: String) -> String { String(SHA256.hex(text).prefix(32)) }
}

extension ReviewPlan.Action {
  /// A short description, in the past tense, of this many actions of the kind.
  func words(_ count: Int) -> String {
    func remarks(_ count: Int) -> String { count == 1 ? "a remark" : "\(count) remarks" }
    return switch self {
    case .retract: "withdrew \(remarks(count))"
    case .edit: "edited \(remarks(count))"
    case .reopen: "reopened \(remarks(count))"
    case .remark(let written): "wrote \(remarks(written.count))"
    case .createSummary: "wrote the comment"
    case .editSummary: "edited the comment"
    case .deleteSummary: count == 1 ? "deleted a second comment" : "deleted \(count) other comments"
    }
  }
}
