package import FileSystem

extension CoverageError {
  package init(_ error: FileError) {
    self = .fileFailed(path: error.path, message: error.reason.description)
  }
}

/// Access to the files that a measurement leaves in its folder, with errors of this module.
package enum WorkFiles {
  static func makeFolder(_ path: String) throws(CoverageError) {
    do throws(FileError) {
      try makeFolders(path)
    } catch {
      throw CoverageError(error)
    }
  }

  package static func write(_ bytes: [UInt8], to path: String) throws(CoverageError) {
    do throws(FileError) {
      try writeFile(path, bytes, isDurable: false)
    } catch {
      throw CoverageError(error)
    }
  }

  static func write(_ text: String, to path: String) throws(CoverageError) {
    try write(Array(text.utf8), to: path)
  }

  /// - Parameter origin: The accepted types of files beside regular ones.
  package static func map(
    _ path: String, from origin: PathOrigin = .checkout
  ) throws(CoverageError) -> MappedFile {
    do throws(FileError) {
      return try MappedFile(path, from: origin)
    } catch {
      throw CoverageError(error)
    }
  }

  /// A digest of the content of a file, independent of its path; `nil` when it cannot be read.
  static func mark(of path: String) -> String? {
    (try? MappedFile(path)).map { FNV1a($0.bytes).hex }
  }
}
