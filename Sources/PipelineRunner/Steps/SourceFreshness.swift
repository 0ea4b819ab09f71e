#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tells whether a built product is older than the package it was built from.
enum SourceFreshness {
  /// The first file of the package, relative to its root, that is newer than `product`; `nil` when
  /// the product is up to date.
  static func newerSource(than product: String, packageRoot: String) -> String? {
    var status = stat()
    guard stat(product, &status) == 0 else { return nil }
    let built = modificationTime(status)
    for name in ["Package.swift", "Sources", "Tests", "Plugins"] {
      if let newer = newest(packageRoot, name, than: built) { return newer }
    }
    return nil
  }

  private static func newest(_ root: String, _ path: String, than time: (Int, Int)) -> String? {
    var status = stat()
    guard lstat("\(root)/\(path)", &status) == 0 else { return nil }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in folderContents("\(root)/\(path)").sorted() where !name.hasPrefix(".") {
        if let newer = newest(root, "\(path)/\(name)", than: time) { return newer }
      }
      return nil
    }
    return modificationTime(status) > time ? path : nil
  }

  /// Seconds and nanoseconds.
  private static func modificationTime(_ status: stat) -> (Int, Int) {
    #if canImport(Glibc)
      (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
    #else
      (Int(status.st_mtimespec.tv_sec), Int(status.st_mtimespec.tv_nsec))
    #endif
  }
}
