extension RandomAccessCollection where Index == Int {
  /// The index of the first element that a condition holds for, found by halves; `endIndex` when there is none.
  ///
  /// - Parameter isBehind: Must hold for all elements behind the first one that it holds for.
  @inlinable
  package func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
