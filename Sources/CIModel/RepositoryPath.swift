/// A path relative to the repository root as git compares paths: byte by byte.
///
/// Two strings are equal in Swift when people read the same in them: `é` as one character or as two,
/// `K` and the sign for kelvin. For git they name two files, and a change can hold both. So paths are
/// never looked up or compared as strings.
package struct RepositoryPath: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Bytes that are not UTF-8 are shown as U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  private static let slash = UInt8(ascii: "/")

  /// The last component.
  package var name: ArraySlice<UInt8> {
    bytes[((bytes.lastIndex(of: Self.slash) ?? -1) + 1)...]
  }

  package func isNamed(_ text: String) -> Bool { name.elementsEqual(text.utf8) }

  /// Another file in the same folder.
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
  /// The path by its bytes: what lookups and comparisons take.
  package var exactPath: RepositoryPath { RepositoryPath(path, encoded: pathBytes) }

  /// The same of the old path of a rename.
  package var exactOldPath: RepositoryPath? {
    oldPath.map { RepositoryPath($0, encoded: oldPathBytes) }
  }

  /// A link or a submodule stands for everything below it.
  package var standsForFolder: Bool { mode == "120000" || mode == "160000" }

  /// Whether there could be files below: of a link that leads to a file there are none.
  package var mayHoldFiles: Bool { standsForFolder && leadsToFile != true }

  /// Whether there was nothing at the path.
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
  /// The same, by the bytes of the paths.
  package var byPath: [RepositoryPath: FileContents] {
    reduce(into: [:]) { $0[RepositoryPath($1.key)] = $1.value }
  }
}
