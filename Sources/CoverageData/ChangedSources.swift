/// Selects the files of a change that may contain code with coverage data.
package enum ChangedSources {
  private static let extensions: Set<Substring> = [
    "swift", "c", "cc", "cpp", "cxx", "m", "mm", "metal",
  ]

  /// Whether the language of the file can be measured.
  package static func isSource(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: "."), path.lastIndex(of: "/").map({ $0 < dot }) ?? true
    else { return false }
    return extensions.contains(path[path.index(after: dot)...]) && !isManifest(path)
  }

  /// Whether a file is a manifest, such as `Package.swift` or `Package@swift-6.0.swift`, which is
  /// only compiled for SwiftPM.
  private static func isManifest(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name == "Package.swift" || (name.hasPrefix("Package@swift-") && name.hasSuffix(".swift"))
  }
}
