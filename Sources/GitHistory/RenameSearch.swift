/// Pairs deleted files with added ones that hold much the same, exactly as `git diff -M` does.
///
/// The algorithm is that of git's `diffcore-rename.c`, down to the order in which equal candidates
/// are taken:
/// 1. Files with the same content are paired, those of the same name first.
/// 2. A file whose name is unique among the deleted files is paired with the added one of that name,
///    if that is unique, too, and at least 75 % similar.
/// 3. Of what is left every file is compared with every other, unless there are more than
///    1000 × 1000 pairs; the most similar are paired first, down to 50 %. Of each added file only the
///    four best candidates are looked at.
///
/// Where git compares two files at a time, we look up each piece of an added file in a table of
/// the pieces of all deleted files: same numbers, less work.
struct RenameSearch {
  struct Rename: Hashable {
    /// Positions in the lists of deleted and of added files.
    var source: Int
    var destination: Int
    /// Percent, rounded down.
    var similarity: Int
  }

  /// What the search wants to know of a file beyond its name.
  struct Reader {
    /// Bytes of the content.
    var size: (FileVersion) throws(GitError) -> Int
    var hashes: (FileVersion, inout [UInt32]) throws(GitError) -> SpanHashes
  }

  private let sources: [FileVersion]
  private let destinations: [FileVersion]
  private let reader: Reader

  private var isUsed: [Bool]
  private var isPaired: [Bool]
  private var renames: [Rename] = []

  private var sourceContents: [Content]
  private var destinationContents: [Content]
  private var scratch = [UInt32](repeating: 0, count: SpanHashes.hashCount)

  private struct Content {
    var size: Int?
    var hashes: SpanHashes?
  }

  /// git counts similarity in these units.
  private static let maximumScore = 60_000.0
  private static let minimumScore = 30_000
  private static let minimumScoreOfSameName = 45_000
  /// The default of `diff.renameLimit`.
  private static let limit = 1000

  /// - Parameters:
  ///   - deleted: in the order of their paths.
  ///   - added: in the order of their paths.
  static func renames(
    _ deleted: [FileVersion], _ added: [FileVersion], _ reader: Reader
  ) throws(GitError) -> [Rename] {
    var search = RenameSearch(deleted, added, reader)
    if deleted.isEmpty || added.isEmpty { return [] }
    search.pairSameContent()
    try search.pairSameName()
    try search.pairSimilar()
    return search.renames
  }

  private init(_ deleted: [FileVersion], _ added: [FileVersion], _ reader: Reader) {
    sources = deleted
    destinations = added
    self.reader = reader
    isUsed = Array(repeating: false, count: deleted.count)
    isPaired = Array(repeating: false, count: added.count)
    sourceContents = Array(repeating: Content(), count: deleted.count)
    destinationContents = Array(repeating: Content(), count: added.count)
  }

  private mutating func pair(_ source: Int, _ destination: Int, score: Int) {
    isUsed[source] = true
    isPaired[destination] = true
    renames.append(
      Rename(
        source: source, destination: destination,
        similarity: Int(Double(score) * 100 / RenameSearch.maximumScore)))
  }

  // MARK: Same content

  /// `find_exact_renames`.
  private mutating func pairSameContent() {
    var byID: [ObjectID: [Int]] = [:]
    for index in sources.indices { byID[sources[index].id, default: []].append(index) }
    for (index, destination) in destinations.enumerated() {
      guard let candidates = byID[destination.id] else { continue }
      var best: Int?
      // git looks at a hundred candidates at most.
      var rest = 100
      for (position, candidate) in candidates.enumerated() {
        let source = sources[candidate]
        if !source.isRegular || !destination.isRegular, source.mode != destination.mode { continue }
        let hasName = source.baseName == destination.baseName
        if hasName || best == nil { best = position }
        rest -= 1
        if hasName || rest == 0 { break }
      }
      guard let best else { continue }
      pair(candidates[best], index, score: Int(RenameSearch.maximumScore))
      byID[destination.id]?.remove(at: best)
    }
  }

  // MARK: Same name

  /// `find_basename_matches`.
  private mutating func pairSameName() throws(GitError) {
    let deleted = RenameSearch.uniqueNames(sources, except: isUsed)
    let added = RenameSearch.uniqueNames(destinations, except: isPaired)
    for source in sources.indices where !isUsed[source] {
      let name = sources[source].baseName
      guard deleted[name] == .some(source), case let destination?? = added[name],
        !isPaired[destination]
      else { continue }
      let minimum = RenameSearch.minimumScoreOfSameName
      let score = try similarity(source, destination, atLeast: minimum)
      if score >= minimum { pair(source, destination, score: score) }
    }
  }

