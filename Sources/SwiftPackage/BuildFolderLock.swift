import FileSystem
import ProcessExecution

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// SwiftPM lets one process at a time use a build folder; the others wait without naming the
/// holder.
package enum BuildFolderLock {
  /// Describes the process that holds the build folder of a command: `'swift build' (pid 4711),
  /// which uses .build`; `nil` when no process does, or the system does not report it. Linux only.
  ///
  /// - Parameter command: The words of the command line.
  package static func notice(_ command: [String], directory: String) -> String? {
    guard command.first == "swift",
      ["build", "package", "run", "test"].contains(command.dropFirst().first ?? "")
    else { return nil }
    #if canImport(Glibc)
      guard let resolved = realPath(directory) else { return nil }
      let path = lockPath(scratch: resolved + "/.build")
      guard let holder = holder(ofLock: path) else { return nil }
      return "'\(holder.command)' (pid \(holder.pid)), which uses .build"
    #else
      return nil
    #endif
  }

  /// Source: `FileLock.prepareLock(fileToLock:at:)` in swift-tools-support-core: a file in the
  /// temporary folder whose name is the path of the folder with `_` for `/` and `:`; of a long
  /// name, only the end is used.
  package static func lockPath(scratch: String, temporary: String? = nil) -> String {
    let name = scratch.map { $0 == "/" || $0 == ":" ? "_" : $0 } + ".lock"
    let own = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    var folder = temporary ?? (own.isEmpty ? "/tmp" : own)
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return "\(folder)/\(String(name.suffix(255)))"
  }

  #if canImport(Glibc)
    /// The holder of an flock(2) on a file. Source: proc_locks(5).
    package static func holder(ofLock path: String) -> (pid: Int32, command: String)? {
      guard let status = FileStatus(path), let bytes = try? readFile("/proc/locks", limit: 1 << 20)
      else { return nil }
      // `1: FLOCK  ADVISORY  WRITE 4711 08:01:1234 0 EOF`; the third word from the end is device
      // and inode.
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        let words = line.split(separator: UInt8(ascii: " ")).map {
          String(decoding: $0, as: UTF8.self)
        }
        guard words.count >= 6, words[1] == "FLOCK", let pid = Int32(words[4]), pid > 0,
          words[5].split(separator: ":").last.map(String.init) == "\(status.inode)"
        else { continue }
        let text = (try? readFile("/proc/\(pid)/cmdline", limit: 4_096)) ?? []
        let command = text.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        return (pid, command.isEmpty ? "a process" : command.joined(separator: " "))
      }
      return nil
    }
  #endif
}
