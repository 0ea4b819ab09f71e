import CIModel
import CoverageData
import SwiftPackage

extension Crash {
  /// The path of the file that a fatal error names by its file id (`Module/File.swift`), where
  /// exactly one source of that module is called so.
  ///
  /// - Parameter prefix: The package root relative to the repository root, with a `/` behind it;
  ///   empty when they are the same.
  func located(in package: PackageDescription, prefix: String) -> Crash {
    guard let parts = file?.split(separator: "/"), parts.count == 2,
      let target = package.targets.first(where: { $0.moduleName == parts[0] })
    else { return self }
    let sources = target.sources.filter { $0 == parts[1] || $0.hasSuffix("/\(parts[1])") }
    guard sources.count == 1 else { return self }
    var located = self
    located.file = "\(prefix)\(target.path)/\(sources[0])"
    return located
  }
}
