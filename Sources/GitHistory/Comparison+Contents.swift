package import CIModel

extension Comparison {
  /// The lines that the wanted files gained, as one run of bytes for each file; sorted by path.
  ///
  /// Binary files and submodules have none.
  ///
  /// - Parameters:
  ///   - room: What is left for all texts of the change; files that it does not hold are left out.
  ///   - mayConcern: Asked with the new version of each wanted file before the two versions
  ///     are compared, which takes longer than reading it.
  package func addedText(
    _ room: inout TextRoom, where isWanted: (FileChange) -> Bool,
    mayConcern: (FileChange, UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> [AddedText] {
    var texts: [AddedText] = []
    for (file, sides) in zip(changes.files, sides) where file.additions > 0 && !file.isBinary {
      guard sides.new?.isSubmodule == false, isWanted(file) else { continue }
      // To search a text as it is takes half of what it takes to read it in another way.
      let size = file.lfsPointerSize ?? file.size ?? 0
      guard room.takes(size / 2, of: file.exactPath) else { continue }
      let new = try repository.content(of: sides.new)
      guard new.withBytes({ mayConcern(file, $0) }) else { continue }
      let old = try repository.content(of: sides.old)
      let hunks = try old.compare(with: new, placesBlocks: true).hunks
      guard new.withBytes({ room.keeps(hunks.map(\.new), of: $0, file.exactPath) }) else {
        continue
      }
      var text = AddedText(file.exactPath)
      new.withBytes { text.append(hunks, of: $0) }
      texts.append(text)
    }
    return texts
  }

  /// The same of files that git takes for binary, and every other way in which a file can be read: what
  /// one program takes for UTF-16 is UTF-8 for another. One that does not look like text is among
  /// them: what guards secrets looks everywhere.
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
      // Without attributes or a NUL in the way, `addedText` has it as it is.
      let readings =
        (file.isBinary ? [HiddenText.Reading.plain] : [])
        + HiddenText.readings(of: new, withLines: looksLikeText)
      guard room.takes(new.count * readings.count, of: file.exactPath) else { continue }
      for reading in readings {
        let read = reading.text(new)
        guard read.withUnsafeBytes({ mayConcern(file, $0) }) else { continue }
        if old == nil { old = try hiddenContent(of: sides[index].old) ?? [] }
        let hunks = try FileContent.bytes(reading.text(old ?? [])).compare(
          with: .bytes(read), placesBlocks: true
        ).hunks
        guard
          read.withUnsafeBytes({ room.keeps(hunks.map(\.new), of: $0, file.exactPath) })
        else { break }
        var text = AddedText(file.exactPath)
        text.looksLikeText = looksLikeText
        text.isReadByTools = file.isBinary && looksLikeText && reading.isThatOfTools
        read.withUnsafeBytes { text.append(hunks, of: $0) }
        texts.append(text)
      }
    }
    return texts
  }

  /// Files at the head by path and, where the change touches them, at the merge base. Files that are
  /// not there, links and submodules are left out; what is too large is not read.
  ///
  /// - Parameter most: Bytes to read of all files together, whatever each of them may have.
  package func contents(
    of paths: Set<RepositoryPath>, most: Int = WholeFiles.mostOfAll
  ) throws(GitError) -> [RepositoryPath: FileContents] {
    var result: [RepositoryPath: FileContents] = [:]
    var rest = paths
    var files = WholeFiles(repository, most: most)
    for (file, sides) in zip(changes.files, sides) where paths.contains(file.exactPath) {
      rest.remove(file.exactPath)
      let contents = FileContents(
        old: try files.bytes(of: sides.old), new: try files.bytes(of: sides.new),
        isUnread: files.isUnread)
      if contents != FileContents() { result[file.exactPath] = contents }
    }
    if rest.isEmpty { return result }
    guard let tree = try tree else { return result }
    var lookup = lookup(in: tree)
    for path in rest.sorted() {
      let version = try lookup.version(at: path.bytes)
      if let version, version.isRegular {
        result[path] = FileContents(new: try files.bytes(of: version), isUnread: files.isUnread)
      } else if lookup.isSpent {
        result[path] = FileContents(isUnread: true)
      }
    }
    return result
  }

