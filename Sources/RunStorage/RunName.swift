import CIModel

/// What a stored run was called: its id, the beginning of one that no other id has, or the path of a
/// record or a bundle.
package enum RunName: Hashable, Sendable {
  case id(String)
  case path(String)
  /// No run has this name, or several do.
  case unknown(message: String, help: String)

  /// Whether a name is that of a file, whatever runs are stored.
  package static func isPath(_ name: String) -> Bool {
    name.contains("/") || name.hasSuffix(".json") || name.hasSuffix(".tar")
  }

  /// How many ids a message lists.
  private static let listedIDs = 5

  /// - Parameter ids: of the runs that are stored, sorted.
  package init(_ name: String, among ids: [String]) {
    let candidates = name.isEmpty ? [] : ids.filter { $0.hasPrefix(name) }
    if let id = candidates.first(where: { $0 == name || candidates.count == 1 }) {
      self = .id(id)
    } else if Self.isPath(name) {
      self = .path(name)
    } else if candidates.isEmpty {
      let nearest = nearestSpelling(of: name, among: ids)
      let stored = "Use one of \(ids.suffix(Self.listedIDs).joined(separator: ", "))."
      self = .unknown(
        message: "there is no run '\(name)'",
        help: nearest.map { "Did you mean '\($0)'?" }
          ?? (ids.isEmpty ? "Run `devtool check` first." : stored))
    } else {
      let listed = candidates.suffix(Self.listedIDs).joined(separator: ", ")
      let others = candidates.count - Self.listedIDs
      self = .unknown(
        message: "'\(name)' matches \(candidates.count) run ids",
        help: "Write more characters of one of them: \(listed)"
          + (others > 0 ? " or \(others) older." : "."))
    }
  }
}
