package import CIModel

extension Comparison {
  /// The lines that the wanted files lost, by the new path and by line. Numbers are those of the merge
  /// base's version.
  ///
  /// What git takes for binary now, by a NUL or an attribute, has lost lines like any other file.
  ///
  /// - Parameter leaves: Whether of a file that moved the lines that it kept are wanted, too, since they
  ///   are gone where they were.
  package func deletedLines(
    where isWanted: (FileChange) -> Bool, leaving leaves: (FileChange) -> Bool = { _ in false }
  ) throws(GitError) -> [DeletedLine] {
    var lines: [DeletedLine] = []
    for (index, file) in changes.files.enumerated() {
      let isLeaving = file.status == .renamed && leaves(file)
      guard file.deletions > 0 || isLeaving || ambiguous.contains(index),
        sides[index].old?.isSubmodule == false, isWanted(file)
      else { continue }
      lines += try deletedLines(ofFileAt: index, isLeaving: isLeaving)
    }
    return lines
  }

  private func deletedLines(
    ofFileAt index: Int, isLeaving: Bool
  ) throws(GitError) -> [DeletedLine] {
    let file = changes.files[index]
    guard let old = try hiddenContent(of: sides[index].old),
      !file.isBinary || HiddenText.looksLikeText(old, path: sides[index].old?.path ?? [])
    else { return [] }
    let new = try hiddenContent(of: sides[index].new) ?? []
    var lines: [DeletedLine] = []
    var seen: Set<DeletedLine> = []
    for reading in [HiddenText.Reading.plain] + HiddenText.readings(of: old) {
      let before = reading.text(old)
      let hunks = try FileContent.bytes(before).compare(
        with: .bytes(reading.text(new)), placesBlocks: true
      ).hunks
      let gone = hunks.flatMap(\.old)
      let isGone = Set(gone)
      before.withUnsafeBytes { bytes in
        let text = TextLines(bytes)
        for number in isLeaving ? Array(text.numbers) : gone {
          let line = DeletedLine(
            file.oldPath ?? file.path, line: number, text: text.text(number),
            isKept: !isGone.contains(number))
          if reading == .plain || !seen.contains(line) { lines.append(line) }
        }
      }
      seen = Set(lines)
    }
    return lines
  }
}
