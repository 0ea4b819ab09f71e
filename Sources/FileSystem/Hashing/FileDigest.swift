/// The SHA-256 of a file's content in hexadecimal digits; `nil` when it cannot be read.
///
/// - Parameter isCancelled: Called before each piece; if it returns true, the result is `nil`.
package func fileDigest(
  _ path: String, unless isCancelled: () -> Bool = { false }
) -> String? {
  var hash = SHA256()
  do throws(FileError) {
    try OpenFile(path, to: .read).readPieces { piece throws(FileError) in
      if isCancelled() { throw FileError(.read, path, .cancelled) }
      hash.update(piece)
      return true
    }
    return hash.hex
  } catch {
    return nil
  }
}
