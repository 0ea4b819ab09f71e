#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What this module asks the file system, in one place.
enum FileAccess {
  static func isFile(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }

  /// The names in a folder, sorted; empty when there is no such folder.
  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// When a file was last written; `nil` when it is missing.
  static func modificationTime(of path: String) -> FileTime? {
    status(path).map { status in
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return FileTime(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }
  }

  static func isEmpty(_ path: String) -> Bool {
    status(path)?.st_size == 0
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  static func resolvingLinks(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path
  }

  static func write(_ text: String, to path: String) throws(CoverageError) {
    do {
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    } catch {
      throw .fileFailed(path: path, message: "\(error)")
    }
  }

  static func write(_ bytes: [UInt8], to path: String) throws(CoverageError) {
    do {
      try Data(bytes).write(to: URL(filePath: path))
    } catch {
      throw .fileFailed(path: path, message: "\(error)")
    }
  }

  /// The content of a regular file; a pipe or a device is an error, and never waited for.
  static func read(_ path: String) throws(CoverageError) -> Data {
    let file = try MappedFile(path, isTyped: false)
    return Data(file.bytes)
  }

  static func remove(_ path: String) { unlink(path) }

  /// A mark of the content of a file, the same wherever the file lies; `nil` when it cannot be read.
  static func mark(of path: String) -> String? {
    guard let data = try? read(path) else { return nil }
    // FNV-1a, 64 bits.
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in data { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(value, radix: 16)
  }

  static func createFolder(_ path: String) throws(CoverageError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .fileFailed(path: path, message: "\(error)")
    }
  }
}

/// A moment since 1970.
struct FileTime: Comparable {
  var seconds: Int64
  var nanoseconds: Int64

  static func < (left: FileTime, right: FileTime) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}
