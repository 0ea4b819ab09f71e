/// Which files of a change can hold code that coverage is measured for.
package enum ChangedSources {
  private static let extensions: Set<Substring> = [
    "swift", "c", "cc", "cpp", "cxx", "m", "mm", "metal",
  ]

  /// Whether the file is written in a language whose code could be measured.
  package static func isSource(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: "."), path.lastIndex(of: "/").map({ $0 < dot }) ?? true
    else { return false }
    return extensions.contains(path[path.index(after: dot)...]) && !isManifest(path)
  }

  /// `Package.swift` and `Package@swift-6.0.swift` are compiled for SwiftPM alone.
  private static func isManifest(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name == "Package.swift" || (name.hasPrefix("Package@swift-") && name.hasSuffix(".swift"))
  }
}
