/// Pairs deleted files with similar added ones, exactly as `git diff -M` does.
///
/// The algorithm is that of git's `diffcore-rename.c`, including the order of equal candidates:
/// 1. Files with the same content are paired, those with the same name first.
/// 2. A file whose name is unique among the deleted files is paired with the added one of that
///    name, if that is unique, too, and they are at least 75 % similar.
/// 3. All remaining files are compared with each other, unless there are more than 1000 × 1000
///    pairs; the most similar are paired first, down to 50 %. For each added file, only the four
///    best candidates are considered.
///
/// git compares two files at a time; this code looks up each piece of an added file in a table of
/// the pieces of all deleted files. The results are the same with less work, within `Bounds`.
struct RenameSearch {
  struct Rename: Hashable {
    /// Indices in the lists of deleted and of added files.
    var source: Int
    var destination: Int
    /// Percent, rounded down.
    var similarity: Int
  }

  /// Bounds for files that are similar; past them, files are deleted and added.
  struct Bounds {
    /// The number of different pieces of all deleted files that are compared.
    var pieces = 4_000_000
    /// The number of pieces of deleted files that are looked up for all added ones.
    var lookups = 1_500_000_000
  }

  private let sources: [FileVersion]
  private let destinations: [FileVersion]

  private var isUsed: [Bool]
  private var isPaired: [Bool]
  private var renames: [Rename] = []
  private var contents: RenameContents
  private let bounds: Bounds

  /// The unit of git's similarity scores.
  private static let maximumScore = 60_000.0
  private static let minimumScore = 30_000
  private static let minimumScoreOfSameName = 45_000
  /// The default of `diff.renameLimit`.
  private static let limit = 1000

  /// - Parameters:
  /// - deleted: Deleted files in the order of their paths.
  /// - added: Added files in the order of their paths.
  static func renames(
    _ deleted: [FileVersion], _ added: [FileVersion], _ reader: RenameContents.Reader,
    _ bounds: Bounds = Bounds()
  ) throws(GitError) -> [Rename] {
    var search = RenameSearch(deleted, added, reader, bounds)
    if deleted.isEmpty || added.isEmpty { return [] }
    search.pairSameContent()
    try search.pairSameName()
    try search.pairSimilar()
    return search.renames
  }

  private init(
    _ deleted: [FileVersion], _ added: [FileVersion], _ reader: RenameContents.Reader,
    _ bounds: Bounds
  ) {
    sources = deleted
    destinations = added
    isUsed = Array(repeating: false, count: deleted.count)
    isPaired = Array(repeating: false, count: added.count)
    contents = RenameContents(deleted, added, reader, mostPieces: bounds.pieces)
    self.bounds = bounds
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

  /// git's `find_exact_renames`.
  private mutating func pairSameContent() {
    var byID: [ObjectID: [Int]] = [:]
    for index in sources.indices { byID[sources[index].id, default: []].append(index) }
    for (index, destination) in destinations.enumerated() {
      guard let candidates = byID[destination.id] else { continue }
      var best: Int?
      // git checks at most a hundred candidates.
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

  /// git's `find_basename_matches`.
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
      guard score >= minimum else { continue }
      pair(source, destination, score: score)
      contents.forgetHashes(ofSource: source)
      contents.forgetHashes(ofDestination: destination)
    }
  }

  /// The index of each name; `nil` when several files have it.
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

  /// git's `estimate_similarity`: also 0 when the sizes alone show that it is below `minimum`.
  private mutating func similarity(
    _ source: Int, _ destination: Int, atLeast minimum: Int
  ) throws(GitError) -> Int {
    guard sources[source].isRegular, destinations[destination].isRegular else { return 0 }
    let old = try contents.size(ofSource: source)
    let new = try contents.size(ofDestination: destination)
    guard RenameSearch.sizesAllow(old, new, minimum) else { return 0 }
    let shared = try contents.hashes(ofSource: source)
      .sharedBytes(with: try contents.hashes(ofDestination: destination))
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

  /// Whether files are left out of the comparison of all with all, because there are too many.
  static func isTooMany(_ deleted: Int, _ added: Int) -> Bool {
    let (pairs, overflow) = deleted.multipliedReportingOverflow(by: added)
    return overflow || pairs > limit * limit
  }

  /// The matrix of git's `diffcore_rename_extended`.
  private mutating func pairSimilar() throws(GitError) {
    let sourcesLeft = sources.indices.filter { !isUsed[$0] }
    let destinationsLeft = destinations.indices.filter { !isPaired[$0] }
    guard !sourcesLeft.isEmpty, !destinationsLeft.isEmpty,
      !Self.isTooMany(sourcesLeft.count, destinationsLeft.count)
    else { return }
    for candidate in try candidates(sourcesLeft, destinationsLeft) {
      if candidate.score < RenameSearch.minimumScore { break }
      if isPaired[candidate.destination] || isUsed[candidate.source] { continue }
      pair(candidate.source, candidate.destination, score: candidate.score)
    }
  }

  /// The best sources of each destination, in pairing order.
  private mutating func candidates(
    _ sourcesLeft: [Int], _ destinationsLeft: [Int]
  ) throws(GitError) -> [RenameCandidate] {
    var sizes: [Int?] = []
    for source in sourcesLeft {
      sizes.append(sources[source].isRegular ? try contents.size(ofSource: source) : nil)
    }
    let bySize = SortedSizes(sizes.compactMap(\.self))
    var wanted: [Int: Int] = [:]
    for destination in destinationsLeft where destinations[destination].isRegular {
      let size = try contents.size(ofDestination: destination)
      // Contents that have no possible partner by size are not read.
      if bySize.hasPartner(of: size) { wanted[destination] = size }
    }
    let wantedSizes = SortedSizes(Array(wanted.values))
    var table = try pieceTable(
      of: zip(sourcesLeft, sizes).map { source, size in
        size.map(wantedSizes.hasPartner) == true ? source : nil
      })

    var candidates: [RenameCandidate] = []
    var shared = [UInt32](repeating: 0, count: sourcesLeft.count)
    for destination in destinationsLeft {
      var best = BestCandidates()
      let newSize = wanted[destination]
      if newSize != nil {
        table.count(try contents.hashes(ofDestination: destination), into: &shared)
        if table.work > bounds.lookups { break }
      }
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
      contents.forgetHashes(ofDestination: destination)
      for candidate in best.candidates {
        candidates.append(
          RenameCandidate(
            source: candidate.source, destination: destination, score: candidate.score,
            hasName: candidate.hasName))
      }
    }
    for index in candidates.indices { candidates[index].order = index }
    return candidates.sorted { $0.comes(before: $1) }
  }

  /// The pieces of deleted files by their positions; those of a source are in the table only.
  private mutating func pieceTable(of wanted: [Int?]) throws(GitError) -> PieceTable {
    var hashes: [(hashes: SpanHashes, file: Int)] = []
    for (position, source) in wanted.enumerated() {
      if let source { hashes.append((try contents.hashes(ofSource: source), position)) }
    }
    for case let source? in wanted { contents.forgetHashes(ofSource: source) }
    return PieceTable(hashes)
  }
}
