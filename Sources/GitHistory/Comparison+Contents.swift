package import CIModel

extension Comparison {
  /// The lines that the wanted files gained, as one run of bytes for each file; sorted by path.
  ///
  /// Binary files and submodules have none.
  ///
  /// - Parameter mayConcern: Asked with the new version of each wanted file before the two versions
  ///   are compared, which takes longer than reading it.
  package func addedText(
    where isWanted: (FileChange) -> Bool,
    mayConcern: (FileChange, UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> [AddedText] {
    var texts: [AddedText] = []
    for (file, sides) in zip(changes.files, sides) where file.additions > 0 && !file.isBinary {
      guard sides.new?.isSubmodule == false, isWanted(file) else { continue }
      let new = try repository.content(of: sides.new).readable
      guard new.withBytes({ mayConcern(file, $0) }) else { continue }
      let old = try repository.content(of: sides.old).readable
      let hunks = try old.compare(with: new, placesBlocks: true).hunks
      var text = AddedText(path: file.path)
      new.withBytes { bytes in
        let lines = TextLines(bytes)
        for hunk in hunks {
          for number in hunk.new { text.append(lines.line(number), number: number) }
        }
      }
      texts.append(text)
    }
    return texts
  }

  /// The same of files that git takes for binary. One that does not look like text is among them:
  /// what guards secrets looks everywhere.
  package func hiddenText(
    where isWanted: (FileChange) -> Bool,
    mayConcern: (FileChange, UnsafeRawBufferPointer) -> Bool
  ) throws(GitError) -> [AddedText] {
    var texts: [AddedText] = []
    for (index, file) in changes.files.enumerated() where file.isBinary && isWanted(file) {
      guard let new = try hiddenContent(of: sides[index].new),
        new.withUnsafeBytes({ mayConcern(file, $0) })
      else { continue }
      let old = try hiddenContent(of: sides[index].old) ?? []
      let hunks = try FileContent.bytes(old).compare(with: .bytes(new), placesBlocks: true).hunks
      var text = AddedText(path: file.path)
      text.looksLikeText = HiddenText.looksLikeText(
        new, path: sides[index].new?.path ?? [])
      new.withUnsafeBytes { bytes in
        let lines = TextLines(bytes)
        for hunk in hunks {
          for number in hunk.new { text.append(lines.line(number), number: number) }
        }
      }
      texts.append(text)
    }
    return texts
  }

  /// The largest file that is read whole, in bytes; what rules read is written by hand.
  private static let largestContent = 4 << 20

  /// Files at the head by path and, where the change touches them, at the merge base. Files that are
  /// not there, links, submodules and files of more than 4 MiB are left out.
  package func contents(of paths: Set<String>) throws(GitError) -> [String: FileContents] {
    var result: [String: FileContents] = [:]
    var rest = paths
    for (file, sides) in zip(changes.files, sides) where paths.contains(file.path) {
      rest.remove(file.path)
      let contents = FileContents(old: try content(sides.old), new: try content(sides.new))
      if contents != FileContents() { result[file.path] = contents }
    }
    if rest.isEmpty { return result }
    // What is not staged is as the base has it.
    let id = changes.head == ChangeSet.stagedHead ? changes.base : changes.head
    guard let head = ObjectID(hex: id) else {
      throw .failure(operation: "read files", message: "an id is not complete")
    }
    if head == .emptyTree { return result }
    let tree = try repository.commit(head).tree
    var folders: [ObjectID: [TreeEntry]] = [:]
    for path in rest.sorted() {
      let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }
      guard let version = try version(parts[...], below: tree, &folders),
        let bytes = try content(version)
      else { continue }
      result[path] = FileContents(new: bytes)
    }
    return result
  }

  private func content(_ version: FileVersion?) throws(GitError) -> [UInt8]? {
    guard let version, version.isRegular, try repository.size(of: version) <= Self.largestContent
    else { return nil }
    return try repository.content(of: version).withBytes { Array($0) }
  }

  /// - Parameter folders: What has been read.
  private func version(
    _ path: ArraySlice<[UInt8]>, below tree: ObjectID, _ folders: inout [ObjectID: [TreeEntry]]
  ) throws(GitError) -> FileVersion? {
    guard let name = path.first else { return nil }
    if folders[tree] == nil {
      folders[tree] = try repository.object(tree).withBytes { TreeEntry.all(in: $0) } ?? []
    }
    guard let entry = folders[tree]?.first(where: { $0.name == name }) else { return nil }
    if entry.isFolder { return try version(path.dropFirst(), below: entry.id, &folders) }
    guard path.count == 1 else { return nil }
    return FileVersion(id: entry.id, path: name, rawMode: UInt32(entry.mode))
  }
}
