import CIModel

/// The name of a stored run: its id, a unique prefix of its id, or the path of a record or a
/// bundle.
package enum RunName: Hashable, Sendable {
  case id(String)
  case path(String)
  /// No run has this name, or several do.
  case unknown(message: String, help: String)

  /// Whether a name has the form of a path, whatever runs are stored.
  package static func isPath(_ name: String) -> Bool {
    name.contains("/") || name.hasSuffix(".json") || name.hasSuffix(".tar")
  }

  /// The number of ids that a message lists.
  private static let listedIDs = 5

  /// - Parameter ids: The ids of the stored runs, sorted.
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
