import CIModel
import GitHistory
import TestSupport
import Testing

/// What git itself says, in the same repository, in a form that compares with ours.
struct GitOracle {
  let repository: ScratchRepository

  /// `added deleted path` (`- -` for a binary file), sorted.
  func numstat(_ base: String, _ head: String) throws -> [String] {
    try repository.git("diff-tree", "-r", "-z", "--no-renames", "--numstat", base, head)
      .split(separator: "\0").map { $0.split(separator: "\t", maxSplits: 2).joined(separator: " ") }
      .sorted()
  }

  /// `A path`, sorted.
  func nameStatus(_ base: String, _ head: String) throws -> [String] {
    let fields = try repository.git(
      "diff-tree", "-r", "-z", "--no-renames", "--name-status", base, head
    ).split(separator: "\0")
    return stride(from: 0, to: fields.count - 1, by: 2).map { "\(fields[$0]) \(fields[$0 + 1])" }
      .sorted()
  }

  /// `oldmode newmode path`, sorted; a side that does not exist is `000000`.
  func modes(_ base: String, _ head: String) throws -> [String] {
    let fields = try repository.git("diff-tree", "-r", "-z", "--no-renames", base, head)
      .split(separator: "\0")
    return stride(from: 0, to: fields.count - 1, by: 2).map { index in
      let columns = fields[index].split(separator: " ")
      return "\(columns[0].dropFirst()) \(columns[1]) \(fields[index + 1])"
    }.sorted()
  }

  /// `status similarity% oldmode newmode added deleted oldpath => path` of each file, with renames
  /// as git finds them, sorted.
  func withRenames(_ base: String, _ head: String) throws -> [String] {
    func fields(_ format: String...) throws -> ArraySlice<Substring> {
      try repository.git(["diff-tree", "-r", "-z", "-M"] + format + [base, head])
        .split(separator: "\0", omittingEmptySubsequences: false).dropLast()[...]
    }
    var counts: [Substring: String] = [:]
    var numstat = try fields("--numstat")
    while let line = numstat.popFirst() {
      let columns = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      if columns[2].isEmpty { numstat.removeFirst() }
      let path = columns[2].isEmpty ? numstat.removeFirst() : columns[2]
      counts[path] = "\(columns[0]) \(columns[1])"
    }
    var lines: [String] = []
    var raw = try fields()
    while let line = raw.popFirst() {
      let columns = line.dropFirst().split(separator: " ")
      let status = columns[4]
      let old = raw.removeFirst()
      let path = status.hasPrefix("R") ? raw.removeFirst() : old
      let similarity = status.hasPrefix("R") ? Int(status.dropFirst()) : nil
      lines.append(
        "\(status.prefix(1)) \(similarity.map { "\($0)%" } ?? "-") \(columns[0]) \(columns[1]) "
          + "\(counts[path] ?? "?") \(similarity == nil ? "" : "\(old) => ")\(path)")
    }
    return lines.sorted()
  }

  /// Ids, in any order.
  func ownCommits(_ base: String, _ head: String) throws -> Set<String> {
    Set(try repository.git("rev-list", "\(base)..\(head)").split(separator: "\n").map(String.init))
  }

  /// `nil` when git finds none.
  func mergeBase(_ base: String, _ head: String) -> String? {
    try? repository.git("merge-base", base, head)
  }
}

extension ChangeSet {
  var numstat: [String] {
    files.map { file in
      file.isBinary ? "- - \(file.path)" : "\(file.additions) \(file.deletions) \(file.path)"
    }.sorted()
  }

  var nameStatus: [String] {
    zip(nameStatusInOrder, files).map { "\($0) \($1.path)" }.sorted()
  }

  /// As `GitOracle.withRenames`.
  var withRenames: [String] {
    zip(files, nameStatusInOrder).map { file, letter in
      "\(letter) \(file.similarity.map { "\($0)%" } ?? "-") \(file.oldMode ?? "000000") "
        + "\(file.mode ?? "000000") "
        + (file.isBinary ? "- - " : "\(file.additions) \(file.deletions) ")
        + (file.oldPath.map { "\($0) => " } ?? "") + file.path
    }.sorted()
  }

  private var nameStatusInOrder: [String] {
    files.map { file in
      switch file.status {
      case .added: "A"
      case .deleted: "D"
      case .modified: "M"
      case .renamed: "R"
      case .typechanged: "T"
      }
    }
  }

  var modes: [String] {
    files.map { "\($0.oldMode ?? "000000") \($0.mode ?? "000000") \($0.path)" }.sorted()
  }
}

extension ScratchRepository {
  func open() throws -> GitRepository { try GitRepository.open(containing: path) }

  /// The change set between two names, without rename detection unless asked for.
  func changes(
    _ base: String, _ head: String = "HEAD", detectsRenames: Bool = false
  ) throws -> ChangeSet {
    let repository = try open()
    let range = try repository.resolveBase(BaseRequest(base: base, head: head))
    return try repository.changeSet(range, detectsRenames: detectsRenames)
  }

  /// Checks everything that git can tell about a change, without rename detection and with it.
  func expectAgreement(
    _ base: String, _ head: String = "HEAD",
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let oracle = GitOracle(repository: self)
    let changes = try changes(base, head)
    let mergeBase = oracle.mergeBase(base, head)
    #expect(changes.mergeBase == mergeBase, sourceLocation: sourceLocation)
    let from = changes.mergeBase
    #expect(changes.numstat == (try oracle.numstat(from, head)), sourceLocation: sourceLocation)
    #expect(
      changes.nameStatus == (try oracle.nameStatus(from, head)), sourceLocation: sourceLocation)
    #expect(changes.modes == (try oracle.modes(from, head)), sourceLocation: sourceLocation)
    #expect(
      try self.changes(base, head, detectsRenames: true).withRenames
        == oracle.withRenames(from, head), sourceLocation: sourceLocation)
    #expect(
      Set(changes.commits.map(\.id)) == (try oracle.ownCommits(base, head)),
      sourceLocation: sourceLocation)
  }
}