  /// The position of each name; `nil` where several have it.
  private static func uniqueNames(
    _ files: [FileVersion], except isLeftOut: [Bool]
  ) -> [ArraySlice<UInt8>: Int?] {
    var names: [ArraySlice<UInt8>: Int?] = [:]
    for index in files.indices where !isLeftOut[index] {
      let name = files[index].baseName
      names.updateValue(names.keys.contains(name) ? nil : index, forKey: name)
    }
    return names
  }

  /// `estimate_similarity`: 0 also when the sizes alone tell that there are less than `minimum`.
  private mutating func similarity(
    _ source: Int, _ destination: Int, atLeast minimum: Int
  ) throws(GitError) -> Int {
    guard sources[source].isRegular, destinations[destination].isRegular else { return 0 }
    let old = try size(ofSource: source)
    let new = try size(ofDestination: destination)
    guard RenameSearch.sizesAllow(old, new, minimum) else { return 0 }
    let shared = try hashes(ofSource: source)
      .sharedBytes(with: try hashes(ofDestination: destination))
    return RenameSearch.score(shared: shared, old, new)
  }

  private static func sizesAllow(_ old: Int, _ new: Int, _ minimum: Int) -> Bool {
    let larger = Double(max(old, new))
    let difference = larger - Double(min(old, new))
    return larger * (maximumScore - Double(minimum)) >= difference * maximumScore
  }

  private static func score(shared: Int, _ old: Int, _ new: Int) -> Int {
    new == 0 ? 0 : Int(Double(shared) * maximumScore / Double(max(old, new)))
  }

  // MARK: Everything else

  /// The matrix of `diffcore_rename_extended`.
  private mutating func pairSimilar() throws(GitError) {
    let sourcesLeft = sources.indices.filter { !isUsed[$0] }
    let destinationsLeft = destinations.indices.filter { !isPaired[$0] }
    guard !sourcesLeft.isEmpty, !destinationsLeft.isEmpty,
      sourcesLeft.count.multipliedReportingOverflow(by: destinationsLeft.count).overflow == false,
      sourcesLeft.count * destinationsLeft.count <= RenameSearch.limit * RenameSearch.limit
    else { return }

    var sizes: [Int?] = []
    for source in sourcesLeft {
      sizes.append(sources[source].isRegular ? try size(ofSource: source) : nil)
    }
    let bySize = SortedSizes(sizes.compactMap(\.self))
    var wanted: [Int: Int] = [:]
    for destination in destinationsLeft where destinations[destination].isRegular {
      let size = try size(ofDestination: destination)
      // Contents that no size allows a partner for are not even read.
      if bySize.hasPartner(of: size) { wanted[destination] = size }
    }
    let wantedSizes = SortedSizes(Array(wanted.values))
    var pieces = PieceTable()
    for (position, source) in sourcesLeft.enumerated() {
      guard let size = sizes[position], wantedSizes.hasPartner(of: size) else { continue }
      pieces.add(try hashes(ofSource: source), position)
    }
    pieces.finish()

    var candidates: [Candidate] = []
    var shared = [UInt32](repeating: 0, count: sourcesLeft.count)
    for destination in destinationsLeft {
      var best = BestCandidates()
      let newSize = wanted[destination]
      if newSize != nil { pieces.count(try hashes(ofDestination: destination), into: &shared) }
      for (position, source) in sourcesLeft.enumerated() {
        var score = 0
        if let newSize, let oldSize = sizes[position],
          RenameSearch.sizesAllow(oldSize, newSize, RenameSearch.minimumScore)
        {
          score = RenameSearch.score(shared: Int(shared[position]), oldSize, newSize)
        }
        best.add(score: score, source: source) {
          sources[source].baseName == destinations[destination].baseName
        }
      }
      if newSize != nil { for index in shared.indices { shared[index] = 0 } }
      destinationContents[destination].hashes = nil
      for candidate in best.candidates {
        candidates.append(
          Candidate(
            source: candidate.source, destination: destination, score: candidate.score,
            hasName: candidate.hasName))
      }
    }
    for index in candidates.indices { candidates[index].order = index }
    candidates.sort { $0.comes(before: $1) }
    for candidate in candidates {
      if candidate.score < RenameSearch.minimumScore { break }
      if isPaired[candidate.destination] || isUsed[candidate.source] { continue }
      pair(candidate.source, candidate.destination, score: candidate.score)
    }
  }

  // MARK: Contents

