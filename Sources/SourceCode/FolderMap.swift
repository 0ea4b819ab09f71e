/// Values of folders, for what the folders contain. A path is read once, however many folders there
/// are.
package struct FolderMap<Value: Hashable & Sendable>: Hashable, Sendable {
  private struct Place: Hashable {
    var parent: Int
    var name: ArraySlice<UInt8>
  }

  private var places: [Place: Int] = [:]
  /// The value of each place, the root first; `nil` for a place without a value.
  private var values: [Value?] = [nil]

  package init() {}

  /// If a folder is inserted twice, the last value counts.
  ///
  /// - Parameter folder: The names on the way to it; none for the root.
  package mutating func insert(_ value: Value, for folder: some Sequence<ArraySlice<UInt8>>) {
    var place = 0
    for name in folder {
      let next = places[Place(parent: place, name: name)] ?? values.count
      if next == values.count {
        places[Place(parent: place, name: name)] = next
        values.append(nil)
      }
      place = next
    }
    values[place] = value
  }

  /// The value of the innermost folder that a path leads to or through.
  ///
  /// - Parameter path: The names of which it consists.
  package func value(around path: some Sequence<ArraySlice<UInt8>>) -> Value? {
    var value = values[0]
    visit(path) { _, found in value = found }
    return value
  }

  /// The values of all folders that a path leads to or through, by the number of their names; without
  /// the root.
  package func values(along path: some Sequence<ArraySlice<UInt8>>) -> [Int: Value] {
    var values: [Int: Value] = [:]
    visit(path) { values[$0] = $1 }
    return values
  }

  private func visit(_ path: some Sequence<ArraySlice<UInt8>>, _ body: (Int, Value) -> Void) {
    var (place, count) = (0, 0)
    for name in path {
      guard let next = places[Place(parent: place, name: name)] else { return }
      (place, count) = (next, count + 1)
      if let value = values[place] { body(count, value) }
    }
  }
}

extension StringProtocol {
  /// The bytes of each component of a path; empty components are left out.
  package var pathNameBytes: [ArraySlice<UInt8>] { Array(utf8).split(separator: UInt8(ascii: "/")) }
}
