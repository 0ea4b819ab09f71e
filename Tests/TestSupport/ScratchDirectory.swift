package import Foundation
import Synchronization

/// A folder of the test's own. All are removed when the tests end: some file systems are slow to create files
/// while others have just been removed.
package struct ScratchDirectory: Sendable {
  package let url: URL

  package enum Place: Sendable {
    case temporary
    /// Other users can get to it, and its path is short whatever `TMPDIR` is.
    case open
    /// Where files are not written to disk, if there is such a place: for small files that thousands of
    /// commands leave.
    case memory

    fileprivate var folder: URL {
      let memory = "/dev/shm"
      switch self {
      case .memory where FileManager.default.isWritableFile(atPath: memory):
        return URL(fileURLWithPath: memory)
      case .open: return URL(fileURLWithPath: "/tmp")
      case .memory, .temporary: return FileManager.default.temporaryDirectory
      }
    }
  }

  package init(in place: Place = .temporary) throws {
    let base = place.folder.resolvingSymlinksInPath()
    url = base.appendingPathComponent("devtool-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let isFirst = Self.paths.withLock { paths in
      paths.append(url.path)
      return paths.count == 1
    }
    if isFirst {
      atexit {
        let paths = ScratchDirectory.paths.withLock { $0 }
        DispatchQueue.concurrentPerform(iterations: paths.count) {
          try? FileManager.default.removeItem(atPath: paths[$0])
        }
      }
    }
  }

  private static let paths = Mutex<[String]>([])

  package var path: String { url.path }

  /// Writes a file and the folders it needs.
  @discardableResult
  package func write(_ text: String, to relativePath: String) throws -> URL {
    try write(Data(text.utf8), to: relativePath)
  }

  /// Writes a file and the folders it needs.
  @discardableResult
  package func write(_ data: Data, to relativePath: String) throws -> URL {
    let file = url.appendingPathComponent(relativePath)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file
  }

  package func read(_ relativePath: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(relativePath), encoding: .utf8)
  }

  package func remove(_ relativePath: String) throws {
    try FileManager.default.removeItem(at: url.appendingPathComponent(relativePath))
  }

  package func exists(_ relativePath: String) -> Bool {
    FileManager.default.fileExists(atPath: url.appendingPathComponent(relativePath).path)
  }
}
