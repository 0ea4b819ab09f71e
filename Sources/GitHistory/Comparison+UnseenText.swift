package import CIModel

extension Comparison {
  /// Attributes, pointers, links and submodules that make git check out text that differs from the stored one
  /// and that the base does not have, and files that are too large to be read; empty when the
  /// checkout is trusted. In the order of the files.
  ///
  /// Every attribute line counts, whichever files it concerns, because a later change could make
  /// use of it.
  package func unseenTexts() throws(GitError) -> [UnseenText] {
    guard repository.distrustsCheckout else { return [] }
    var texts = overnamed
    for index in unread {
      let problem = "is not checked: the files of the change have more than 160 MiB, the limit"
      let path = changes.files[index].exactPath
      if sides[index].new != nil { texts.append(UnseenText(path, problem, cause: .size)) }
      if sides[index].old != nil { texts.append(UnseenText(path, problem, cause: .deletions)) }
    }
    var attributes = AttributeReading(base: lookup(in: try tree(ofCommit: changes.base)))
    var targets = LinkTargets(links: links, tree: lookup(in: try tree))
    for (index, sides) in sides.enumerated() {
      if let new = sides.new {
        if AttributeFiles.isNamedLikeOne(new.path) {
          texts += try self.attributes(
            new, was: sides.old?.path == new.path ? sides.old : nil, &attributes)
        }
        if pointers.contains(index), let pointer = try unknownPointer(new) {
          texts.append(pointer)
        }
        if let link = try newLink(new, was: sides.old, &targets) { texts.append(link) }
        if let submodule = newSubmodule(new, was: sides.old) { texts.append(submodule) }
        let file = changes.files[index]
        if let size = file.lfsPointerSize ?? file.size, size > ContentKind.bigFile {
          texts.append(
            UnseenText(
              RepositoryPath(new.path),
              "is larger than \(ContentKind.bigFile >> 20) MiB, and no rule reads it",
              cause: .size))
        }
      }
      if let old = sides.old, sides.new?.path != old.path, AttributeFiles.isNamedLikeOne(old.path) {
        texts += try self.attributes(nil, was: old, &attributes)
      }
    }
    return texts
  }

  /// What is needed to find the targets of all links.
  private struct LinkTargets {
    var links: CommittedLinks?
    /// Looks up files of the head.
    var tree: TreeLookup
    /// What is left for the files in folders that are targets.
    var budget = TreeComparison.Budget(pairs: 10_000, entries: 100_000, pathBytes: 1 << 20)
  }

  /// A link with a new target: the paths below it are stored elsewhere.
  private func newLink(
    _ new: FileVersion, was old: FileVersion?, _ targets: inout LinkTargets
  ) throws(GitError) -> UnseenText? {
    guard new.isLink, old?.isLink != true || old?.id != new.id || old?.path != new.path,
      try repository.size(of: new) <= WholeFiles.largest
    else { return nil }
    let target = try targets.links?.place(of: new.path)
    let shown = target.map { RepositoryPath($0).text } ?? "a path outside the repository"
    var text = UnseenText(
      RepositoryPath(new.path),
      "is a link to \(displayedPath(shown)), which the rule does not read",
      cause: .link(target.map { RepositoryPath($0) }))
    if let target { text.filesBelow = try files(below: target, &targets) }
    return text
  }

  /// The files in a folder, relative to it; `nil` if all such folders together have too many.
  private func files(
    below target: [UInt8], _ targets: inout LinkTargets
  ) throws(GitError) -> [String]? {
    let names = target.split(separator: UInt8(ascii: "/")).map { Array($0) }
    guard let folder = try targets.tree.entry(at: names), folder.isFolder else { return [] }
    var trees = TreeComparison(read: repository.object, budget: targets.budget)
    do {
      let pairs = try trees.difference(nil, folder.id, onlyNew: false)
      targets.budget = trees.budget
      return pairs.compactMap { $0.new?.pathText }
    } catch .tooLarge {
      targets.budget.pairs = 0
      return nil
    }
  }

  /// A submodule at a path that had none. An update of one is ordinary, and a matter of `file-modes`.
  private func newSubmodule(_ new: FileVersion, was old: FileVersion?) -> UnseenText? {
    guard new.isSubmodule, old?.isSubmodule != true || old?.path != new.path else { return nil }
    return UnseenText(
      RepositoryPath(new.path), "is a new submodule, whose files the rule does not read",
      cause: .submodule)
  }

  /// A Git LFS pointer where the base has no LFS filter: the checked-out content is not in the
  /// repository.
  private func unknownPointer(_ new: FileVersion) throws(GitError) -> UnseenText? {
    if try repository.kinds.hasValue(of: "filter", new.path) { return nil }
    return UnseenText(
      RepositoryPath(new.path),
      "is a Git LFS pointer, and the base has no `filter` for it, so the checked-out content is unknown",
      cause: .pointer)
  }

