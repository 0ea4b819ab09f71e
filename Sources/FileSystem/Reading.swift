/// No file that is read at once is larger, in bytes.
package let largestFile = 1 << 30
/// A terminal is a device, and so is `/dev/zero`, which has no end.
let largestDevice = 64 << 20

/// Where a path that is read comes from.
package enum PathOrigin: Hashable, Sendable {
  /// The checkout holds it or names it: it has to be a regular file.
  case checkout
  /// A person typed it: pipes and standard input will do, `/dev/stdin` and `<(…)`.
  case commandLine
}

/// The bytes of a file.
///
/// - Parameters:
///   - limit: More is not read; without one, a file of more than `largestFile` bytes is an error.
///   - origin: What may be read beside regular files.
package func readFile(
  _ path: String, limit: Int? = nil, from origin: PathOrigin = .checkout
) throws(FileError) -> [UInt8] {
  try OpenFile(reading: path, from: origin).readAll(limit: limit)
}

/// The bytes of a regular file below a folder, with no link on the way.
///
/// - Parameters:
///   - path: Relative to the folder.
///   - limit: More is not read.
package func readFile(
  _ path: String, below folder: String, limit: Int
) throws(FileError) -> [UInt8] {
  try OpenFile(reading: path, below: folder).readAll(limit: limit)
}

extension OpenFile {
  /// Opens a regular file below a folder, with no link on the way.
  ///
  /// - Parameter path: Relative to the folder.
  package init(reading path: String, below folder: String) throws(FileError) {
    let place = try FilePlace(anchor: folder, parts: path.split(separator: "/"), .read)
    try self.init(place, "\(folder)/\(path)", to: .read, .read)
  }

  /// The bytes that are left.
  ///
  /// - Parameter limit: More is not read; without one, more than `largestFile` bytes are an error.
  package func readAll(limit: Int? = nil) throws(FileError) -> [UInt8] {
    let status = status
    let most = status?.kind == .device ? largestDevice : largestFile
    let expected = status?.isFile == true ? status?.size : nil
    let bytes = try readAll(expected ?? 0, limit: min(limit ?? .max, most + 1))
    if bytes.count > most { throw FileError(.read, path, .hasNoEnd(limit: most)) }
    return bytes
  }

  private func readAll(_ expected: Int, limit: Int) throws(FileError) -> [UInt8] {
    // One byte more than it holds, so that the second read tells that this was all.
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

  /// - Returns: Fewer bytes only at the end.
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
