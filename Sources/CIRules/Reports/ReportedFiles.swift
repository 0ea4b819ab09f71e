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
  /// Indices in `files` by path, and by ends of the path: a report can name as many files as a
  /// change has, and name them by a link.
  private let byPath: [RepositoryPath: [Int]]
  private let ends: PathEnds

  /// Maximum number of files that one name can mean.
  static let most = 64

  private static let slash = UInt8(ascii: "/")

  /// - Parameter checkout: The absolute path of the top of the checkout.
  init(files: [FileChange], checkout: String? = nil, distrustsChange: Bool = false) {
    self.files = files
    self.checkout = checkout
    self.distrustsChange = distrustsChange
    // A report is text: bytes of a path that are not UTF-8 are U+FFFD there, and runs of marks are
    // cut.
    let named = files.indices.flatMap { index in
      let paths = [files[index].path] + (files[index].otherPaths ?? [])
      let texts = paths + paths.map(\.cuttingRunsOfMarks)
      return Set([files[index].exactPath] + texts.map { RepositoryPath($0) })
        .map { (path: $0, file: index) }
    }
    byPath = Dictionary(grouping: named, by: \.path).mapValues { $0.map(\.file) }
    ends = PathEnds(named)
  }

  /// The path of a file, changed or not; `nil` when the file does not appear to be in the checkout.
  func path(named reported: String) -> String? {
    if let file = files(named: reported)?.first { return file.path }
    let path = ReportPaths.relative(reported, checkout)
    let isInside =
      !path.isEmpty && !path.hasPrefix("/") && !path.pathNames.contains("..")
    return isInside ? path : nil
  }

  /// The changed files that a report means; `nil` when they are too many.
  func files(named reported: String) -> [FileChange]? {
    var path = Array(reported.utf8)
    let scheme = Array("file://".utf8)
    if path.starts(with: scheme) { path.removeFirst(scheme.count) }
    path = Self.withoutDots(path)
    if let checkout, path.starts(with: "\(checkout)/".utf8) {
      path.removeFirst(checkout.utf8.count + 1)
      return (byPath[RepositoryPath(path)] ?? []).map { files[$0] }
    }
    let exact = Set(ends.files(atEndOf: path))
    if exact.count > Self.most { return nil }
    if path.first == Self.slash || !exact.isEmpty && !distrustsChange {
      return exact.sorted().map { files[$0] }
    }
    // Xcode's test results contain names without folders, and tools that run in a folder leave it
    // out.
    let below = path.isEmpty ? [] : ends.files(endingWith: path, most: Self.most)
    if distrustsChange {
      return below.map { (exact.sorted() + $0.subtracting(exact).sorted()).map { files[$0] } }
    }
    guard !path.contains(Self.slash), let below, below.count == 1 else { return [] }
    return below.map { files[$0] }
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
}
