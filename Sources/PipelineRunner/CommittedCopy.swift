import FileSystem
import GitHistory

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of a commit in a folder of their own, for programs that must not come from what a
/// branch changed.
struct CommittedCopy {
  /// Absolute, and empty.
  var folder: String

  /// Writes every file and link; submodules are left out.
  func write(_ commit: String, of repository: GitRepository) throws(CommandRuleError) {
    var failure: StorageError?
    do throws(GitError) {
      try repository.forEachFile(in: commit) { file in
        guard failure == nil else { return }
        do throws(StorageError) {
          try write(file)
        } catch {
          failure = error
        }
      }
    } catch {
      throw CommandRuleError(message: error.description, help: error.help)
    }
    if let failure {
      throw CommandRuleError(message: failure.description, help: "Make .devtool writable.")
    }
  }

  private func write(_ file: GitRepository.CommittedFile) throws(StorageError) {
    let components = file.path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // git makes no such name; a tree that somebody made by hand can hold one.
    let isPlain = components.allSatisfy {
      !$0.isEmpty && !$0.elementsEqual(".".utf8)
        && !$0.elementsEqual("..".utf8) && !$0.contains(0)
    }
    let shown = "\(folder)/\(String(decoding: file.path, as: UTF8.self))"
    guard isPlain else { throw StorageError("write", shown, code: EINVAL) }
    var path = Array(folder.utf8)
    for component in components {
      if mkdir(cString(path), 0o777) != 0 {
        guard errno == EEXIST else { throw StorageError("write", shown) }
        // A tree that somebody made by hand can have a link and a folder of the same name.
        var status = stat()
        guard lstat(cString(path), &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
          throw StorageError("write", shown, code: ENOTDIR)
        }
      }
      path.append(UInt8(ascii: "/"))
      path += component
    }
    if file.isLink {
      // What lies outside of the commit may be the change's.
      if leaves(file.bytes, from: components.dropLast().count) { return }
      guard symlink(cString(file.bytes), cString(path)) == 0 else {
        throw StorageError("write", shown)
      }
      return
    }
    let mode: mode_t = file.isExecutable ? 0o777 : 0o666
    let descriptor = open(cString(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw StorageError("write", shown) }
    defer { close(descriptor) }
    var offset = 0
    while offset < file.bytes.count {
      let count = file.bytes.withUnsafeBytes { bytes in
        Self.write(descriptor, bytes, from: offset)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw StorageError("write", shown) }
      offset += count
    }
  }

  /// Whether a link leads out of the copy.
  /// - Parameter depth: The number of folders that it lies in.
  private func leaves(_ target: [UInt8], from depth: Int) -> Bool {
    if target.first == UInt8(ascii: "/") { return true }
    var depth = depth
    for component in target.split(separator: UInt8(ascii: "/")) {
      if component.elementsEqual("..".utf8) {
        depth -= 1
        if depth < 0 { return true }
      } else if !component.elementsEqual(".".utf8) {
        depth += 1
      }
    }
    return false
  }

  private static func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, from offset: Int
  ) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
    #else
      Darwin.write(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
    #endif
  }

  private func cString(_ bytes: [UInt8]) -> [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}
