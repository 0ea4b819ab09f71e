import CLibgit2

/// Finds the files that differ between two trees, as `git diff-tree -r` does.
///
/// devtool walks the trees itself because libgit2 ignores `refs/replace` when reading trees.
/// Entries with the same id and mode are skipped without reading them, so the cost depends on the
/// changed folders.
struct TreeComparison {
  /// A file before and after the change; one of the two is `nil` for a new or deleted file.
  struct Pair {
    var old: FileVersion?
    var new: FileVersion?
  }

  /// Limits for a comparison. A few objects can describe any number of files, in folders that
  /// contain the same folder many times.
  struct Budget {
    /// The number of differing files.
    var pairs = 1_000_000
    /// The number of tree entries.
    var entries = 30_000_000
    /// The cost of reading a tree, in entries.
    static let costOfTree = 20
    /// The number of bytes of a folder's path that cost as much as an entry: a few objects can
    /// describe any number of deep folders, whose paths are stored and searched.
    static let bytesOfPath = 8
    /// The size of an entry in a tree object, with a name of some letters.
    static let bytesOfEntry = 36
    /// The total length in bytes of the paths of differing files: every rule matches its globs
    /// against each.
    var pathBytes = 16 << 20

    /// For a change: rules check each of its files.
    static let ofChange = Budget(pairs: 100_000, pathBytes: 8 << 20)
    /// For the trees of all commits of a change, one after the other.
    static let ofHistory = Budget(entries: 15_000_000)
  }

  /// Two folders at the same path.
  private struct Compared: Hashable {
    var old: ObjectID?
    var new: ObjectID?
    var folder: [UInt8]
  }

  private let read: (ObjectID) throws(GitError) -> GitObject
  /// The initial budget.
  private let limits: Budget
  /// The remaining budget.
  private(set) var budget: Budget
  /// The differing files, sorted by the bytes of their paths.
  private(set) var pairs: [Pair] = []
  /// The folders that have been compared; `nil` when repeated comparisons are allowed.
  private var compared: Set<Compared>?
  /// Recently read trees, because the next commit of a history contains most of them, too.
  private var recent: [ObjectID: [TreeEntry]] = [:]
  private var recentCount = 0
  /// The maximum number of entries in `recent`.
  private static let mostRecent = 300_000

  /// A crafted tree can be nested until the stack is full. git's own limit (`core.maxTreeDepth`) is
  /// 2048; no project comes near this one.
  static let maximumDepth = 500

  /// The maximum length in bytes of a path on Linux (`PATH_MAX`): a longer one cannot be checked
  /// out, and each finding in a file repeats its path.
  static let longestPath = 4096

  /// - Parameters:
  /// - read: Reads the tree with an id.
  /// - budget: The rest of a budget that is shared with other comparisons.
  init(read: @escaping (ObjectID) throws(GitError) -> GitObject, budget: Budget = Budget()) {
    self.read = read
    limits = budget
    self.budget = budget
  }

  /// Finds the files that differ between two trees.
  ///
  /// - Parameter onlyNew: Whether to skip folders that an earlier call with this option compared:
  ///   the commits of a history can alternate between two states any number of times.
  mutating func difference(
    _ old: ObjectID?, _ new: ObjectID?, onlyNew: Bool
  ) throws(GitError) -> [Pair] {
    pairs = []
    if onlyNew {
      if compared == nil { compared = [] }
      try compare(old, new)
    } else {
      // Moved, because an insertion into a set with two owners copies it.
      let known = compared
      compared = nil
      defer { compared = known }
      try compare(old, new)
    }
    return pairs
  }

  /// - Parameters:
  /// - old: The old tree; `nil` is the empty tree.
  /// - new: The new tree; `nil` is the empty tree.
  mutating func compare(
    _ old: ObjectID?, _ new: ObjectID?, in folder: [UInt8] = [], depth: Int = 0
  ) throws(GitError) {
    if old == new { return }
    let place = Compared(old: old, new: new, folder: folder)
    try take(folder.count / Budget.bytesOfPath)
    if compared?.insert(place).inserted == false { return }
    guard depth < TreeComparison.maximumDepth else {
      throw .tooLarge(operation: "compare the folders", message: "they are nested too deeply")
    }
    var left = try entries(of: old)[...]
    var right = try entries(of: new)[...]
    while true {
      switch (left.first, right.first) {
      case (nil, nil): return
      case (let entry?, nil):
        left.removeFirst()
        try add(entry, nil, in: folder, depth)
      case (nil, let entry?):
        right.removeFirst()
        try add(nil, entry, in: folder, depth)
      case (let old?, let new?):
        let order = old.compare(new)
        if order <= 0 { left.removeFirst() }
        if order >= 0 { right.removeFirst() }
        try add(order <= 0 ? old : nil, order >= 0 ? new : nil, in: folder, depth)
      }
    }
  }

