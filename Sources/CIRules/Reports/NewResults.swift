import CIModel

/// Tells what reports have that those of the base do not have.
///
/// What is the same is told by file, rule and message, with any number for any other: a line that moves
/// or gets longer makes nothing new. Where the base has fewer of the same, so many of them are new as
/// there are more, and those on changed lines first. What gets worse is new: a warning does not excuse an
/// error. Of a test that failed the message does not count.
struct NewResults {
  /// What there is of each at the base, by severity, and has not been found yet.
  private var known: [Key: [Severity: Int]] = [:]
  private let paths: ReportPaths

  private struct Key: Hashable {
    var path: String
    var rule: String
    var message: String
  }

  /// - Parameters:
  ///   - base: What was reported of the base.
  ///   - head: What is reported now.
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

  /// Whether the base has nothing like it that is as bad; ask once for each, for the worst first and for those
  /// on changed lines last.
  mutating func isNew(_ entry: ToolReport.Entry) -> Bool {
    let key = key(entry, entry.file.map { paths.ofHead($0) })
    let severities = known[key]?.filter { $0.key >= entry.severity && $0.value > 0 }.keys
    guard let severity = severities?.min() else { return true }
    known[key]?[severity, default: 0] -= 1
    return false
  }

  private func key(_ entry: ToolReport.Entry, _ path: String?) -> Key {
    Key(
      path: path ?? "", rule: entry.rule,
      message: entry.isFailedTest ? "" : Self.withoutNumbers(entry.message))
  }

  /// `currently contains 431` is the same as `currently contains 430`.
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

/// Brings the paths of two reports together, of which each may be of another machine.
struct ReportPaths {
  private var base: [String: String] = [:]
  private var head: [String: String] = [:]

  init(base: [String], head: [String], changes: ChangeSet, checkout: String?) {
    let moved = Dictionary(
      changes.files.compactMap { file in
        file.status == .renamed ? file.oldPath.map { ($0, file.path) } : nil
      }
    ) { first, _ in first }
    let baseNames = Dictionary(Set(base).map { ($0, Self.relative($0, checkout)) }) { $1 }
    let headNames = Dictionary(Set(head).map { ($0, Self.relative($0, checkout)) }) { $1 }
    let basePaths = Set(baseNames.values.map { moved[$0] ?? $0 })
    let headPaths = Set(headNames.values)
    let movedPaths = Set(moved.keys)
    for (name, path) in baseNames {
      let found =
        Self.end(of: path, in: headPaths) ?? Self.end(of: path, in: movedPaths) ?? path
      self.base[name] = moved[found] ?? found
    }
    for (name, path) in headNames { self.head[name] = Self.end(of: path, in: basePaths) ?? path }
  }

  func ofBase(_ name: String) -> String { base[name] ?? name }
  func ofHead(_ name: String) -> String { head[name] ?? name }

  /// Bytes of a path that its ends are looked for; no system has longer ones, and each end is one more look.
  private static let longestPath = 4_096

  /// The longest end of an absolute path that is one of these.
  private static func end(of path: String, in paths: Set<String>) -> String? {
    guard path.hasPrefix("/"), path.utf8.count <= longestPath, !paths.contains(path) else {
      return nil
    }
    var rest = path[...]
    while let slash = rest.firstIndex(of: "/") {
      rest = rest[rest.index(after: slash)...]
      if paths.contains(String(rest)) { return String(rest) }
    }
    return nil
  }

  /// A path relative to the checkout as far as it lies there, with `.` and `..` taken out.
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
