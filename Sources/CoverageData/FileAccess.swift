#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
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

  /// When a file was last written, in seconds since the reference date; `nil` when it is missing.
  static func modificationTime(of path: String) -> Double? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
  }

  static func isEmpty(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    // Without the full Foundation the value is no `NSNumber`.
    return (attributes?[.size] as? any BinaryInteger).map { Int(clamping: $0) } == 0
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

  static func createFolder(_ path: String) throws(CoverageError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .fileFailed(path: path, message: "\(error)")
    }
  }
}
