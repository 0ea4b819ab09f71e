/// Sorted file sizes, for a fast check whether a similar size exists.
struct SortedSizes {
  private let sizes: [Int]

  init(_ sizes: [Int]) { self.sizes = sizes.sorted() }

  /// Whether any of the sizes is between half and twice this one.
  func hasPartner(of size: Int) -> Bool {
    // Half of the size, rounded up, is the minimum.
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
