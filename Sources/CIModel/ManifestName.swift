/// The names of package manifests: `Package.swift` and its versions, such as
/// `Package@swift-6.0.swift`. In the folder of a target, SwiftPM compiles such a file as a source.
package enum ManifestName {
  /// The folders in which SwiftPM looks for targets without a `path`.
  package static let targetFolders: Set<String> = [
    "Plugins", "Source", "Sources", "Src", "Tests", "src", "srcs",
  ]
  private static let foldedFolders = Set(targetFolders.map { $0.lowercased() })

  package static func fits(_ path: String) -> Bool {
    let name = path.lastPathName
    if name == "Package.swift" { return true }
    guard name.hasPrefix("Package@swift-"), name.hasSuffix(".swift") else { return false }
    let version = name.dropFirst("Package@swift-".count).dropLast(".swift".count)
    return version.first?.isNumber == true && version.allSatisfy { $0.isNumber || $0 == "." }
  }

  /// Whether a file of such a name may be the source of a target instead.
  package static func mayBeSource(_ path: String) -> Bool {
    path.pathNames.dropLast().contains { foldedFolders.contains($0.lowercased()) }
  }
}
