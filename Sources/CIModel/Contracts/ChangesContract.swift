extension JSONContract {
  /// The output of `devtool changes --format json`.
  package static let changes = JSONContract(
    "changes", id: "devtool.changes/1",
    "The files and commits between the merge base and the head.",
    .object(
      [JSONMember("schema", .constant("devtool.changes/1"), "Names this contract.")]
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
    JSONMember("base", objectID, "The commit that the base stood for."),
    JSONMember("head", objectID, "The newest own commit; zeros when the change is only staged."),
    JSONMember("mergeBase", objectID, "The commit that the files are compared with."),
    .optional(
      "otherMergeBases", .list(objectID), "Merge bases as good as that one, where there are some."),
    JSONMember("files", .list(file), "Sorted by path."),
    JSONMember("totals", .object(totals), "The sums over all files."),
    JSONMember(
      "commits", .list(commit), "Reachable from the head and not from the base, oldest first."),
  ]

  private static let totals = [
    JSONMember("files", .wholeNumber, "How many files changed."),
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
    JSONMember("isBinary", .boolean, "Whether git takes the file for binary."),
    JSONMember("mode", mode.orNull, "The file mode of git; null when the file is deleted."),
    JSONMember("oldMode", mode.orNull, "The mode before; null when the file is new."),
    .optional("size", .wholeNumber, "Bytes of the new version; of the real file behind Git LFS."),
    .optional("lfsPointerSize", .wholeNumber, "Bytes of the pointer of a file in Git LFS."),
    .optional(
      "ignoringWhitespace", lineCounts, "Lines as `git diff --ignore-all-space` counts them."),
    .optional("moved", lineCounts, "The part of the lines that was only moved."),
    .optional(
      "hiddenLines", lineCounts,
      "Lines of a binary file that looks like text, or of one that can be read in several ways."),
    .optional(
      "otherPaths", .list(.text),
      "Paths that lead to the file over links; where the change is not trusted."),
    .optional("leadsToFile", .boolean, "`true` of a link that leads to a file of the head."),
    .optional("wasText", .boolean, "`true` of a binary file that was a text before."),
  ])

  private static let person = JSONShape.object([
    JSONMember("name", .text, "As git has it."),
    JSONMember("email", .text, "As git has it."),
    JSONMember("date", time, "In whole seconds, UTC."),
  ])

  private static let commit = JSONShape.object([
    JSONMember("id", objectID, "The full object id."),
    JSONMember("parents", .list(objectID), "The commits that it was made on."),
    JSONMember("subject", .text, "The first line of the message."),
    JSONMember("body", .text, "What follows the subject and the blank line behind it."),
    JSONMember("author", person, "Who wrote the change."),
    JSONMember("committer", person, "Who made the commit."),
    JSONMember("isMerge", .boolean, "Whether it has several parents."),
    JSONMember(
      "hasBlankSecondLine", .boolean, "Whether the line after the subject is blank or absent."),
  ])
}
