package import CIModel

extension Comparison {
  /// The deleted lines of the selected files, sorted by new path and line. Numbers refer to the
  /// merge base's version.
  ///
  /// Files that git treats as binary now, because of a NUL or an attribute, are included.
  ///
  /// - Parameters:
  /// - room: The remaining budget for the lines of all files; files that exceed it are left out.
  /// - leaves: Whether the kept lines of a renamed file are needed as well, because they are gone
  ///   from the old path.
  /// - mayConcern: Called with the old version of each selected file, in each of its readings, before
  ///   the two versions are compared.
  package func deletedLines(
    _ room: inout TextRoom, where isWanted: (FileChange) -> Bool,
    leaving leaves: (FileChange) -> Bool = { _ in false },
    mayConcern: (FileChange, UnsafeRawBufferPointer) -> Bool = { _, _ in true }
  ) throws(GitError) -> [DeletedLine] {
    var lines: [DeletedLine] = []
    for (index, file) in changes.files.enumerated() {
      let isLeaving = file.status == .renamed && leaves(file)
      guard file.deletions > 0 || isLeaving || ambiguous.contains(index),
        sides[index].old?.isSubmodule == false, isWanted(file)
      else { continue }
      lines += try deletedLines(ofFileAt: index, isLeaving: isLeaving, &room) {
        mayConcern(file, $0)
      }
    }
    return lines
  }

  private func deletedLines(
    ofFileAt index: Int, isLeaving: Bool, _ room: inout TextRoom,
    mayConcern: (UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> [DeletedLine] {
    let file = changes.files[index]
    guard let oldContent = try readableContent(of: sides[index].old) else { return [] }
    let old = oldContent.withBytes { Array($0) }
    guard !file.isBinary || HiddenText.looksLikeText(old, path: sides[index].old?.path ?? [])
    else { return [] }
    let readings = [HiddenText.Reading.plain] + HiddenText.readings(of: old)
    if readings.count == 1, !old.withUnsafeBytes(mayConcern) { return [] }
    let newContent = try readableContent(of: sides[index].new) ?? .nothing
    var lines: [DeletedLine] = []
    var seen: Set<DeletedLine> = []
    // Comparing the unmodified texts takes half the time of decoding them in another way.
    let size = (old.count + newContent.count) * (2 * readings.count - 1) / 2
    guard room.takes(size, of: file.exactPath) else { return [] }
    for reading in readings {
      let before = reading.text(old)
      guard before.withUnsafeBytes(mayConcern) else { continue }
      let hunks = try reading.text(oldContent).compare(
        with: reading.text(newContent), placesBlocks: true, lineRoom
      ).hunks
      let gone = hunks.map(\.old)
      let numbers = isLeaving ? before.withUnsafeBytes { [1..<(lineCount($0) + 1)] } : gone
      guard before.withUnsafeBytes({ room.keeps(numbers, of: $0, file.exactPath) }) else { break }
      let isGone = Set(gone.joined())
      before.withUnsafeBytes { bytes in
        let text = TextLines(bytes)
        for number in numbers.joined() {
          let line = DeletedLine(
            file.oldPath ?? file.path, line: number, text: text.text(number),
            isKept: !isGone.contains(number))
          if reading == .plain || !seen.contains(line) { lines.append(line) }
        }
      }
      if readings.count > 1 { seen = Set(lines) }
    }
    return lines
  }
}
