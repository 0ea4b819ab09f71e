extension String {
  /// A total order that distinguishes names that differ only in their Unicode form.
  package func isBefore(_ other: String) -> Bool {
    self < other || (self == other && utf8.lexicographicallyPrecedes(other.utf8))
  }

  /// Whether the bytes are equal; `==` ignores differences of the Unicode form.
  package func isIdentical(to other: String) -> Bool {
    self == other && utf8.elementsEqual(other.utf8)
  }
}

extension Array {
  /// - Parameter name: The value by which neighbouring elements are compared.
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
