import CIModel
import CoverageData
import SwiftPackage

extension Crash {
  /// Replaces the file id (`Module/File.swift`) of a fatal error by the path of the file, when
  /// exactly one source of that module has this name.
  ///
  /// - Parameter prefix: The package root relative to the repository root, with a trailing `/`;
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
