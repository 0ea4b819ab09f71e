extension JSONContract {
  /// The output of `devtool changes --format json`.
  package static let changes = JSONContract(
    "changes", id: "devtool.changes/1",
    "The files and commits between the merge base and the head.",
    .object(
      [JSONMember("schema", .constant("devtool.changes/1"), "The name of this contract.")]
        + JSONShape.changeSetMembers))
}

extension JSONShape {
  static let changeSet = JSONShape.object(changeSetMembers)

  /// A full object id.
  static let objectID = JSONShape.matching("^[0-9a-f]{40}$")
  /// ISO 8601, UTC.
  static let time = JSONShape.matching(
    "^[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$")

  fileprivate static let changeSetMembers = [
    JSONMember("base", objectID, "The commit of the base."),
    JSONMember(
      "head", objectID, "The newest commit of the change; zeros when the change is only staged."),
    JSONMember("mergeBase", objectID, "The commit that the files are compared with."),
    .optional(
      "otherMergeBases", .list(objectID), "Other merge bases that are as good, if any."),
    JSONMember("files", .list(file), "Sorted by path."),
    JSONMember("totals", .object(totals), "The sums over all files."),
    JSONMember(
      "commits", .list(commit), "Reachable from the head and not from the base, oldest first."),
  ]

  private static let totals = [
    JSONMember("files", .wholeNumber, "Number of changed files."),
    JSONMember("additions", .wholeNumber, "Added lines."),
    JSONMember("deletions", .wholeNumber, "Deleted lines."),
  ]

  private static let lineCounts = JSONShape.object([
    JSONMember("additions", .wholeNumber, "Added lines."),
    JSONMember("deletions", .wholeNumber, "Deleted lines."),
  ])

  private static let mode = JSONShape.matching("^[0-7]{6}$")

  private static let file = JSONShape.object([
    JSONMember(
      "status", .words(["added", "modified", "deleted", "renamed", "typechanged"]),
      "What happened to the file."),
    JSONMember("path", .text, "Relative to the repository root; the new path of a rename."),
    .optional("pathBytes", .text, "The bytes of the path in Base64, when they are not UTF-8."),
    JSONMember("oldPath", JSONShape.text.orNull, "The old path of a rename."),
    .optional(
      "oldPathBytes", .text, "The bytes of the old path in Base64, when they are not UTF-8."),
    JSONMember(
      "similarity", JSONShape.whole(0...100).orNull,
      "Percent of the content that a rename kept."),
    JSONMember("additions", .wholeNumber, "Added lines; 0 for a binary file."),
    JSONMember("deletions", .wholeNumber, "Deleted lines; 0 for a binary file."),
    JSONMember("isBinary", .boolean, "Whether git treats the file as binary."),
    JSONMember("mode", mode.orNull, "The file mode of git; null when the file is deleted."),
    JSONMember("oldMode", mode.orNull, "The mode before; null when the file is new."),
    .optional("size", .wholeNumber, "Bytes of the new version; for Git LFS, of the real file."),
    .optional("lfsPointerSize", .wholeNumber, "Bytes of the Git LFS pointer."),
    .optional(
      "ignoringWhitespace", lineCounts, "Lines as `git diff --ignore-all-space` counts them."),
    .optional("moved", lineCounts, "The lines that only moved."),
    .optional(
      "movedIgnoringWhitespace", lineCounts, "The lines of `ignoringWhitespace` that only moved."),
    .optional(
      "hiddenLines", lineCounts,
      "Lines of a binary file that looks like text, or of a file that can be decoded in several ways."
    ),
    .optional(
      "otherPaths", .list(.text),
      "Paths that lead to the file through links, and the path in the head of a file that the base "
        + "has moved since; only for untrusted changes."),
    .optional("oldOtherPaths", .list(.text), "The same for the old path of a moved file."),
    .optional("leadsToFile", .boolean, "`true` for a link that leads to a file of the head."),
    .optional(
      "leadsElsewhere", .boolean, "`true` for a link that moved and now has another target."),
    .optional("wasText", .boolean, "`true` for a binary file that was text before."),
  ])

  private static let person = JSONShape.object([
    JSONMember("name", .text, "As recorded by git."),
    JSONMember("email", .text, "As recorded by git."),
    JSONMember("date", time, "In whole seconds, UTC."),
  ])

  private static let commit = JSONShape.object([
    JSONMember("id", objectID, "The full object id."),
    JSONMember("parents", .list(objectID), "Its parent commits."),
    JSONMember("subject", .text, "The first line of the message."),
    JSONMember("body", .text, "The text after the subject and its blank line."),
    JSONMember("author", person, "The author of the change."),
    JSONMember("committer", person, "The committer."),
    JSONMember("isMerge", .boolean, "Whether it has more than one parent."),
    JSONMember(
      "hasBlankSecondLine", .boolean, "Whether the line after the subject is blank or absent."),
  ])
}
