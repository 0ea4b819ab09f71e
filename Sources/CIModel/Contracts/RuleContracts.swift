extension JSONContract {
  /// The input of the program of a `command:` rule.
  package static let ruleInput = JSONContract(
    "rule-input", id: "devtool.rule-input/1",
    "Standard input of the program of a `command:` rule.",
    .object([
      JSONMember("schema", .constant("devtool.rule-input/1"), "The name of this contract."),
      JSONMember(
        "changes", JSONShape.changeSet.orNull, "The change, narrowed by the rule's paths."),
      JSONMember("pullRequest", JSONShape.pullRequest.orNull, "Null when unknown."),
      JSONMember("tests", .list(JSONShape.test), "The tests that ran."),
      JSONMember("coverage", JSONShape.coverage.orNull, "Null when coverage was not measured."),
    ]), definitions: JSONShape.testDefinitions.merging(JSONShape.coverageDefinitions) { $1 })

  /// The output of the program of a `command:` rule.
  package static let ruleOutput = JSONContract(
    "rule-output", id: "devtool.rule-output/1",
    "Standard output of the program of a `command:` rule.",
    .object([
      .optional("schema", .text, "The name of this contract."),
      JSONMember("findings", .list(outputFinding), "Empty when the rule finds nothing."),
    ]), isClosed: true)

  private static let outputFinding = JSONShape.object([
    JSONMember("message", .matching("."), "The problem."),
    .optional("severity", JSONShape.severity.orNull, "Defaults to the level of the rule."),
    .optional("file", JSONShape.text.orNull, "Relative to the repository root."),
    .optional("line", JSONShape.ordinal.orNull, "1-based."),
    .optional("column", JSONShape.ordinal.orNull, "1-based."),
    .optional("endLine", JSONShape.ordinal.orNull, "The last line, inclusive."),
    .optional("help", JSONShape.text.orNull, "How to fix it."),
  ])
}

extension JSONShape {
  static let pullRequest = JSONShape.object([
    JSONMember("number", JSONShape.wholeNumber.orNull, "Its number."),
    JSONMember("url", JSONShape.text.orNull, "The address of its web page."),
    JSONMember("title", JSONShape.text.orNull, "The title."),
    JSONMember("body", JSONShape.text.orNull, "The description; empty when there is none."),
    JSONMember("author", JSONShape.text.orNull, "The login of its author."),
    JSONMember("labels", JSONShape.list(.text).orNull, "The labels."),
    JSONMember("draft", JSONShape.boolean.orNull, "Whether it is a draft."),
    JSONMember("branch", JSONShape.text.orNull, "The head branch."),
    JSONMember("base", JSONShape.text.orNull, "The base branch."),
    JSONMember(
      "milestone", JSONShape.text.orNull, "Title of the milestone; empty when none is set."),
    .optional("milestoneDue", time, "When the milestone is due."),
    JSONMember("assignees", JSONShape.list(.text).orNull, "Logins."),
    JSONMember("reviewers", JSONShape.list(.text).orNull, "Logins and teams."),
    JSONMember(
      "fork", JSONShape.boolean.orNull, "Whether the head branch is in another repository."),
    .optional("association", .text, "GitHub's author association."),
    .optional("approved", .boolean, "Whether all required reviewers have approved it."),
    .optional("mergeable", .boolean, "Whether it can be merged without a conflict."),
    .optional("merged", .boolean, "Whether it has been merged."),
    .optional("maintainerCanModify", .boolean, "Whether maintainers may push to a fork's branch."),
    .optional("created", time, "When it was opened."),
  ])
}