  /// Adds a pair of entries. At most one is `nil`; if both exist, both or none are folders.
  private mutating func add(
    _ old: TreeEntry?, _ new: TreeEntry?, in folder: [UInt8], _ depth: Int
  ) throws(GitError) {
    guard let name = (old ?? new)?.name else { return }
    if let old, let new, old.id == new.id, old.mode == new.mode { return }
    let path = folder + name
    guard path.count <= TreeComparison.longestPath else {
      throw .tooLarge(
        operation: "compare the folders",
        message: "a path has more than \(TreeComparison.longestPath) bytes; make it shorter")
    }
    if (old ?? new)?.isFolder == true {
      return try compare(
        old?.id, new?.id, in: path + [UInt8(ascii: "/")], depth: depth + 1)
    }
    budget.pairs -= 1
    guard budget.pairs >= 0 else {
      throw .tooLarge(
        operation: "compare the folders", message: "more than \(limits.pairs) files differ")
    }
    budget.pathBytes -= path.count
    guard budget.pathBytes >= 0 else {
      throw .tooLarge(
        operation: "compare the folders",
        message: "the paths of the files that differ have more than \(limits.pathBytes >> 20) MiB")
    }
    func version(_ entry: TreeEntry) -> FileVersion {
      FileVersion(id: entry.id, path: path, rawMode: UInt32(entry.mode))
    }
    pairs.append(Pair(old: old.map(version), new: new.map(version)))
  }

  private mutating func entries(of tree: ObjectID?) throws(GitError) -> [TreeEntry] {
    guard let tree else { return [] }
    if let known = recent[tree] {
      try take(known.count + Budget.costOfTree)
      return known
    }
    let object = try read(tree)
    // The budget is checked before parsing the entries, which takes most of the time.
    let count = object.count / Budget.bytesOfEntry
    try take(count + Budget.costOfTree)
    guard object.kind == GIT_OBJECT_TREE, let entries = object.withBytes({ TreeEntry.all(in: $0) })
    else { throw .failure(operation: "read tree \(tree.hex)", message: "it is malformed") }
    if recentCount + count > Self.mostRecent { (recent, recentCount) = ([:], 0) }
    if count <= Self.mostRecent {
      recent[tree] = entries
      recentCount += count
    }
    return entries
  }

  private mutating func take(_ count: Int) throws(GitError) {
    budget.entries -= count
    guard budget.entries >= 0 else {
      throw .tooLarge(operation: "compare the folders", message: "they contain too many names")
    }
  }
}

/// A line of a tree object: `<octal mode> <name>\0<20 bytes of id>`.
struct TreeEntry {
  var name: [UInt8]
  var id: ObjectID
  /// The canonical mode.
  var mode: UInt16

  var isFolder: Bool { mode == FileVersion.folder }
  /// Whether the entry is a link or a submodule.
  var standsForFolder: Bool { [FileVersion.link, FileVersion.submodule].contains(mode) }

  /// Compares two entries in the order of a tree (`base_name_compare` of git's `read-cache.c`): a
  /// folder sorts as if its name ended with `/`.
  ///
  /// - Returns: A number less than, equal to or greater than 0.
  func compare(_ other: TreeEntry) -> Int {
    let shared = min(name.count, other.name.count)
    for index in 0..<shared where name[index] != other.name[index] {
      return Int(name[index]) - Int(other.name[index])
    }
    return Int(byte(at: shared)) - Int(other.byte(at: shared))
  }

  private func byte(at index: Int) -> UInt8 {
    index < name.count ? name[index] : isFolder ? UInt8(ascii: "/") : 0
  }

  /// Parses all entries; `nil` when the bytes are not a tree.
  static func all(in bytes: UnsafeRawBufferPointer) -> [TreeEntry]? {
    var entries: [TreeEntry] = []
    var position = 0
    while position < bytes.count {
      var mode: UInt32 = 0
      while position < bytes.count, bytes[position] != UInt8(ascii: " ") {
        let digit = bytes[position] &- UInt8(ascii: "0")
        guard digit < 8, mode < 0o1000000 else { return nil }
        mode = mode << 3 | UInt32(digit)
        position += 1
      }
      let start = position + 1
      guard start < bytes.count, let end = bytes[start...].firstIndex(of: 0), end > start,
        let id = ObjectID(bytes: bytes, at: end + 1)
      else { return nil }
      entries.append(
        TreeEntry(name: Array(bytes[start..<end]), id: id, mode: FileVersion.canonical(mode)))
      position = end + 1 + ObjectID.byteCount
    }
    return entries
  }
}
