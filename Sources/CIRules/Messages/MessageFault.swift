import CIModel

/// A problem of one message, or of several with the same problem.
struct MessageFault: Sendable {
  var problem: MessageProblem
  /// Never empty.
  private(set) var messages: [LandingMessage]

  init(_ problem: MessageProblem, of message: LandingMessage) {
    self.problem = problem
    messages = [message]
  }

  /// Joins the faults that one finding can report, in the order of their first occurrences.
  static func joined(_ faults: [MessageFault]) -> [MessageFault] {
    var joined: [MessageFault] = []
    var places: [String: Int] = [:]
    for fault in faults {
      if let plural = fault.problem.plural, let place = places[plural] {
        joined[place].messages += fault.messages
      } else {
        if let plural = fault.problem.plural { places[plural] = joined.count }
        joined.append(fault)
      }
    }
    return joined
  }
}

extension RuleOptions {
  /// A finding on a message; custom messages keep the name of the message in front.
  func finding(
    _ problem: MessageProblem, in message: LandingMessage, mergeBase: String?
  ) -> Finding {
    finding(MessageFault(problem, of: message), mergeBase: mergeBase)
  }

  /// A finding on one or several messages; custom messages keep their names in front.
  func finding(_ fault: MessageFault, mergeBase: String?) -> Finding {
    let base = (mergeBase ?? "").prefix(8)
    let (problem, messages) = (fault.problem, fault.messages)
    let commit = messages[0].commit
    let reword =
      commit == nil
      ? "Edit the title and the description of the pull request."
      : commit?.isDraft == true
        ? "Commit again with `git commit -eF .git/COMMIT_EDITMSG`."
        : "Reword \(messages.count > 1 ? "them" : "it") with `git rebase -i \(base)`."
    let help = problem.help?.replacing("{base}", with: base)
    let names = shortList(messages.compactMap { $0.commit.map { String($0.id.prefix(8)) } })
    let text =
      messages.count > 1
      ? "\(messages.count) commits \(problem.plural ?? problem.text): \(names)" : problem.text
    var finding = finding(
      text, help: help.map { problem.replacesReword ? $0 : "\($0) \(reword)" } ?? reword)
    if finding.messageText != nil {
      let name = messages.count > 1 ? "commits \(names)" : messages[0].name
      finding.messageText?.parts.insert(.text("\(name): "), at: 0)
      finding.message = "\(name): \(finding.message)"
    } else if messages.count == 1 {
      let separator = problem.isPredicate ? " " : ": "
      finding.message = messages[0].title + separator + problem.text
    }
    return finding
  }
}
