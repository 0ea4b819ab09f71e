import CIModel

/// The members of a tree by their names as programs know them that do not tell upper from lower case, each
/// name folded once however many keys are looked for.
struct PropertyIndex {
  private let value: PropertyTree
  private var members: [String: [(name: [UInt8], index: PropertyIndex)]] = [:]

  init(_ tree: PropertyTree) {
    value = tree
    guard case .object(let values) = tree else { return }
    for (name, value) in values {
      members[Self.folded(name), default: []].append((name, PropertyIndex(value)))
    }
  }

  /// Every value that a path of names with dots between them can mean, sorted: a name may hold a dot
  /// itself.
  func places(at path: String) -> [PropertyTree.Place] {
    let names = path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return places(names.map { Array($0) }[...]).sorted {
      $0.names.lexicographicallyPrecedes($1.names) { $0.lexicographicallyPrecedes($1) }
    }
  }

  private func places(_ rest: ArraySlice<[UInt8]>) -> [PropertyTree.Place] {
    if rest.isEmpty { return [PropertyTree.Place(names: [], value: value)] }
    if members.isEmpty { return [] }
    return rest.indices.flatMap { index -> [PropertyTree.Place] in
      let name = Array(rest[...index].joined(separator: [UInt8(ascii: ".")]))
      return (members[Self.folded(name)] ?? []).flatMap { name, member in
        member.places(rest[(index + 1)...]).map {
          PropertyTree.Place(names: [name] + $0.names, value: $0.value)
        }
      }
    }
  }

  private static func folded(_ name: [UInt8]) -> String {
    FoldedName.folded(String(decoding: name, as: UTF8.self))
  }
}