  private mutating func size(ofSource index: Int) throws(GitError) -> Int {
    if let size = sourceContents[index].size { return size }
    let size = try reader.size(sources[index])
    sourceContents[index].size = size
    return size
  }

  private mutating func size(ofDestination index: Int) throws(GitError) -> Int {
    if let size = destinationContents[index].size { return size }
    let size = try reader.size(destinations[index])
    destinationContents[index].size = size
    return size
  }

  private mutating func hashes(ofSource index: Int) throws(GitError) -> SpanHashes {
    if let hashes = sourceContents[index].hashes { return hashes }
    let hashes = try reader.hashes(sources[index], &scratch)
    sourceContents[index].hashes = hashes
    return hashes
  }

  private mutating func hashes(ofDestination index: Int) throws(GitError) -> SpanHashes {
    if let hashes = destinationContents[index].hashes { return hashes }
    let hashes = try reader.hashes(destinations[index], &scratch)
    destinationContents[index].hashes = hashes
    return hashes
  }
}

/// Sizes of files, to find out quickly whether one is near enough to another.
private struct SortedSizes {
  private let sizes: [Int]

  init(_ sizes: [Int]) { self.sizes = sizes.sorted() }

  /// Whether any of the sizes is between half and double of this one.
  func hasPartner(of size: Int) -> Bool {
    // The least that is at least half of it, rounded up.
    var low = 0
    var high = sizes.count
    let half = size / 2 + size % 2
    while low < high {
      let middle = (low + high) / 2
      if sizes[middle] < half { low = middle + 1 } else { high = middle }
    }
    return low < sizes.count && sizes[low] / 2 <= size
  }
}

/// Which files have a piece of each hash.
private struct PieceTable {
  private var files: [(hash: UInt32, file: Int32, count: UInt32)] = []
  /// Where the files of each hash begin; one more than there are hashes.
  private var starts: [Int32] = []

  mutating func add(_ hashes: SpanHashes, _ file: Int) {
    for index in hashes.hashes.indices {
      files.append((hashes.hashes[index], Int32(truncatingIfNeeded: file), hashes.counts[index]))
    }
  }

  /// Sorts what was added by hash.
  mutating func finish() {
    starts = [Int32](repeating: 0, count: SpanHashes.hashCount + 1)
    for entry in files { starts[Int(entry.hash) + 1] += 1 }
    for hash in 0..<SpanHashes.hashCount { starts[hash + 1] += starts[hash] }
    var next = starts
    var sorted = files
    for entry in files {
      sorted[Int(next[Int(entry.hash)])] = entry
      next[Int(entry.hash)] += 1
    }
    files = sorted
  }

  /// Adds to each file's number the bytes that it shares with these pieces.
  func count(_ hashes: SpanHashes, into shared: inout [UInt32]) {
    shared.withUnsafeMutableBufferPointer { shared in
      files.withUnsafeBufferPointer { files in
        for index in hashes.hashes.indices {
          let hash = Int(hashes.hashes[index])
          let count = hashes.counts[index]
          for position in Int(starts[hash])..<Int(starts[hash + 1]) {
            shared[Int(files[position].file)] &+= min(files[position].count, count)
          }
        }
      }
    }
  }
}

private struct Candidate {
  var source: Int
  var destination: Int
  var score: Int
  var hasName: Bool
  /// Makes the sort a stable one.
  var order = 0

  func comes(before other: Candidate) -> Bool {
    if score != other.score { return score > other.score }
    if hasName != other.hasName { return hasName }
    return order < other.order
  }
}

/// The four best candidates of an added file, kept in the places in which git keeps them: of equal
/// candidates the order of the places decides (`record_if_better`).
private struct BestCandidates {
  private(set) var candidates: [(source: Int, score: Int, hasName: Bool)] = []
  private var worst = 0
  private static let count = 4

  init() { candidates.reserveCapacity(BestCandidates.count) }

  mutating func add(score: Int, source: Int, hasName: () -> Bool) {
    if candidates.count < BestCandidates.count {
      candidates.append((source, score, hasName()))
      if candidates.count == BestCandidates.count { findWorst() }
      return
    }
    let last = candidates[worst]
    guard score >= last.score else { return }
    let name = hasName()
    if score == last.score, !(name && !last.hasName) { return }
    candidates[worst] = (source, score, name)
    findWorst()
  }

  private mutating func findWorst() {
    worst = 0
    for index in candidates.indices.dropFirst() {
      let (one, two) = (candidates[index], candidates[worst])
      if one.score < two.score || (one.score == two.score && !one.hasName && two.hasName) {
        worst = index
      }
    }
  }
}
