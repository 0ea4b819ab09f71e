/// The files that contain a piece with a given hash.
struct PieceTable {
  private var files: [(file: Int32, count: UInt32)]
  /// The index at which the files of each hash begin; one entry more than there are hashes.
  private var starts: [Int]
  /// Number of entries that were visited in all lookups.
  private(set) var work = 0

  /// - Parameter contents: The pieces of each file.
  init(_ contents: [(hashes: SpanHashes, file: Int)]) {
    starts = [Int](repeating: 0, count: SpanHashes.hashCount + 1)
    for (hashes, _) in contents {
      for hash in hashes.hashes { starts[Int(hash) + 1] += 1 }
    }
    for hash in 0..<SpanHashes.hashCount { starts[hash + 1] += starts[hash] }
    files = Array(repeating: (0, 0), count: starts[SpanHashes.hashCount])
    var next = starts
    for (hashes, file) in contents {
      for (hash, count) in zip(hashes.hashes, hashes.counts) {
        files[next[Int(hash)]] = (Int32(truncatingIfNeeded: file), count)
        next[Int(hash)] += 1
      }
    }
  }

  /// Adds to the count of each file the number of bytes that it shares with these pieces.
  mutating func count(_ hashes: SpanHashes, into shared: inout [UInt32]) {
    var visited = 0
    shared.withUnsafeMutableBufferPointer { shared in
      files.withUnsafeBufferPointer { files in
        for index in hashes.hashes.indices {
          let hash = Int(hashes.hashes[index])
          let count = hashes.counts[index]
          let range = starts[hash]..<starts[hash + 1]
          for position in range {
            shared[Int(files[position].file)] &+= min(files[position].count, count)
          }
          visited += range.count
        }
      }
    }
    work += visited
  }
}
