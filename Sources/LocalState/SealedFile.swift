package import FileSystem

/// A file whose content is only accepted with a valid seal.
package struct SealedFile {
  /// The absolute path of the folder.
  package var folder: String
  /// The path relative to the folder; it is sealed together with the content.
  package var name: String
  package var key: StateKey?

  package init(folder: String, name: String, key: StateKey?) {
    self.folder = folder
    self.name = name
    self.key = key
  }

  private var path: String { "\(folder)/\(name)" }

  package func read(limit: Int) -> ArraySlice<UInt8>? {
    // Without a key, no seal is valid.
    guard key != nil, let bytes = try? readFile(path, limit: limit) else { return nil }
    return key.opened(bytes, as: name)
  }

  /// Writes the file and creates its folders. Without a key nothing is written, because it could
  /// never be read.
  package func write(_ content: [UInt8], isDurable: Bool = false) throws(FileError) {
    guard let bytes = key.sealed(content, as: name) else { return }
    makeFolder(of: path)
    try writeFile(path, bytes, isDurable: isDurable)
  }
}