  /// The state shared by all attribute files.
  private struct AttributeReading {
    /// The converting attributes and the macros that set them; `nil` until they are needed.
    var names: Set<[UInt8]>?
    /// The remaining number of bytes to read from all attribute files together.
    var room = WholeFiles.largest
    /// Looks up files of the base.
    var base: TreeLookup

    init(base: TreeLookup) { self.base = base }
  }

  /// - Parameters:
  /// - new: `nil` when the file is deleted, and with it the attributes that it unset.
  /// - old: The version at the same path before.
  private func attributes(
    _ new: FileVersion?, was old: FileVersion?, _ reading: inout AttributeReading
  ) throws(GitError) -> [UnseenText] {
    guard let path = (new ?? old)?.path else { return [] }
    let file = RepositoryPath(path)
    if let new, !new.isRegular {
      // Some versions of git follow a link.
      return old?.kind == new.kind
        ? [] : [UnseenText(file, "is not a regular file, and controls what git checks out")]
    }
    let base = try reading.base.version(at: path)
    for version in [new, old, base].compactMap(\.self) where version.isRegular {
      reading.room -= try repository.size(of: version)
    }
    guard reading.room >= 0, !reading.base.isSpent else {
      return [
        UnseenText(
          file,
          "is too large to read, together with the other files of this name, and controls what git checks out"
        )
      ]
    }
    let names = if let known = reading.names { known } else { try conversionNames() }
    reading.names = names
    return texts(
      file, AttributeLines(try bytes(new), names: names),
      before: AttributeLines(try bytes(old), names: names),
      base: AttributeLines(try bytes(base), names: names))
  }

  private func texts(
    _ file: RepositoryPath, _ after: AttributeLines, before: AttributeLines, base: AttributeLines
  ) -> [UnseenText] {
    let known = Set(before.lines + base.lines)
    let added = after.lines.filter { !known.contains($0) }
    var texts = added.filter(\.sets).map { line in
      UnseenText(
        file, line: line.number,
        "`\(Self.shown(line))` makes git check out a text that differs from the checked one")
    }
    let rest = after.lines.filter { known.contains($0) }
    if [before, base].allSatisfy({ !$0.areAlike && $0.lines != rest }) {
      texts.append(
        UnseenText(file, "removes or reorders lines that control which texts git converts"))
    }
    return texts
  }

  private static func shown(_ line: AttributeLines.Line) -> String {
    let word = line.words.first { $0.first != UInt8(ascii: "-") && $0.first != UInt8(ascii: "!") }
    return String(decoding: (word ?? []).prefix(60), as: UTF8.self)
  }

  /// Macros are only defined at the repository root; those of both sides count.
  private func conversionNames() throws(GitError) -> Set<[UInt8]> {
    let name = AttributeFiles.name
    var names = AttributeLines.converting
    for tree in [
      try tree, try tree(ofCommit: changes.base), try tree(ofCommit: changes.mergeBase),
    ] {
      // For the change, a file of this size is already a finding.
      var lookup = lookup(in: tree)
      guard let version = try lookup.version(at: name),
        try repository.size(of: version) <= WholeFiles.largest
      else { continue }
      names.formUnion(AttributeLines.names(macrosOf: try bytes(version)))
    }
    return names
  }

  /// The content of a regular file; empty for a link or a submodule.
  private func bytes(_ version: FileVersion?) throws(GitError) -> [UInt8] {
    guard let version, version.isRegular else { return [] }
    return try repository.content(of: version).withBytes { Array($0) }
  }
}

extension LFSPointer {
  /// Whether Git LFS could treat a file as a pointer. It is less strict than its specification:
  /// white space may surround the pointer, including that of Unicode, and older names of the format
  /// are accepted (`DecodeFrom` in `lfs/pointer.go`).
  static func mayBeOne(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let text = bytes.prefix(1024).drop { $0 <= 0x20 || $0 >= 0x7F }
    guard text.starts(with: "version http".utf8) else { return false }
    return text.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "oid ".utf8) }
  }
}

extension AttributeFiles {
  static let name = Array(".gitattributes".utf8)

  /// Whether a path is that of a `.gitattributes` on any file system.
  static func isNamedLikeOne(_ path: [UInt8]) -> Bool {
    let slash = UInt8(ascii: "/")
    let name = path[((path.lastIndex(of: slash) ?? -1) + 1)...]
    // Only characters that file systems ignore can precede the dot; folding every name takes long.
    guard let first = name.first, [UInt8(ascii: "."), 0xE2, 0xEF].contains(first) else {
      return false
    }
    return FoldedName.name(name) == ".gitattributes"
  }
}
