/// The maximum size in bytes of a file that is read at once.
package let largestFile = 1 << 30
/// The limit in bytes for a device: a terminal is one, and so is `/dev/zero`, which is endless.
let largestDevice = 64 << 20

/// The origin of a path that is read.
package enum PathOrigin: Hashable, Sendable {
  /// The path is in the checkout or comes from it: it must be a regular file.
  case checkout
  /// A person typed the path: pipes and standard input are allowed, as in `/dev/stdin` and `<(…)`.
  case commandLine
}

/// Reads a file.
///
/// - Parameters:
/// - limit: The maximum number of bytes to read; without it, a file of more than `largestFile`
///   bytes is an error.
/// - origin: The origin of the path, which determines the allowed types of files.
package func readFile(
  _ path: String, limit: Int? = nil, from origin: PathOrigin = .checkout
) throws(FileError) -> [UInt8] {
  try OpenFile(reading: path, from: origin).readAll(limit: limit)
}

/// Reads a regular file below a folder, without following links.
///
/// - Parameters:
/// - path: The path relative to the folder.
/// - limit: The maximum number of bytes to read.
package func readFile(
  _ path: String, below folder: String, limit: Int
) throws(FileError) -> [UInt8] {
  try OpenFile(reading: path, below: folder).readAll(limit: limit)
}

extension OpenFile {
  /// Opens a regular file below a folder, without following links.
  ///
  /// - Parameter path: The path relative to the folder.
  package init(reading path: String, below folder: String) throws(FileError) {
    let place = try FilePlace(anchor: folder, parts: path.split(separator: "/"), .read)
    try self.init(place, "\(folder)/\(path)", to: .read, .read)
  }

  /// Reads the rest of the file.
  ///
  /// - Parameter limit: The maximum number of bytes to read; without it, more than `largestFile`
  ///   bytes are an error.
  package func readAll(limit: Int? = nil) throws(FileError) -> [UInt8] {
    let status = status
    let most = status?.kind == .device ? largestDevice : largestFile
    let expected = status?.isFile == true ? status?.size : nil
    let bytes = try readAll(expected ?? 0, limit: min(limit ?? .max, most + 1))
    if bytes.count > most { throw FileError(.read, path, .hasNoEnd(limit: most)) }
    return bytes
  }

  private func readAll(_ expected: Int, limit: Int) throws(FileError) -> [UInt8] {
    // One byte more than expected, so that the second read detects the end.
    var size = max(expected + 1, 4_096)
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let wanted = min(size, limit - bytes.count)
      let piece = try readPiece(of: wanted)
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if piece.count < wanted { break }
      size = 1 << 20
    }
    return bytes
  }

  /// - Returns: Fewer bytes than requested only at the end.
  private func readPiece(of size: Int) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let buffer = UnsafeMutableRawBufferPointer(buffer)
      do throws(FileError) {
        while count < buffer.count {
          let taken = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
          if taken == 0 { return }
          count += taken
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return piece
  }
}
