import CIModel

/// Finds the results in reports that the reports of the base do not contain.
///
/// Two results match if their file, rule and message are equal, where any number equals any other:
/// a line that moves or gets longer creates no new result. If the base has fewer matching results,
/// the surplus is new, starting with those on changed lines. A result that gets worse is new: a
/// warning at the base does not excuse an error. For a failed test the message is ignored.
struct NewResults {
  /// Number of results at the base that have not been matched yet, by severity.
  private var known: [Key: [Severity: Int]] = [:]
  private let paths: ReportPaths

  private struct Key: Hashable {
    var path: RepositoryPath
    var rule: String
    var message: String
  }

  /// - Parameters:
  ///   - base: The results of the base.
  ///   - head: The results of the head.
  init(
    base: [ToolReport.Entry], head: [ToolReport.Entry], changes: ChangeSet, checkout: String?
  ) {
    paths = ReportPaths(
      base: base.compactMap(\.file), head: head.compactMap(\.file), changes: changes,
      checkout: checkout)
    for entry in base where !entry.isFurther {
      known[key(entry, entry.file.map { paths.ofBase($0) }), default: [:]][
        entry.severity, default: 0] += 1
    }
  }

  /// Whether the base has no matching result of at least the same severity. Call it once for each
  /// result, the most severe first, and among these last for those on changed lines.
  mutating func isNew(_ entry: ToolReport.Entry) -> Bool {
    let key = key(entry, entry.file.map { paths.ofHead($0) })
    let severities = known[key]?.filter { $0.key >= entry.severity && $0.value > 0 }.keys
    guard let severity = severities?.min() else { return true }
    known[key]?[severity, default: 0] -= 1
    return false
  }

  private func key(_ entry: ToolReport.Entry, _ path: String?) -> Key {
    Key(
      path: RepositoryPath(path ?? ""), rule: entry.rule,
      message: entry.isFailedTest ? "" : Self.withoutNumbers(entry.message))
  }

  /// Replaces each number, so that `currently contains 431` equals `currently contains 430`.
  private static func withoutNumbers(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      if !isDigit || result.last != UInt8(ascii: "0") {
        result.append(isDigit ? UInt8(ascii: "0") : byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// Matches the paths in two reports that may come from different machines.
struct ReportPaths {
  private var base: [RepositoryPath: String] = [:]
  private var head: [RepositoryPath: String] = [:]

  init(base: [String], head: [String], changes: ChangeSet, checkout: String?) {
    let moved = Dictionary(
      changes.files.compactMap { file in
        file.status == .renamed ? file.oldPath.map { ($0, file.path) } : nil
      }
    ) { first, _ in first }
    func relative(_ names: [String]) -> [(name: RepositoryPath, path: String)] {
      Set(names.map { RepositoryPath($0) }).map { ($0, Self.relative($0.text, checkout)) }
    }
    let (baseNames, headNames) = (relative(base), relative(head))
    let basePaths = Ends(Set(baseNames.map { moved[$0.path] ?? $0.path }))
    let headPaths = Ends(Set(headNames.map(\.path)))
    let movedPaths = Ends(Set(moved.keys))
    for (name, path) in baseNames {
      let found = headPaths.end(of: path) ?? movedPaths.end(of: path) ?? path
      self.base[name] = moved[found] ?? found
    }
    for (name, path) in headNames { self.head[name] = basePaths.end(of: path) ?? path }
  }

  func ofBase(_ name: String) -> String { base[RepositoryPath(name)] ?? name }
  func ofHead(_ name: String) -> String { head[RepositoryPath(name)] ?? name }

  private struct Ends {
    private let paths: [String]
    private let ends: PathEnds

    init(_ paths: Set<String>) {
      self.paths = Array(paths)
      ends = PathEnds(self.paths.enumerated().map { (RepositoryPath($1), $0) })
    }

    /// The longest end of an absolute path that is one of these paths; `nil` when none is.
    func end(of path: String) -> String? {
      guard path.hasPrefix("/"), let end = ends.files(atEndOf: Array(path.utf8)).first else {
        return nil
      }
      return paths[end] == path ? nil : paths[end]
    }
  }

  /// A path relative to the checkout if it is inside, with `.` and `..` resolved.
  static func relative(_ name: String, _ checkout: String?) -> String {
    var path = name[...]
    if path.hasPrefix("file://") { path = path.dropFirst("file://".count) }
    let isAbsolute = path.hasPrefix("/")
    var parts: [Substring] = []
    for part in path.pathNames where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    let plain = (isAbsolute ? "/" : "") + parts.joined(separator: "/")
    guard let checkout, plain.hasPrefix("\(checkout)/") else { return plain }
    return String(plain.dropFirst(checkout.count + 1))
  }
}
