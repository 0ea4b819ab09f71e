/// Sizes of files, to find out quickly whether one is near enough to another.
struct SortedSizes {
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
