package import CoverageData
import FileSystem
import Synchronization

/// Reads the profiles of processes that each ran one test, as they end, and records which lines
/// each test ran.
///
/// The profiles of each binary are added to one sum, because a thousand of them would take
/// gigabytes.
package final class TestLinesRecorder: Sendable {
  private let map: LineMap
  private let state = Mutex(State())

  private struct State {
    /// Lines by file, by test id.
    var tests: [String: LineMap.Lines] = [:]
    var sums: [ProfileSum] = []
    /// Tests with a profile that could not be read.
    var incomplete: Set<String> = []
    var problem: String?
  }

  package init(_ map: LineMap) {
    self.map = map
  }

  /// Reads the profiles of a process that ran these tests, and deletes those that were added to a
  /// sum.
  ///
  /// - Parameters:
  /// - tests: Ids; a single one unless the caller could not separate the tests.
  /// - profiles: Absolute paths.
  package func record(tests: [String], profiles: [String]) {
    var counters: [UInt64: [UInt64]] = [:]
    var problem: String?
    var contents: [(path: String, file: MappedFile, profile: RawProfile)] = []
    for path in profiles {
      do throws(CoverageError) {
        let file = try WorkFiles.map(path)
        // A killed process leaves an empty file.
        if file.bytes.isEmpty {
          problem = "\(path): empty profile"
          continue
        }
        let profile: RawProfile
        do throws(BinaryReader.Malformed) {
          profile = try RawProfile(file.bytes)
          try profile.forEachExecuted { name, values in
            guard map.isKnown(name) else { return }
            counters[name] = TestLinesRecorder.sum(counters[name], values)
          }
        } catch {
          throw CoverageError.unreadableMap(object: path, reason: error.description)
        }
        contents.append((path, file, profile))
      } catch {
        problem = error.description
      }
    }
    let lines = map.lines(counters)
    let added = state.withLock { state in
      for test in tests {
        state.tests[test, default: [:]].merge(lines) { $0.union($1) }
        if problem != nil || profiles.isEmpty { state.incomplete.insert(test) }
      }
      state.problem = state.problem ?? problem
      return contents.filter { item in
        for index in state.sums.indices where state.sums[index].add(item.file.bytes, item.profile) {
          return true
        }
        guard let sum = ProfileSum(item.file.bytes, item.profile) else { return false }
        state.sums.append(sum)
        return true
      }.map(\.path)
    }
    for path in added { removeFile(path) }
  }

  /// Records that these tests ran code which no profile contains.
  package func noteLoss(tests: [String]) {
    state.withLock { $0.incomplete.formUnion(tests) }
  }

  private static func sum(_ left: [UInt64]?, _ right: [UInt64]) -> [UInt64] {
    guard let left, left.count == right.count else { return right }
    return zip(left, right).map { $0 &+ $1 }
  }

  /// Writes the sums of the deleted profiles.
  package func writeSums(to folder: String) throws(CoverageError) {
    let sums = state.withLock { $0.sums }
    for (index, sum) in sums.enumerated() {
      let path = "\(folder)/by-test-\(index + 1).profraw"
      try WorkFiles.write(sum.bytes, to: path)
    }
  }

  /// Why the lines of some test are not known; `nil` when all are known.
  package var problem: String? { state.withLock { $0.problem } }

  /// The recorded data of the tests.
  ///
  /// - Parameters:
  ///   - sources: The package's sources by their path relative to the repository root.
  /// - incomplete: Ids of tests whose counts were lost when their process died.
  package func testLines(
    origin: TestLines.Origin, sources: [TestLines.File], others: [String: String],
    repositoryRoot: String, testIDs: [String], incomplete: Set<String>
  ) -> TestLines {
    let (recorded, unread) = state.withLock { ($0.tests, $0.incomplete) }
    let roots = [repositoryRoot, realPathOfExisting(repositoryRoot)].map { $0 + "/" }
    var files = sources.sorted { $0.path < $1.path }
    // The index of each source by its path.
    let places = Dictionary(
      files.enumerated().map { ($0.element.path, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let positions = map.files.map { file -> Int? in
      guard let root = roots.first(where: { file.path.hasPrefix($0) }) else { return nil }
      return places[String(file.path.dropFirst(root.count))]
    }
    for (index, file) in map.files.enumerated() {
      guard let position = positions[index] else { continue }
      files[position].executableLines = file.executableLines
      files[position].bodies = file.bodies
    }
    var lineSets: [[ClosedRange<Int>]] = []
    var known: [[ClosedRange<Int>]: Int] = [:]
    let tests = Set(testIDs).sorted().map { id in
      var parts: [TestLines.Part] = []
      for (file, lines) in recorded[id] ?? [:] {
        guard let position = positions[file] else { continue }
        let set = [ClosedRange<Int>](compressing: lines.sorted())
        let place = known[set] ?? lineSets.count
        if place == lineSets.count {
          known[set] = place
          lineSets.append(set)
        }
        parts.append(TestLines.Part(file: position, lines: place))
      }
      return TestLines.Test(
        id: id, parts: parts.sorted { $0.file < $1.file },
        isComplete: recorded[id] != nil && !incomplete.contains(id) && !unread.contains(id))
    }
    return TestLines(
      origin: origin, files: files, others: others, lineSets: lineSets, tests: tests)
  }
}

/// The sum of the profiles of one binary.
private struct ProfileSum {
  private(set) var bytes: [UInt8]
  private let counters: Range<Int>

  /// Creates a sum; `nil` when the file contains data other than counters, which cannot be summed.
  init?(_ bytes: UnsafeRawBufferPointer, _ profile: RawProfile) {
    guard profile.hasOnlyCounters else { return nil }
    self.bytes = Array(bytes)
    counters = profile.counterRange
  }

  /// Adds another profile; `false` when it belongs to another binary.
  mutating func add(_ other: UnsafeRawBufferPointer, _ profile: RawProfile) -> Bool {
    guard other.count == bytes.count, profile.counterRange == counters else { return false }
    let isSame = bytes.withUnsafeBytes { own in
      guard let mine = try? RawProfile(own) else { return false }
      return mine.isOfSameBinary(as: profile)
    }
    guard isSame else { return false }
    bytes.withUnsafeMutableBytes { own in
      for offset in stride(from: counters.lowerBound, to: counters.upperBound, by: 8) {
        let count = other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        if count == 0 { continue }
        let sum = UInt64(
          littleEndian: own.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        ).addingReportingOverflow(UInt64(littleEndian: count))
        own.storeBytes(
          of: (sum.overflow ? .max : sum.partialValue).littleEndian, toByteOffset: offset,
          as: UInt64.self)
      }
    }
    return true
  }
}