  /// The files at the head; those of the base where the change is only staged, since what is not staged
  /// is as the base has it. `nil` when there is none.
  var tree: ObjectID? {
    get throws(GitError) {
      try tree(ofCommit: landing?.hex ?? (changes.isStaged ? changes.base : changes.head))
    }
  }

  func tree(ofCommit id: String) throws(GitError) -> ObjectID? {
    guard let commit = ObjectID(hex: id) else {
      throw .failure(operation: "read files", message: "an id is not complete")
    }
    return commit == .emptyTree ? nil : try repository.commit(commit).tree
  }
}

extension AddedText {
  /// Adds the lines of a text that another one has nowhere. That takes no comparison, which takes very long
  /// where somebody wrote both texts for it.
  mutating func append(linesOf new: UnsafeRawBufferPointer, notIn old: UnsafeRawBufferPointer) {
    let (lines, others) = (TextLines(new), TextLines(old))
    var known = Set<Int>()
    func hash(_ line: UnsafeRawBufferPointer) -> Int {
      var hasher = Hasher()
      hasher.combine(bytes: line)
      return hasher.finalize()
    }
    for number in others.numbers { known.insert(hash(others.line(number))) }
    var hunks: [LineComparison.Hunk] = []
    for number in lines.numbers where !known.contains(hash(lines.line(number))) {
      if hunks.last?.new.upperBound == number {
        hunks[hunks.count - 1].new = hunks[hunks.count - 1].new.lowerBound..<(number + 1)
      } else {
        hunks.append(LineComparison.Hunk(old: 0..<0, new: number..<(number + 1)))
      }
    }
    append(hunks, of: new)
  }

  /// Adds the new lines of hunks.
  mutating func append(_ hunks: [LineComparison.Hunk], of bytes: UnsafeRawBufferPointer) {
    let lines = TextLines(bytes)
    var blocks = ArmouredBlocks(bytes)
    var opened: Int?
    for hunk in hunks {
      if let first = hunk.new.first, let block = blocks?.block(before: lines.line(first)) {
        openBlock(block.lead, continues: block.start == opened)
        opened = block.start
      }
      for number in hunk.new { append(lines.line(number), number: number) }
    }
  }
}

/// Finds the beginnings of armoured blocks, such as private keys, that a change leaves as they are.
private struct ArmouredBlocks {
  /// Where a `-----BEGIN ` stands, ascending.
  private let starts: [Int]
  private let bytes: UnsafeRawBufferPointer

  private static let mark = Array("-----BEGIN ".utf8)
  /// Bytes between the beginning of a block and a line that still belongs to it, blanks aside.
  private static let longest = 2_000
  /// What was read last, from a beginning on: a block can hold any number of lines.
  private var last: (start: Int, end: Int, text: CollapsedBlanks)?

  /// `nil` when there are none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let starts = Self.starts(in: bytes)
    if starts.isEmpty { return nil }
    self.starts = starts
    self.bytes = bytes
  }

  /// Of five dashes one has a place that can be divided by five, so the others are not looked at.
  private static func starts(in bytes: UnsafeRawBufferPointer) -> [Int] {
    let dash = UInt8(ascii: "-")
    var starts: [Int] = []
    for offset in stride(from: 0, to: bytes.count, by: 5) where bytes[offset] == dash {
      var start = offset
      while start > 0, offset - start < 4, bytes[start - 1] == dash { start -= 1 }
      for place in start...offset
      where place > starts.last ?? -1 && bytes[place...].starts(with: mark) {
        starts.append(place)
      }
    }
    return starts
  }

  /// Where the last beginning before a line is, and what stands from there up to the line.
  ///
  /// - Parameter line: behind the one that was asked for before.
  mutating func block(before line: UnsafeRawBufferPointer) -> (start: Int, lead: [UInt8])? {
    guard let base = bytes.baseAddress, let place = line.baseAddress else { return nil }
    let offset = place - base
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let start = starts[low - 1]
    if last?.start != start { last = nil }
    var (_, end, text) = last ?? (start, start, CollapsedBlanks())
    last = nil
    while end < offset, text.count <= Self.longest {
      text.append(bytes[end])
      end += 1
    }
    last = (start, end, text)
    return text.count > Self.longest ? nil : (start, text.bytes)
  }
}
