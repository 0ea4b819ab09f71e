#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tells whether what was built is older than the package it was built from.
///
/// A source that the tests do not link, such as that of another executable, or a comment in the
/// manifest, makes no build link the product anew. So a build that we made counts, too: it is noted
/// under `.devtool/cache` and holds as long as the product is the one that it left.
struct SourceFreshness {
  /// The linked files that hold the tests; absolute.
  let products: [String]
  /// Absolute.
  let packageRoot: String
  let state: StateFolder

  /// Seconds and nanoseconds since 1970.
  typealias Time = (seconds: Int, nanoseconds: Int)

  /// The first file of the package, relative to its root, that is newer than the product and than
  /// the last build that we know of; `nil` when the product is up to date.
  func newerSource() -> String? {
    guard let linked = linkTimes.min(by: <) else { return nil }
    let noted = buildTime()
    let built = noted.map { $0 > linked ? $0 : linked } ?? linked
    for name in ["Package.swift", "Sources", "Tests", "Plugins"] {
      if let newer = newest(name, than: built) { return newer }
    }
    return nil
  }

  /// Notes that a build which began at `start` left the product as it is.
  func noteBuild(startedAt start: Time) {
    let numbers = (linkTimes + [start]).flatMap { [$0.seconds, $0.nanoseconds] }
    // That it could not be kept costs only a build the next time.
    try? note.write(
      Array(numbers.map(String.init).joined(separator: " ").utf8), isDurable: true)
  }

  private var linkTimes: [Time] { products.compactMap(modificationTime) }

  private var note: SealedFile {
    SealedFile(
      folder: state.cachePath, name: "built-\(String(fnv(products), radix: 16))", key: state.key)
  }

  /// When the build began that left the products as they are; `nil` when none is known.
  private func buildTime() -> Time? {
    guard let bytes = note.read(limit: 1 << 16) else { return nil }
    let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap {
      Int($0)
    }
    let linked = linkTimes.flatMap { [$0.seconds, $0.nanoseconds] }
    guard numbers.count == linked.count + 2, numbers.starts(with: linked) else { return nil }
    return (numbers[linked.count], numbers[linked.count + 1])
  }

  private func newest(_ path: String, than time: Time) -> String? {
    var status = stat()
    guard lstat("\(packageRoot)/\(path)", &status) == 0 else { return nil }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in folderContents("\(packageRoot)/\(path)").sorted() where !name.hasPrefix(".") {
        if let newer = newest("\(path)/\(name)", than: time) { return newer }
      }
      return nil
    }
    return modificationTime(status) > time ? path : nil
  }

  private func modificationTime(of path: String) -> Time? {
    var status = stat()
    return stat(path, &status) == 0 ? modificationTime(status) : nil
  }

  private func modificationTime(_ status: stat) -> Time {
    #if canImport(Glibc)
      (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
    #else
      (Int(status.st_mtimespec.tv_sec), Int(status.st_mtimespec.tv_nsec))
    #endif
  }
}
