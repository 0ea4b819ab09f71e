import FileSystem
import SourceCode

/// The files and folders of a package with its own Swift code, relative to it: the usual ones, and
/// those of targets elsewhere.
///
/// - Parameter directory: The package, relative to `root`; `root` itself by default.
package func swiftPaths(in root: String, _ directory: String? = nil) -> [String] {
  let folder = directory.map { "\(root)/\($0)" } ?? root
  let usual = [
    "Package.swift", "Sources", "Tests", "Plugins", "Snippets", "Examples", "Benchmarks",
  ]
  let manifest = (try? readFile("\(folder)/Package.swift", limit: 1 << 20)).map {
    PackageManifest($0)
  }
  let others = (manifest?.targets ?? []).compactMap { target in
    target.folders.lazy.filter { fileExists("\(folder)/\($0)") }.first
  }
  var paths = usual.filter { fileExists("\(folder)/\($0)") }
  for path in others.sorted()
  where !path.isEmpty && !paths.contains(where: { path == $0 || path.hasPrefix($0 + "/") }) {
    paths.append(path)
  }
  return paths
}
