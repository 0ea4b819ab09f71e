package import CIModel

extension Comparison {
  /// The added lines of the selected files, as one byte buffer for each file; sorted by path.
  ///
  /// Binary files and submodules have none.
  ///
  /// - Parameters:
  /// - room: The remaining budget for all texts of the change; files that exceed it are left out.
  /// - mayConcern: Called with the new version of each selected file before the two versions are
  ///   compared, which takes longer than reading it.
  package func addedText(
    _ room: inout TextRoom, where isWanted: (FileChange) -> Bool,
    mayConcern: (FileChange, UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> [AddedText] {
    var texts: [AddedText] = []
    for (file, sides) in zip(changes.files, sides) where file.additions > 0 && !file.isBinary {
      guard sides.new?.isSubmodule == false, isWanted(file) else { continue }
      // Searching an unmodified text takes half the time of decoding it in another way.
      let size = file.lfsPointerSize ?? file.size ?? 0
      guard room.takes(size / 2, of: file.exactPath) else { continue }
      let new = try repository.content(of: sides.new)
      guard new.withBytes({ mayConcern(file, $0) }) else { continue }
      let old = try repository.content(of: sides.old)
      let hunks = try old.compare(with: new, placesBlocks: true, lineRoom).hunks
      guard new.withBytes({ room.keeps(hunks.map(\.new), of: $0, file.exactPath) }) else {
        continue
      }
      var text = AddedText(file.exactPath)
      new.withBytes { text.append(hunks, of: $0) }
      texts.append(text)
    }
    return texts
  }

  /// The added lines of files that git treats as binary, and of every further way to decode a file:
  /// UTF-16 for one program is UTF-8 for another. Files that do not look like text are included,
  /// because rules that guard secrets search everywhere.
  package func hiddenText(
    _ room: inout TextRoom, where isWanted: (FileChange) -> Bool,
    mayConcern: (FileChange, UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> [AddedText] {
    var texts: [AddedText] = []
    for index in ambiguous.sorted() {
      let file = changes.files[index]
      guard isWanted(file), let new = try hiddenContent(of: sides[index].new) else { continue }
      let looksLikeText =
        !file.isBinary || HiddenText.looksLikeText(new, path: sides[index].new?.path ?? [])
      var old: [UInt8]?
      // Without a binary attribute or a NUL, `addedText` contains the unmodified text.
      let readings =
        (file.isBinary ? [HiddenText.Reading.plain] : [])
        + HiddenText.readings(of: new, withLines: looksLikeText)
      // Data is only searched, and its readings differ in NULs.
      let cost = new.count * (looksLikeText ? readings.count : min(2, readings.count))
      guard room.takes(cost, of: file.exactPath) else { continue }
      // If only an attribute makes the file binary, tools read it as it is.
      let toolsReadPlain = !readings.contains(where: \.isThatOfTools)
      var reader = HiddenText.Reader(new)
      for reading in readings {
        let read = reader.text(reading)
        guard read.withUnsafeBytes({ mayConcern(file, $0) }) else { continue }
        if old == nil { old = try hiddenContent(of: sides[index].old) ?? [] }
        let hunks = try FileContent.bytes(reading.text(old ?? [])).compare(
          with: .bytes(read), placesBlocks: true, lineRoom
        ).hunks
        guard
          read.withUnsafeBytes({ room.keeps(hunks.map(\.new), of: $0, file.exactPath) })
        else { break }
        var text = AddedText(file.exactPath)
        text.looksLikeText = looksLikeText
        let isThatOfTools = reading.isThatOfTools || reading == .plain && toolsReadPlain
        text.isReadByTools = file.isBinary && looksLikeText && isThatOfTools
        read.withUnsafeBytes { text.append(hunks, of: $0) }
        texts.append(text)
      }
    }
    return texts
  }

  /// The selected files at the head and, if the change touches them, at the merge base. Missing
  /// files, links and submodules are left out; files that are too large are marked as unread.
  ///
  /// - Parameter most: The limit in bytes for all files together, regardless of the limit for each.
  package func contents(
    of paths: Set<RepositoryPath>, most: Int = WholeFiles.mostOfAll
  ) throws(GitError) -> [RepositoryPath: FileContents] {
    var result: [RepositoryPath: FileContents] = [:]
    var rest = paths
    var files = WholeFiles(repository, most: most)
    var roomForReadings = 2 * WholeFiles.mostOfAll
    for (file, sides) in zip(changes.files, sides) where paths.contains(file.exactPath) {
      rest.remove(file.exactPath)
      var contents = try files.contents(sides.old, sides.new)
      var reader = HiddenText.Reader(contents.new ?? [])
      for reading in HiddenText.readings(of: reader.bytes) {
        let text = reader.text(reading)
        roomForReadings -= text.count
        contents.otherReadings.append(text)
        if roomForReadings < 0 {
          contents = FileContents(isUnread: true)
          break
        }
      }
      if contents != FileContents() { result[file.exactPath] = contents }
    }
    if rest.isEmpty { return result }
    guard let tree = try tree else { return result }
    var lookup = lookup(in: tree)
    for path in rest.sorted() {
      let version = try lookup.version(at: path.bytes)
      if let version, version.isRegular {
        result[path] = try files.contents(nil, version)
      } else if lookup.isSpent {
        result[path] = FileContents(isUnread: true)
      }
    }
    return result
  }

  /// The tree of the head; for staged changes that of the base, because everything that is not
  /// staged is unchanged. `nil` when there is none.
  var tree: ObjectID? {
    get throws(GitError) {
      try tree(ofCommit: landing?.hex ?? (changes.isStaged ? changes.base : changes.head))
    }
  }

  /// The tree after merging into the base, where it is known; else that of the head.
  var landedTree: ObjectID? {
    get throws(GitError) { if let merged = places?.merged { merged } else { try tree } }
  }

  func tree(ofCommit id: String) throws(GitError) -> ObjectID? {
    guard let commit = ObjectID(hex: id) else {
      throw .failure(operation: "read files", message: "an object id is incomplete")
    }
    return commit == .emptyTree ? nil : try repository.commit(commit).tree
  }
}

extension AddedText {
  /// Adds all lines of a text; only those of the hunks count as added.
  mutating func append(allOf bytes: UnsafeRawBufferPointer, added hunks: [LineComparison.Hunk]) {
    let lines = TextLines(bytes)
    var rest = hunks[...]
    for number in lines.numbers {
      while let hunk = rest.first, hunk.new.upperBound <= number { rest.removeFirst() }
      let isAdded = rest.first?.new.contains(number) ?? false
      append(lines.line(number), number: number, isOld: !isAdded)
    }
  }

  /// Adds the added lines of hunks.
  mutating func append(_ hunks: [LineComparison.Hunk], of bytes: UnsafeRawBufferPointer) {
    let lines = TextLines(bytes)
    var blocks = ArmouredBlocks(bytes)
    var opened: Int?
    var passed = 0
    let isAmbiguous = HiddenText.holdsOtherLineEnds(bytes)
    var (counted, others) = (0, 0)
    for hunk in hunks {
      if let first = hunk.new.first, let last = hunk.new.last {
        let start = bytes.offset(of: lines.line(first))
        if let block = blocks?.block(before: start, unchangedFrom: passed) {
          openBlock(block.lead, continues: block.start == opened)
          opened = block.start
        } else if let lead = Self.name(in: bytes, passed..<max(passed, start)) {
          openBlock(Array(bytes[lead]))
          opened = nil
        }
        passed = bytes.offset(of: lines.line(last)) + lines.line(last).count
      }
      for number in hunk.new {
        while isAmbiguous, counted < number {
          counted += 1
          others += HiddenText.otherLineEnds(in: lines.line(counted))
        }
        append(lines.line(number), number: number, lastNumber: number + others)
      }
    }
    if let last = numbers.last { endsFile = last == lines.numbers.last }
  }

  /// Words of names, or of what tells that a `secret_key` is one of AWS.
  private static let words = ["secret", "access", "aws"].map { Array($0.utf8) }

  /// The lines before an added one, from the first that may name a secret on.
  private static func name(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Range<Int>? {
    var (start, count) = (range.upperBound, 0)
    while start > range.lowerBound, count < OpenBlock.longestLead {
      start -= 1
      if bytes[start] > 0x20 { count += 1 }
    }
    let near = start..<range.upperBound
    let name = near.first { offset in
      words.contains { word in
        offset + word.count <= near.upperBound
          && word.indices.allSatisfy { bytes[offset + $0] | 0x20 == word[$0] }
      }
    }
    guard let name else { return nil }
    let lineEnd = bytes[near.lowerBound..<name].lastIndex(of: UInt8(ascii: "\n"))
    return (lineEnd.map { $0 + 1 } ?? near.lowerBound)..<near.upperBound
  }
}

extension UnsafeRawBufferPointer {
  /// The offset of a part; 0 for one of another buffer.
  fileprivate func offset(of part: UnsafeRawBufferPointer) -> Int {
    guard let base = baseAddress, let start = part.baseAddress else { return 0 }
    return start - base
  }
}
