#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder or file under `.devtool` could not be made, read or written.
package struct StorageError: Error, Hashable, CustomStringConvertible {
  package var action: String
  package var path: String
  /// An `errno` value.
  package var code: Int32

  package init(_ action: String, _ path: String, code: Int32 = errno) {
    self.action = action
    self.path = path
    self.code = code
  }

  /// Whether there is no such file or folder.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  package var description: String {
    "cannot \(action) '\(path)': \(String(cString: strerror(code)))"
  }
}

/// The folder of one run, `.devtool/runs/<id>`: its record, the full log of each step and the data
/// that the run collected.
package struct RunDirectory: Hashable, Sendable {
  /// Absolute.
  package let path: String
  package let id: String
  private let root: String

  /// How many runs are kept.
  private static let keptRuns = 20

  package static func runsPath(root: String) -> String { "\(root)/.devtool/runs" }

  /// The folder of a run that never takes place: nothing is made.
  package init(planned id: String, root: String) {
    self.id = id
    self.root = root
    path = "\(RunDirectory.runsPath(root: root))/\(id)"
  }

  /// Makes the folder of a new run.
  package init(root: String, id: String) throws(StorageError) {
    self.id = id
    self.root = root
    path = "\(RunDirectory.runsPath(root: root))/\(id)"
    try makeFolders()
  }

  /// Removes the oldest runs, which takes a while; not while a step may remove all of them.
  package func dropOldRuns() {
    for old in RunDirectory.all(root: root).dropLast(RunDirectory.keptRuns) where old != id {
      removeTree("\(RunDirectory.runsPath(root: root))/\(old)")
    }
  }

  /// Makes what is missing of what every run needs.
  func makeFolders() throws(StorageError) {
    try RunDirectory.makeFolders("\(path)/logs")
    let ignore = "\(root)/.devtool/.gitignore"
    if access(ignore, F_OK) != 0 { try writeFile(ignore, Array("*\n".utf8)) }
  }

  package var recordPath: String { "\(path)/record.json" }

  /// Where a run keeps the merged profile of a package; the packages of a run are numbered from 1.
  package static func coveragePath(root: String, run: String, number: Int) -> String {
    coveragePath(in: "\(runsPath(root: root))/\(run)", number: number)
  }

  /// - Parameter folder: Of the run, wherever it lies.
  package static func coveragePath(in folder: String, number: Int) -> String {
    "\(folder)/coverage" + (number == 1 ? "" : "-\(number)")
  }

  package var profileDirectory: String { "\(path)/profiles" }

  package func logPath(step: String) -> String {
    "\(path)/logs/\(RunDirectory.fileName(step: step)).log"
  }

  /// A step's id as the name of a file: the values of a matrix may hold anything.
  static func fileName(step: String) -> String {
    let isSafe = step.utf8.allSatisfy { byte in
      (byte | 0x20) >= 97 && (byte | 0x20) <= 122 || (48...57).contains(byte)
        || "._-=,[]+@".utf8.contains(byte)
    }
    if isSafe, step.utf8.count <= 200 { return step }
    // FNV-1a keeps apart what looks the same without its special characters.
    let hash = step.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let shown = step.unicodeScalars.prefix(80).map { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789._-=,[]".contains(Character(scalar)))
        ? String(scalar) : "_"
    }
    return shown.joined() + "-" + String(hash, radix: 16)
  }

  /// The file in which a step finds a secret; only its owner may read it.
  func secretPath(_ name: String) -> String { "\(path)/secrets/\(name)" }

  /// Writes the secrets that are wanted as files.
  func writeSecrets(_ values: [(name: String, value: String)]) throws(StorageError) {
    if values.isEmpty { return }
    let folder = "\(path)/secrets"
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw StorageError("make the folder", folder)
    }
    for (name, value) in values {
      let path = secretPath(name)
      let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw StorageError("write", path) }
      defer { close(descriptor) }
      let bytes = Array(value.utf8)
      guard write(descriptor, bytes, bytes.count) == bytes.count else {
        throw StorageError("write", path)
      }
    }
  }

  /// Removes the secrets of this run, and of runs that were killed before they could.
  func removeSecrets() {
    for run in RunDirectory.all(root: root) {
      removeTree("\(RunDirectory.runsPath(root: root))/\(run)/secrets")
    }
  }

  /// A folder for what the tests of a step write down.
  func testDirectory(step: String) throws(StorageError) -> String {
    let folder = "\(path)/tests/\(RunDirectory.fileName(step: step))"
    try RunDirectory.makeFolders(folder)
    return folder
  }

  /// A folder for the profiles of a step.
  func profileDirectory(step: String) throws(StorageError) -> String {
    let folder = "\(profileDirectory)/\(RunDirectory.fileName(step: step))"
    try RunDirectory.makeFolders(folder)
    return folder
  }

  /// The ids of all runs, oldest first; the id begins with the time.
  package static func all(root: String) -> [String] {
    folderContents(runsPath(root: root)).sorted()
  }

  static func makeFolders(_ path: String) throws(StorageError) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      let folder = String(path[..<end])
      if mkdir(folder, 0o777) != 0, errno != EEXIST {
        throw StorageError("make the folder", folder)
      }
    }
  }
}

