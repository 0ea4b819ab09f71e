/// The files that contain a piece with a given hash.
struct PieceTable {
  private var files: [(hash: UInt32, file: Int32, count: UInt32)] = []
  /// The index at which the files of each hash begin; one entry more than there are hashes.
  private var starts: [Int32] = []

  mutating func add(_ hashes: SpanHashes, _ file: Int) {
    for index in hashes.hashes.indices {
      files.append((hashes.hashes[index], Int32(truncatingIfNeeded: file), hashes.counts[index]))
    }
  }

  /// Sorts the added entries by hash.
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

  /// Adds to the count of each file the number of bytes that it shares with these pieces.
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
