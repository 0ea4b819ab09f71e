import FileSystem

/// A part of the tests for one of several machines.
///
/// Every machine computes the split itself: the same list and the same timings give the same
/// shards, whatever their order, so that each test runs on exactly one machine.
package struct Shard: Hashable, Sendable {
  /// 1-based.
  package var index: Int
  package var count: Int

  /// `nil` unless 1 ≤ `index` ≤ `count`.
  package init?(_ index: Int, of count: Int) {
    guard index >= 1, index <= count, count <= 10_000 else { return nil }
    self.index = index
    self.count = count
  }

  /// Reads `2/3`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    self.init(index, of: count)
  }

  package var text: String { "\(index)/\(count)" }

  /// Assigns a shard, from 1, to each test.
  ///
  /// With durations, the longest remaining test goes to the shard with the lowest total so far.
  /// Without durations, a hash of the id decides, so that lists that differ between machines are
  /// still split without loss.
  /// - Parameter seconds: Durations by test id; a test without one counts as the median of the
  ///   others.
  package static func split(_ ids: [String], seconds: [String: Double], count: Int) -> [String: Int]
  {
    var shards: [String: Int] = [:]
    let unique = Set(ids)
    let known = unique.compactMap { seconds[$0] }
    guard !known.isEmpty else {
      for id in unique { shards[id] = Int(hash(id) % UInt64(count)) + 1 }
      return shards
    }
    // Integer microseconds, because sums of floating-point numbers depend on their order.
    func microseconds(_ value: Double) -> Int {
      Int((min(max(value, 0), 1e6) * 1e6).rounded())
    }
    let typical = known.map(microseconds).sorted()[known.count / 2]
    let weighted = unique.map { id in (id: id, cost: seconds[id].map(microseconds) ?? typical) }
      .sorted {
        $0.cost == $1.cost ? $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) : $0.cost > $1.cost
      }
    var loads = [Int](repeating: 0, count: count)
    for (id, cost) in weighted {
      let lightest = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      // A fixed cost per test keeps a thousand tiny tests from going to one shard.
      loads[lightest] += cost + 200
      shards[id] = lightest + 1
    }
    return shards
  }

  /// A short fingerprint of a split: equal fingerprints on two machines mean the same split.
  static func fingerprint(_ shards: [String: Int]) -> String {
    var sum: UInt64 = 0
    for (id, shard) in shards { sum &+= hash("\(shard) \(id)") }
    let digits = String(sum & 0xFFFF_FFFF, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// FNV-1a, 64 bits, with a final mix that improves the low bits.
  static func hash(_ text: String) -> UInt64 {
    var value = FNV1a(text).value
    value ^= value >> 33
    value = value &* 0xFF51_AFD7_ED55_8CCD
    return value ^ (value >> 33)
  }
}
