/// The part of the history that has been read, as a growing table.
///
/// devtool walks the history itself because libgit2's walk fails in shallow clones: it looks up
/// parents that were never fetched.
struct CommitGraph {
  /// The properties of a commit that a walk needs.
  struct Entry {
    var parents: [ObjectID]
    /// Committer date in seconds since 1970.
    var date: Int64
    /// Whether the commit has parents that the clone does not contain; `parents` is empty then.
    var isBoundary: Bool
  }

  struct Node {
    var id: ObjectID
    var date: Int64
    var isBoundary: Bool
    var parentIDs: [ObjectID]
    /// Indices in `nodes`; `nil` until the walk has passed the commit.
    var parents: [Int]?
  }

  private let read: (ObjectID) throws(GitError) -> Entry
  private var positions: [ObjectID: Int] = [:]
  private(set) var nodes: [Node] = []
  /// The number of commits and parents that were read: the cost of walking over all of them.
  private(set) var size = 0

  init(read: @escaping (ObjectID) throws(GitError) -> Entry) {
    self.read = read
  }

  /// The commit's index in `nodes`; reads the commit if it is new.
  mutating func position(of id: ObjectID) throws(GitError) -> Int {
    if let position = positions[id] { return position }
    let entry = try read(id)
    nodes.append(
      Node(id: id, date: entry.date, isBoundary: entry.isBoundary, parentIDs: entry.parents))
    positions[id] = nodes.count - 1
    size += 1 + entry.parents.count
    return nodes.count - 1
  }

  mutating func parents(of position: Int) throws(GitError) -> [Int] {
    if let parents = nodes[position].parents { return parents }
    var parents: [Int] = []
    for id in nodes[position].parentIDs { parents.append(try self.position(of: id)) }
    nodes[position].parents = parents
    return parents
  }
}

/// Commits in git's order: newest first, and for equal dates in insertion order (`prio-queue.c`
/// with `compare_commits_by_commit_date`), unless an explicit order is given.
struct CommitQueue {
  private struct Item {
    var date: Int64
    var order: Int
    var position: Int

    func comes(before other: Item) -> Bool {
      date != other.date ? date > other.date : order < other.order
    }
  }

  private var heap: [Item] = []
  private var added = 0

  var isEmpty: Bool { heap.isEmpty }
  /// The date of the next commit.
  var nextDate: Int64? { heap.first?.date }

  mutating func add(_ position: Int, date: Int64, order: Int? = nil) {
    heap.append(Item(date: date, order: order ?? added, position: position))
    added += 1
    var child = heap.count - 1
    while child > 0, heap[child].comes(before: heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func next() -> Int? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first.position }
    heap[0] = last
    var parent = 0
    while true {
      var best = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].comes(before: heap[best]) {
        best = child
      }
      if best == parent { return first.position }
      heap.swapAt(parent, best)
      parent = best
    }
  }
}
