/// A path relative to the repository root that is compared byte by byte, as in git.
///
/// Swift strings are equal when they are canonically equivalent: `é` as one character or as two,
/// `K` and the kelvin sign. In git these are two file names, and a change can contain both. So
/// paths are never looked up or compared as strings.
package struct RepositoryPath: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// All bytes at once: an array would hash them one by one.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The path as a string; bytes that are not UTF-8 are shown as U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  private static let slash = UInt8(ascii: "/")

  /// The last component.
  package var name: ArraySlice<UInt8> {
    bytes[((bytes.lastIndex(of: Self.slash) ?? -1) + 1)...]
  }

  package func isNamed(_ text: String) -> Bool { name.elementsEqual(text.utf8) }

  /// The path of another file in the same folder.
  package func sibling(_ name: String) -> RepositoryPath {
    RepositoryPath(bytes[..<self.name.startIndex] + name.utf8)
  }
}

extension RepositoryPath: Comparable {
  package static func < (one: RepositoryPath, other: RepositoryPath) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}

extension RepositoryPath: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(value) }
}

extension FileChange {
  /// The path as bytes, for lookups and comparisons.
  package var exactPath: RepositoryPath { RepositoryPath(path, encoded: pathBytes) }

  /// The old path of a rename as bytes; `nil` for other changes.
  package var exactOldPath: RepositoryPath? {
    oldPath.map { RepositoryPath($0, encoded: oldPathBytes) }
  }

  /// Whether the file is a symbolic link or a submodule, which stands for everything below it.
  package var standsForFolder: Bool { mode == "120000" || mode == "160000" }

  /// Whether the file matches like a folder: a link or a submodule, also one that is deleted.
  package var matchesLikeFolder: Bool { standsForFolder || status == .deleted && wasLink }

  /// Whether the file was a symbolic link or a submodule.
  package var wasLink: Bool { oldMode == "120000" || oldMode == "160000" }

  /// Whether a link or a submodule replaces a file, so that the text of the file is gone.
  package var isReplacedByLink: Bool { status == .typechanged && standsForFolder && !wasLink }

  /// Whether a file replaces a link or a submodule.
  package var replacesLink: Bool { status == .typechanged && !standsForFolder && wasLink }

  /// Whether files below the path are possible; a link to a file has none.
  package var mayHoldFiles: Bool { standsForFolder && leadsToFile != true }

  /// Whether the path did not exist at the merge base.
  package var isNewPath: Bool { status == .added || status == .renamed }
}

extension RepositoryPath {
  /// - Parameter encoded: Base64 of the bytes where they are not UTF-8.
  fileprivate init(_ text: String, encoded: String?) {
    if let bytes = encoded.flatMap(Base64.decode) {
      self.init(bytes)
    } else {
      self.init(text)
    }
  }
}

extension [String: FileContents] {
  /// The contents by the bytes of their paths.
  package var byPath: [RepositoryPath: FileContents] {
    reduce(into: [:]) { $0[RepositoryPath($1.key)] = $1.value }
  }
}
