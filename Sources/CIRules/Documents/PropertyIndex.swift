import CIModel

/// The members of a tree that keys can mean, by the names that programs use when they ignore case.
/// Each name is folded once, however many keys there are, and members that no key leads to are
/// skipped.
struct PropertyIndex {
  private typealias Names = ArraySlice<[UInt8]>

  private let value: PropertyTree
  private var members: [String: [(name: [UInt8], index: PropertyIndex)]] = [:]

  /// - Parameter keys: The paths that will be looked up.
  init(_ tree: PropertyTree, along keys: [String]) {
    self.init(tree, along: keys.map(Self.names))
  }

  private init(_ tree: PropertyTree, along paths: [Names]) {
    value = tree
    guard case .object(let values) = tree else { return }
    let rests = Self.rests(of: paths)
    if rests.isEmpty { return }
    for (name, value) in values {
      let folded = Self.folded(name)
      guard let rests = rests[folded] else { continue }
      members[folded, default: []].append((name, PropertyIndex(value, along: rests)))
    }
  }

  /// The rests of the paths behind each name that a path can begin with. A name may contain a dot
  /// itself.
  private static func rests(of paths: [Names]) -> [String: [Names]] {
    var rests: [String: [Names]] = [:]
    for path in paths {
      for index in path.indices {
        rests[folded(joined(path[...index])), default: []].append(path[(index + 1)...])
      }
    }
    return rests
  }

  /// Every value that a dotted path of names can mean, sorted.
  ///
  /// - Parameter path: One of the keys.
  func places(at path: String) -> [PropertyTree.Place] {
    places(Self.names(path)).sorted {
      $0.names.lexicographicallyPrecedes($1.names) { $0.lexicographicallyPrecedes($1) }
    }
  }

  private func places(_ rest: Names) -> [PropertyTree.Place] {
    if rest.isEmpty { return [PropertyTree.Place(names: [], value: value)] }
    if members.isEmpty { return [] }
    return rest.indices.flatMap { index -> [PropertyTree.Place] in
      let name = Self.joined(rest[...index])
      return (members[Self.folded(name)] ?? []).flatMap { name, member in
        member.places(rest[(index + 1)...]).map {
          PropertyTree.Place(names: [name] + $0.names, value: $0.value)
        }
      }
    }
  }

  private static func names(_ path: String) -> Names {
    path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { Array($0) }[...]
  }

  private static func joined(_ names: Names) -> [UInt8] {
    Array(names.joined(separator: [UInt8(ascii: ".")]))
  }

  private static func folded(_ name: [UInt8]) -> String {
    FoldedName.folded(String(decoding: name, as: UTF8.self))
  }
}
