package import FileSystem

/// A file that counts only as long as its content is sealed.
package struct SealedFile {
  /// Absolute.
  package var folder: String
  /// Relative to the folder; sealed with the content.
  package var name: String
  package var key: StateKey?

  package init(folder: String, name: String, key: StateKey?) {
    self.folder = folder
    self.name = name
    self.key = key
  }

  private var path: String { "\(folder)/\(name)" }

  package func read(limit: Int) -> ArraySlice<UInt8>? {
    // Without a key there is nothing to find.
    guard key != nil, let bytes = try? readFile(path, limit: limit) else { return nil }
    return key.opened(bytes, as: name)
  }

  /// Makes the folders, too. Without a key nothing is written, since it could never be read.
  package func write(_ content: [UInt8], isDurable: Bool = false) throws(FileError) {
    guard let bytes = key.sealed(content, as: name) else { return }
    makeFolder(of: path)
    try writeFile(path, bytes, isDurable: isDurable)
  }
}
