/// Selects the files of a change that may contain code with coverage data.
package enum ChangedSources {
  /// In lowercase; compilers take `.C` for C++.
  private static let sources: Set = [
    "c", "c++", "c++m", "cc", "ccm", "cp", "cpp", "cppm", "cxx", "cxxm", "ixx", "m", "metal", "mm",
    "swift",
  ]
  private static let headers: Set = [
    "h", "h++", "hh", "hpp", "hxx", "inc", "inl", "ipp", "tcc", "tpp", "txx",
  ]

  /// Whether the language of the file can be measured.
  package static func isSource(_ path: String) -> Bool {
    sources.contains(ending(of: path)) && !isManifest(path)
  }

  /// Whether other sources include the file. Only its functions can be measured.
  static func isHeader(_ path: String) -> Bool { headers.contains(ending(of: path)) }

  private static func ending(of path: String) -> String {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return String(Substring(name[dot...].dropFirst())).lowercased()
  }

  /// SwiftPM's folders of sources; a file in them is no manifest, whatever its name is.
  private static let folders: Set = ["source", "sources", "src", "srcs"]

  /// Whether a file is a manifest, such as `Package.swift` or `Package@swift-6.0.swift`, which is
  /// only compiled for SwiftPM.
  private static func isManifest(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    let name = parts.last ?? ""
    let version = name.dropFirst("Package@swift-".count).dropLast(".swift".count)
    let isManifest =
      name == "Package.swift"
      || name == "Package@swift-\(version).swift" && version.first?.isNumber == true
        && version.allSatisfy { $0.isNumber || $0 == "." }
    return isManifest && !parts.dropLast().contains { folders.contains($0.lowercased()) }
  }
}
