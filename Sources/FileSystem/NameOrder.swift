extension String {
  /// A total order in which names that differ only in their Unicode form are different names.
  package func isBefore(_ other: String) -> Bool {
    self < other || (self == other && utf8.lexicographicallyPrecedes(other.utf8))
  }

  /// Whether the bytes are the same; `==` takes several forms of a text for one.
  package func isIdentical(to other: String) -> Bool {
    self == other && utf8.elementsEqual(other.utf8)
  }
}

extension Array {
  /// - Parameter name: What makes two neighbours the same.
  package func droppingRepeated(_ name: (Element) -> String) -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(count)
    for element in self {
      if let last = result.last, name(last).isIdentical(to: name(element)) { continue }
      result.append(element)
    }
    return result
  }
}
