package import CIModel
import CLibgit2

/// A comparison of two states of the files: the change set, and further details on demand.
///
/// Contents are read on demand and freed after each file, so that memory use does not grow with the
/// change.
package struct Comparison {
  package private(set) var changes: ChangeSet
  let repository: GitRepository
  /// Both versions of each file of `changes`, in the same order.
  let sides: [TreeComparison.Pair]
  /// Indices in `changes.files` of files that can be decoded in more than one way, or that git
  /// treats as binary.
  let ambiguous: Set<Int>
  /// Indices in `changes.files` of files that Git LFS could treat as pointers.
  let pointers: Set<Int>
  /// Indices in `changes.files` of files that were not read, because the change has too much.
  let unread: [Int]
  /// The commit with the files of the head that the change does not touch; `nil` means
  /// `changes.head`.
  var landing: ObjectID?
  /// Where the files land, if the base has moved on and the checkout is not trusted; else `nil`.
  var places: LandingPlaces?
  /// The budget for comparing lines.
  let lineRoom: LineRoom
  /// Files whose hidden lines were too many to count.
  package private(set) var uncounted: [UnseenText] = []
  /// The symbolic links of the head, if the checkout is not trusted; else `nil`.
  private(set) var links: CommittedLinks?
  /// Files that are read under more paths than are checked.
  private(set) var overnamed: [UnseenText] = []

  init(
    _ changes: ChangeSet, _ files: [ComparedFile], in repository: GitRepository,
    _ lineRoom: LineRoom
  ) {
    self.changes = changes
    self.repository = repository
    self.lineRoom = lineRoom
    sides = files.map(\.sides)
    pointers = Set(files.indices.filter { files[$0].mayBePointer })
    unread = files.indices.filter { files[$0].isUnread }
    ambiguous = Set(
      files.indices.filter {
        !files[$0].isUnread && (files[$0].isAmbiguous || files[$0].change.isBinary)
      })
  }

  // MARK: Lines

  /// The added lines of the selected files, sorted by path and line.
  ///
  /// Binary files and submodules have none. Line terminators (`\n`, `\r\n`) are removed.
  package func addedLines(
    where isWanted: (FileChange) -> Bool
  ) throws(GitError) -> [AddedLine] {
    var lines: [AddedLine] = []
    let wanted = changes.files.indices.filter {
      changes.files[$0].additions > 0 && isWanted(changes.files[$0])
    }
    try compare(wanted) { index, _, new, hunks in
      for hunk in hunks {
        for number in hunk.new {
          lines.append(AddedLine(changes.files[index].path, line: number, text: new.text(number)))
        }
      }
    }
    return lines
  }

  // MARK: Links

  /// Finds the paths under which a build that follows links reads the files of the change, also
  /// through new links of the base. Where a file lands elsewhere, its path in the head is one, too.
  mutating func followLinks() throws(GitError) {
    var links = try CommittedLinks(of: landedTree, in: repository)
    defer { self.links = links }
    var newLinks = try places?.treeOfNewLinks.map { tree throws(GitError) in
      try CommittedLinks(of: tree, in: repository)
    }
    let left = places?.left ?? [:]
    if links.isEmpty, newLinks?.isEmpty ?? true, left.isEmpty { return }
    for (index, sides) in sides.enumerated() {
      guard let path = (sides.new ?? sides.old)?.path else { continue }
      let mayHoldFiles = [sides.old, sides.new].contains { side in
        side.map { $0.isSubmodule || $0.kind == FileVersion.link } ?? false
      }
      var isCut = false
      func others(_ path: [UInt8]) -> [String]? {
        var paths: Set<[UInt8]> = []
        for place in [path, left[path]].compactMap(\.self) {
          var areCut = (false, false)
          paths.insert(place)
          paths.formUnion(
            links.otherPaths(of: place, mayHoldFiles: mayHoldFiles, isCut: &areCut.0))
          paths.formUnion(
            newLinks?.otherPaths(of: place, mayHoldFiles: mayHoldFiles, isCut: &areCut.1) ?? [])
          isCut = isCut || areCut.0 || areCut.1
        }
        paths.remove(path)
        let sorted = paths.sorted { $0.lexicographicallyPrecedes($1) }
        return sorted.isEmpty ? nil : sorted.map { String(decoding: $0, as: UTF8.self) }
      }
      changes.files[index].otherPaths = others(path)
      if let old = sides.old?.path, old != path {
        changes.files[index].oldOtherPaths = others(old)
      }
      if isCut {
        overnamed.append(
          UnseenText(
            RepositoryPath(path), "is reached through links by more paths than devtool reads",
            cause: .size))
      }
    }
  }

  /// Marks the links of the change that lead to a file of the head without another link on the way.
  mutating func findLinkedFiles() throws(GitError) {
    let links = sides.indices.filter { sides[$0].new?.kind == FileVersion.link }.prefix(
      Self.mostLinkedFiles)
    guard !links.isEmpty, let tree = try tree else { return }
    var lookup = lookup(in: tree)
    for index in links {
      guard let link = sides[index].new, try repository.size(of: link) <= TreeComparison.longestPath
      else { continue }
      let target = try repository.content(of: link).withBytes { Array($0) }
      guard let path = Self.path(of: target, from: link.path),
        let file = try lookup.version(at: path), file.isRegular
      else { continue }
      changes.files[index].leadsToFile = true
    }
  }

  private static let mostLinkedFiles = 200

  /// Marks the links that moved, with the same text, to where they have another target. A target
  /// that moved along is the same one. Staged changes have no tree in which to look for it.
  mutating func findLinksElsewhere() throws(GitError) {
    let moved = sides.indices.filter { index in
      let (old, new) = (sides[index].old, sides[index].new)
      return new?.kind == FileVersion.link && new?.id == old?.id && new?.path != old?.path
    }
    guard !moved.isEmpty, !changes.isStaged else { return }
    var before = lookup(in: try tree(ofCommit: changes.mergeBase))
    var after = lookup(in: try tree)
    for (count, index) in moved.enumerated() {
      guard let old = sides[index].old, let new = sides[index].new else { continue }
      if count < Self.mostLinkedFiles, try repository.size(of: new) <= TreeComparison.longestPath {
        let text = try repository.content(of: new).withBytes { Array($0) }
        if text.first == Self.slash { continue }
        let target = Self.path(of: text, from: old.path)
        let newTarget = Self.path(of: text, from: new.path)
        if let target, let newTarget,
          let places = try Self.movedPlace(target, &before, newTarget, &after),
          places.old == places.new || moves(places.old, to: places.new)
        {
          continue
        }
      }
      changes.files[index].leadsElsewhere = true
    }
  }

  /// Whether a file moved between two paths, or between the same places below them.
  private func moves(_ old: [UInt8], to new: [UInt8]) -> Bool {
    sides.contains { side in
      guard let from = side.old?.path, let to = side.new?.path, from.starts(with: old),
        to.starts(with: new)
      else { return false }
      let rest = from.dropFirst(old.count)
      return rest.first.map { $0 == Self.slash } ?? true
        && rest.elementsEqual(to.dropFirst(new.count))
    }
  }

  /// The paths of what two targets have in common, if it is gone at the old path and new at the
  /// other one; the targets, if they are one path. `nil` when the targets have nothing to do with
  /// each other.
  private static func movedPlace(
    _ old: [UInt8], _ before: inout TreeLookup, _ new: [UInt8], _ after: inout TreeLookup
  ) throws(GitError) -> (old: [UInt8], new: [UInt8])? {
    if old == new { return (old, new) }
    let old = old.split(separator: slash).map { Array($0) }
    let new = new.split(separator: slash).map { Array($0) }
    let shared = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    let (oldStart, newStart) = (old.count - shared, new.count - shared)
    let wasThere = try before.depth(of: old) - oldStart
    let isThere = try after.depth(of: old) - oldStart
    let isHere = try after.depth(of: new) - newStart
    let wasHere = try before.depth(of: new) - newStart
    let common = min(wasThere, isHere)
    guard !before.isSpent, !after.isSpent, max(isThere, wasHere, 0) < common else { return nil }
    func path(_ names: ArraySlice<[UInt8]>) -> [UInt8] { Array(names.joined(separator: [slash])) }
    return (path(old[..<(oldStart + common)]), path(new[..<(newStart + common)]))
  }

  private static let slash = UInt8(ascii: "/")

  /// The target of a link as a path from the repository root; `nil` when the text alone does not
  /// determine it, as with `..` after a name, which may be another link.
  private static func path(of target: [UInt8], from link: [UInt8]) -> [UInt8]? {
    if target.first == slash { return nil }
    var folders = link.split(separator: slash).dropLast().map { Array($0) }
    var names = target.split(separator: slash).map { Array($0) }.filter { $0 != Array(".".utf8) }[
      ...]
    while names.first == Array("..".utf8) {
      if folders.popLast() == nil { return nil }
      names.removeFirst()
    }
    return names.isEmpty || names.contains(Array("..".utf8))
      ? nil : Array((folders + names).joined(separator: [slash]))
  }

  // MARK: Details

  /// Computes the optional details of the change set's files.
  ///
  /// - Parameter mostMoved: The maximum number of changed lines in which moved ones are searched;
  ///   with more, none counts as moved.
  package mutating func fill(
    _ details: ChangeDetails, mostMoved: Int = MovedLines.mostLines
  ) throws(GitError) {
    if details.contains(.ignoringWhitespace) { try countIgnoringWhitespace() }
    if details.contains(.movedLines) { try countMovedLines(mostMoved, \.moved) }
    if details.isSuperset(of: [.ignoringWhitespace, .movedLines]) {
      try countMovedLines(mostMoved, \.movedIgnoringWhitespace, ignoresWhitespace: true)
    }
    if details.contains(.hiddenLines) { try countHiddenLines() }
  }

  private mutating func countHiddenLines() throws(GitError) {
    var room = TextRoom()
    defer { uncounted = room.unread }
    for index in ambiguous.sorted() {
      let file = changes.files[index]
      let sides = sides[index]
      guard let new = try sides.new == nil ? [] : hiddenContent(of: sides.new) else { continue }
      let old = try hiddenContent(of: sides.old) ?? []
      // A script can begin with a program header, so a header that the change adds or brings to
      // another path does not exclude the lines.
      let isMoved = sides.new.map { $0.path != sides.old?.path } ?? false
      if file.isBinary,
        !HiddenText.looksLikeText(
          sides.new == nil ? old : new, path: (sides.new ?? sides.old)?.path ?? [],
          believesHeader: !isMoved && ProgramHeader.begins(old))
      {
        continue
      }
      // If there are several ways to decode the file, the one with the most lines counts.
      var counts = ChangedLineCounts(additions: file.additions, deletions: file.deletions)
      let readingsOfNew = [.plain] + HiddenText.readings(of: new)
      let readings =
        readingsOfNew + HiddenText.readings(of: old).filter { !readingsOfNew.contains($0) }
      guard room.takes((old.count + new.count) * readings.count, of: file.exactPath) else {
        continue
      }
      var readers = (old: HiddenText.Reader(old), new: HiddenText.Reader(new))
      for reading in readings {
        let (old, new) = (readers.old.text(reading), readers.new.text(reading))
        let comparison = try FileContent.bytes(old).compare(with: .bytes(new), lineRoom)
        counts.additions = max(counts.additions, comparison.additions)
        counts.deletions = max(counts.deletions, comparison.deletions)
      }
      if counts != ChangedLineCounts(additions: file.additions, deletions: file.deletions) {
        changes.files[index].hiddenLines = counts
      }
    }
  }

  /// The content of a version that git treats as binary, or that can be decoded in several ways;
  /// `nil` when it is missing or too large to be written by people.
  func hiddenContent(of version: FileVersion?) throws(GitError) -> [UInt8]? {
    try readableContent(of: version)?.withBytes { Array($0) }
  }

  /// The content of a file; `nil` when it is missing or too large to be written by people.
  func readableContent(of version: FileVersion?) throws(GitError) -> FileContent? {
    guard let version, !version.isSubmodule,
      try repository.size(of: version) <= ContentKind.bigFile
    else { return nil }
    return try repository.content(of: version)
  }

  private mutating func countIgnoringWhitespace() throws(GitError) {
    for index in sides.indices {
      let file = changes.files[index]
      let counts = ChangedLineCounts(additions: file.additions, deletions: file.deletions)
      // There is nothing to ignore when one side has no changed line.
      guard !file.isBinary, counts.additions > 0, counts.deletions > 0 else {
        changes.files[index].ignoringWhitespace = counts
        continue
      }
      let old = try repository.content(of: sides[index].old)
      let new = try repository.content(of: sides[index].new)
      let comparison = try old.compare(with: new, ignoresWhitespace: true, lineRoom)
      changes.files[index].ignoringWhitespace = ChangedLineCounts(
        additions: comparison.additions, deletions: comparison.deletions)
    }
  }

  private mutating func countMovedLines(
    _ most: Int, _ counts: WritableKeyPath<FileChange, ChangedLineCounts?>,
    ignoresWhitespace: Bool = false
  ) throws(GitError) {
    for index in changes.files.indices { changes.files[index][keyPath: counts] = .init() }
    var search = MovedLines()
    let wanted = changes.files.indices.filter { changes.files[$0].changedLines > 0 }
    if wanted.reduce(0, { $0 + changes.files[$1].changedLines }) > most { return }
    try compare(wanted, ignoresWhitespace: ignoresWhitespace) { index, old, new, hunks in
      for hunk in hunks {
        for number in hunk.old { search.add(old.line(number), .deleted, file: index) }
        for number in hunk.new { search.add(new.line(number), .added, file: index) }
        search.endHunk()
      }
    }
    for (file, moved) in search.movedLines() { changes.files[file][keyPath: counts] = moved }
  }

  // MARK: Reading

  /// For each index in `changes.files` whose file is neither binary nor a submodule, calls `body`
  /// with the index, both texts and their differences.
  private func compare(
    _ positions: [Int], ignoresWhitespace: Bool = false,
    _ body: (Int, TextLines, TextLines, [LineComparison.Hunk]) -> Void
  ) throws(GitError) {
    for position in positions where !changes.files[position].isBinary {
      let sides = sides[position]
      if sides.old?.isSubmodule == true || sides.new?.isSubmodule == true { continue }
      let old = try repository.content(of: sides.old)
      let new = try repository.content(of: sides.new)
      let hunks = try old.compare(
        with: new, ignoresWhitespace: ignoresWhitespace, placesBlocks: true, lineRoom
      ).hunks
      old.withBytes { old in
        new.withBytes { new in body(position, TextLines(old), TextLines(new), hunks) }
      }
    }
  }
}
