import CIModel

/// Finds the changed files that another tool names.
///
/// The tool may print an absolute path, even from another machine, or a path relative to another
/// folder. If that leaves a choice, each possible file is meant: a change could add a file that
/// matches better than the one that the tool examined.
struct ReportedFiles {
  private let files: [FileChange]
  private let checkout: String?
  private let distrustsChange: Bool
  /// Indices in `files` by path, and by the last component of the path: a report can name as many
  /// files as a change has.
  private let byPath: [RepositoryPath: [Int]]
  private let byName: [ArraySlice<UInt8>: [Int]]
  /// Lengths of the paths in bytes.
  private let lengths: Set<Int>

  private static let slash = UInt8(ascii: "/")

  /// - Parameter checkout: The absolute path of the top of the checkout.
  init(files: [FileChange], checkout: String? = nil, distrustsChange: Bool = false) {
    self.files = files
    self.checkout = checkout
    self.distrustsChange = distrustsChange
    // A report is text: bytes of a path that are not UTF-8 are U+FFFD there.
    byPath = Dictionary(
      files.indices.flatMap { index in
        Set([files[index].exactPath, RepositoryPath(files[index].path)]).map { ($0, [index]) }
      }, uniquingKeysWith: +)
    byName = Dictionary(grouping: files.indices) { files[$0].exactPath.name }
    lengths = Set(byPath.keys.map(\.bytes.count))
  }

  /// The path of a file, changed or not; `nil` when the file does not appear to be in the checkout.
  func path(named reported: String) -> String? {
    if let file = files(named: reported).first { return file.path }
    let path = ReportPaths.relative(reported, checkout)
    let isInside =
      !path.isEmpty && !path.hasPrefix("/") && !path.pathNames.contains("..")
    return isInside ? path : nil
  }

  func files(named reported: String) -> [FileChange] {
    var path = Array(reported.utf8)
    let scheme = Array("file://".utf8)
    if path.starts(with: scheme) { path.removeFirst(scheme.count) }
    path = Self.withoutDots(path)
    if let checkout, path.starts(with: "\(checkout)/".utf8) {
      path.removeFirst(checkout.utf8.count + 1)
      return (byPath[RepositoryPath(path)] ?? []).map { files[$0] }
    }
    if path.first == Self.slash { return filesAtEnd(of: path) }
    let exact = filesAtEnd(of: path)
    if !exact.isEmpty, !distrustsChange { return exact }
    // Xcode's test results contain names without folders, and tools that run in a folder leave it
    // out.
    let below = (byName[RepositoryPath(path).name] ?? []).map { files[$0] }.filter {
      Self.ends($0.exactPath.bytes, with: path)
    }
    if distrustsChange { return exact + below.filter { $0.exactPath.bytes != path } }
    return !path.contains(Self.slash) && below.count == 1 ? below : []
  }

  /// A path without empty names and with `.` and `..` resolved as far as possible.
  private static func withoutDots(_ path: [UInt8]) -> [UInt8] {
    let (here, above) = (Array(".".utf8)[...], Array("..".utf8)[...])
    var parts: [ArraySlice<UInt8>] = []
    for part in path.split(separator: slash, omittingEmptySubsequences: false) where part != here {
      let isInside = part.startIndex > path.startIndex && part.endIndex < path.endIndex
      if part.isEmpty, isInside { continue }
      if part == above, let last = parts.last, last != above, !last.isEmpty {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return Array(parts.joined(separator: [slash]))
  }

  /// The files whose path is the end of a path.
  private func filesAtEnd(of path: [UInt8]) -> [FileChange] {
    path.indices.filter {
      lengths.contains(path.count - $0) && ($0 == 0 || path[$0 - 1] == Self.slash)
    }
    .flatMap { byPath[RepositoryPath(path[$0...])] ?? [] }.sorted().map { files[$0] }
  }

  /// Whether a path ends with all components of another one.
  private static func ends(_ path: [UInt8], with other: [UInt8]) -> Bool {
    guard !other.isEmpty, path.suffix(other.count).elementsEqual(other) else { return false }
    let start = path.count - other.count
    return start == 0 || path[start - 1] == slash
  }
}
