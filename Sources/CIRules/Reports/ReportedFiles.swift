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
  private let exact: Index
  /// Bytes of names beyond ASCII that may still be folded or respelled, which takes long. Further
  /// names can mean any file.
  private var roomForFolding: Int
  /// Paths without case, for reports of Windows: MSVC writes paths in lower case.
  private lazy var folded: Index = Index(files, checkout) {
    RepositoryPath(FoldedName.folded($0.text))
  }

  /// The names beyond ASCII of the files. Strings are equal in every Unicode normalization, and Macs
  /// may report another one than git stores.
  private let spellings: [String: ArraySlice<UInt8>]
  private lazy var respelled: Index = Index(files, checkout) { [spellings] in
    RepositoryPath(Self.respelled($0.bytes, spellings))
  }

  /// Indices in the files by path, and by ends of the path: a report can name as many files as a
  /// change has, and name them by a link.
  private struct Index {
    let checkout: [UInt8]?
    let byPath: [RepositoryPath: [Int]]
    let ends: PathEnds

    init(
      _ files: [FileChange], _ checkout: String?,
      _ name: (RepositoryPath) -> RepositoryPath = { $0 }
    ) {
      // A report is text: bytes of a path that are not UTF-8 are U+FFFD there, and runs of marks are
      // cut.
      let named = files.indices.flatMap { index in
        let paths = [files[index].path] + (files[index].otherPaths ?? [])
        let texts = paths + paths.map(\.cuttingRunsOfMarks)
        return Set(([files[index].exactPath] + texts.map { RepositoryPath($0) }).map(name))
          .map { (path: $0, file: index) }
      }
      self.checkout = checkout.map { name(RepositoryPath("\($0)/")).bytes }
      byPath = Dictionary(grouping: named, by: \.path).mapValues { $0.map(\.file) }
      ends = PathEnds(named)
    }
  }

  /// Maximum number of files that one name can mean.
  static let most = 64

  private static let slash = UInt8(ascii: "/")

  /// - Parameter checkout: The absolute path of the top of the checkout.
  init(
    files: [FileChange], checkout: String? = nil, distrustsChange: Bool = false,
    mostToFold: Int = 4 << 20
  ) {
    self.files = files
    roomForFolding = mostToFold
    self.checkout = checkout
    self.distrustsChange = distrustsChange
    exact = Index(files, checkout)
    let paths = exact.byPath.keys.map(\.bytes) + [Array((checkout ?? "").utf8)]
    let names = paths.lazy.flatMap { $0.split(separator: Self.slash) }
      .filter { !$0.allSatisfy { $0 < 0x80 } }
    spellings = Dictionary(names.map { (Self.text($0), $0) }) { first, _ in first }
  }

  /// A path with each name as `spellings` has it.
  private static func respelled(
    _ path: [UInt8], _ spellings: [String: ArraySlice<UInt8>]
  ) -> [UInt8] {
    let names = path.split(separator: slash, omittingEmptySubsequences: false)
    return Array(
      names.map { spellings[text($0)] ?? $0 }.joined(separator: [slash]))
  }

  private static func text(_ name: ArraySlice<UInt8>) -> String {
    String(decoding: name, as: UTF8.self).cuttingRunsOfMarks
  }

  /// The path of a file that the change does not touch; `nil` when it does not appear to be in the
  /// checkout.
  func unchangedPath(named reported: String) -> String? {
    let path = ReportPaths.relative(reported, checkout)
    let isInside =
      !path.isEmpty && !path.hasPrefix("/") && !path.pathNames.contains("..")
    return isInside ? path : nil
  }

  /// The changed files that a report means; `nil` when they are too many.
  mutating func files(named reported: String) -> [FileChange]? {
    if !Self.isOfWindows(reported) { return files(spelled: reported) }
    // Elsewhere a backslash can be part of a name.
    if reported.contains("\\"), case let found = files(named: reported, in: exact), found != [] {
      return found
    }
    return files(folding: reported.replacing("\\", with: "/"))
  }

  /// The files that a path means by its bytes, or else in another Unicode normalization. On a disk
  /// that ignores case, the folder of a new file can have another name than in git.
  private mutating func files(spelled reported: String) -> [FileChange]? {
    let found = files(named: reported, in: exact)
    if found != [] && !distrustsChange || found == nil { return found }
    let path = RepositoryPath(ReportPaths.relative(reported, checkout))
    if exact.byPath[path] != nil { return found }
    var all = found
    if !spellings.isEmpty {
      guard takeRoom(reported) else { return nil }
      let name = Self.respelled(Array(reported.utf8), spellings)
      all = files(named: String(decoding: name, as: UTF8.self), in: respelled)
    }
    guard distrustsChange, let all, let folded = files(folding: reported) else { return all }
    return all + folded.filter { !all.contains($0) }
  }

  private mutating func files(folding name: String) -> [FileChange]? {
    takeRoom(name) ? files(named: FoldedName.folded(name), in: folded) : nil
  }

  private mutating func takeRoom(_ name: String) -> Bool {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return true }
    roomForFolding -= name.utf8.count
    return roomForFolding >= 0
  }

  /// Whether a path has backslashes or a drive, as in `c:/work` and `file:///c:/work`.
  private static func isOfWindows(_ path: String) -> Bool {
    let path = path.utf8.starts(with: scheme) ? path.utf8.dropFirst(scheme.count) : path.utf8[...]
    let drive = path.drop { $0 == slash }.prefix(3)
    return path.contains(UInt8(ascii: "\\"))
      || drive.count == 3 && drive.last == slash && drive.dropFirst().first == UInt8(ascii: ":")
  }

  private static let scheme = Array("file://".utf8)

  private func files(named reported: String, in index: Index) -> [FileChange]? {
    var path = Array(reported.utf8)
    if path.starts(with: Self.scheme) { path.removeFirst(Self.scheme.count) }
    path = Self.withoutDots(path)
    if let checkout = index.checkout, path.starts(with: checkout) {
      path.removeFirst(checkout.count)
      return (index.byPath[RepositoryPath(path)] ?? []).map { files[$0] }
    }
    let ends = index.ends
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