/// The names in a folder without `.` and `..`; empty when it cannot be read.
package func folderContents(_ path: String) -> [String] {
  guard let directory = opendir(path) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let item = readdir(directory) {
    let name = withUnsafeBytes(of: &item.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// Whether the path is a file without content.
func isEmptyFile(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_size == 0
}

/// Removes a folder and everything in it; links are removed, never followed.
package func removeTree(_ path: String) {
  var status = stat()
  guard lstat(path, &status) == 0 else { return }
  if status.st_mode & S_IFMT == S_IFDIR {
    // Tests make folders that even their owner cannot change.
    if status.st_mode & 0o700 != 0o700 { chmod(path, status.st_mode & 0o7777 | 0o700) }
    for name in folderContents(path) { removeTree("\(path)/\(name)") }
    rmdir(path)
  } else {
    unlink(path)
  }
}

/// Writes a file so that a reader sees the old content or the new one, never a part: a temporary
/// file beside it, fsync, rename.
///
/// - Parameter isDurable: Whether that must hold when the machine itself goes down, too. To wait for the
///   disk takes milliseconds; what the next run can find damaged, and make again, does without.
package func writeFile(
  _ path: String, _ bytes: [UInt8], isDurable: Bool = true
) throws(StorageError) {
  let temporary = "\(path).\(getpid()).tmp"
  let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else { throw StorageError("write", path) }
  var offset = 0
  while offset < bytes.count {
    let count = bytes.withUnsafeBytes { buffer in
      write(descriptor, buffer.baseAddress.map { $0 + offset }, bytes.count - offset)
    }
    if count < 0 {
      if errno == EINTR { continue }
      let error = StorageError("write", path)
      close(descriptor)
      unlink(temporary)
      throw error
    }
    offset += count
  }
  guard !isDurable || fsync(descriptor) == 0 || errno == EINVAL, close(descriptor) == 0,
    rename(temporary, path) == 0
  else {
    let error = StorageError("write", path)
    unlink(temporary)
    throw error
  }
}

/// The bytes of a file, at most `limit`.
package func readFile(_ path: String, limit: Int = Int.max) throws(StorageError) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw StorageError("read", path) }
  defer { close(descriptor) }
  // One byte more than it holds, so that the second read tells that this was all.
  var status = stat()
  let expected = fstat(descriptor, &status) == 0 ? Int(status.st_size) + 1 : 0
  var size = min(max(expected, 4_096), 1 << 20)
  var bytes: [UInt8] = []
  while bytes.count < limit {
    var failure: Int32 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: min(size, limit - bytes.count)) {
      buffer, count in
      count = 0
      while count < buffer.count {
        let taken = read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        if taken < 0, errno == EINTR { continue }
        if taken < 0 { failure = errno }
        if taken <= 0 { return }
        count += taken
      }
    }
    if failure != 0 { throw StorageError("read", path, code: failure) }
    let isEnd = piece.count < min(size, limit - bytes.count)
    if bytes.isEmpty { bytes = piece } else { bytes += piece }
    if isEnd { break }
    size = 1 << 20
  }
  return bytes
}
