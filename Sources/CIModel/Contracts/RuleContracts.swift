extension JSONContract {
  /// The input of the program of a `command:` rule.
  package static let ruleInput = JSONContract(
    "rule-input", id: "devtool.rule-input/1",
    "What the program of a `command:` rule reads from its standard input.",
    .object([
      JSONMember("schema", .constant("devtool.rule-input/1"), "Names this contract."),
      JSONMember(
        "changes", JSONShape.changeSet.orNull, "The change, narrowed by the rule's paths."),
      JSONMember("pullRequest", JSONShape.pullRequest.orNull, "Null when none is known."),
      JSONMember("tests", .list(JSONShape.test), "The tests that ran."),
      JSONMember("coverage", JSONShape.coverage.orNull, "Null when none was measured."),
    ]), definitions: JSONShape.testDefinitions.merging(JSONShape.coverageDefinitions) { $1 })

  /// The output of the program of a `command:` rule.
  package static let ruleOutput = JSONContract(
    "rule-output", id: "devtool.rule-output/1",
    "What the program of a `command:` rule prints to its standard output.",
    .object([
      .optional("schema", .text, "May name this contract."),
      JSONMember("findings", .list(outputFinding), "Empty when there is nothing to say."),
    ]), isClosed: true)

  private static let outputFinding = JSONShape.object([
    JSONMember("message", .matching("."), "What is wrong."),
    .optional("severity", JSONShape.severity.orNull, "The rule's level unless it says otherwise."),
    .optional("file", JSONShape.text.orNull, "Relative to the repository root."),
    .optional("line", JSONShape.ordinal.orNull, "1-based."),
    .optional("column", JSONShape.ordinal.orNull, "1-based."),
    .optional("endLine", JSONShape.ordinal.orNull, "The last line, inclusive."),
    .optional("help", JSONShape.text.orNull, "What to do next."),
  ])
}

extension JSONShape {
  static let pullRequest = JSONShape.object([
    JSONMember("number", JSONShape.wholeNumber.orNull, "Its number."),
    JSONMember("url", JSONShape.text.orNull, "Where people look at it."),
    JSONMember("title", JSONShape.text.orNull, "The title."),
    JSONMember("body", JSONShape.text.orNull, "The description; empty when there is none."),
    JSONMember("author", JSONShape.text.orNull, "The login of who opened it."),
    JSONMember("labels", JSONShape.list(.text).orNull, "The labels."),
    JSONMember("draft", JSONShape.boolean.orNull, "Whether it is a draft."),
    JSONMember("branch", JSONShape.text.orNull, "Where the change comes from."),
    JSONMember("base", JSONShape.text.orNull, "Where the change goes to."),
    JSONMember("milestone", JSONShape.text.orNull, "Its title; empty when none is set."),
    .optional("milestoneDue", time, "When the milestone is due."),
    JSONMember("assignees", JSONShape.list(.text).orNull, "Logins."),
    JSONMember("reviewers", JSONShape.list(.text).orNull, "Logins and teams."),
    JSONMember("fork", JSONShape.boolean.orNull, "Whether the branch lives in another repository."),
    .optional("association", .text, "What the author is to the repository, as GitHub says."),
    .optional("approved", .boolean, "Whether those who have to have approved it."),
    .optional("mergeable", .boolean, "Whether it can be merged without a conflict."),
    .optional("merged", .boolean, "Whether it has been merged."),
    .optional("maintainerCanModify", .boolean, "Whether maintainers may push to a fork's branch."),
    .optional("created", time, "When it was opened."),
  ])
}
