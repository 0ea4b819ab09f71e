import CIModel

/// Finds the changed files that another tool means.
///
/// It may print an absolute path, also one of another machine, or one from another folder. Where that
/// leaves a choice, each of them is meant: a change could add a file that fits better than the one
/// that the tool looked at.
struct ReportedFiles {
  var files: [FileChange]
  /// The top of the checkout; absolute.
  var checkout: String?
  var distrustsChange = false

  func files(named reported: String) -> [FileChange] {
    var path = Array(reported.utf8)
    let scheme = Array("file://".utf8)
    if path.starts(with: scheme) { path.removeFirst(scheme.count) }
    if let checkout, path.starts(with: "\(checkout)/".utf8) {
      path.removeFirst(checkout.utf8.count + 1)
      return files.filter { $0.exactPath.bytes == path }
    }
    let current = Array("./".utf8)
    while path.starts(with: current) { path.removeFirst(current.count) }
    if path.first == UInt8(ascii: "/") {
      return files.filter { Self.ends(path, with: $0.exactPath.bytes) }
    }
    let exact = files.filter { Self.ends(path, with: $0.exactPath.bytes) }
    if !exact.isEmpty, !distrustsChange { return exact }
    // Xcode's test results have names without folders, and tools that run in a folder leave it out.
    let below = files.filter { Self.ends($0.exactPath.bytes, with: path) }
    if distrustsChange { return exact + below.filter { $0.exactPath.bytes != path } }
    return !path.contains(UInt8(ascii: "/")) && below.count == 1 ? below : []
  }

  /// Whether a path ends with all components of another one.
  private static func ends(_ path: [UInt8], with other: [UInt8]) -> Bool {
    guard !other.isEmpty, path.suffix(other.count).elementsEqual(other) else { return false }
    let start = path.count - other.count
    return start == 0 || path[start - 1] == UInt8(ascii: "/")
  }
}
