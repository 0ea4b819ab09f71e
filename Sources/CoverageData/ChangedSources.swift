import CIModel

/// Selects the files of a change that may contain code with coverage data.
enum ChangedSources {
  /// In lowercase; compilers take `.C` for C++.
  private static let sources: Set = [
    "c", "c++", "c++m", "cc", "ccm", "cp", "cpp", "cppm", "cxx", "cxxm", "ixx", "m", "metal", "mm",
    "swift",
  ]
  private static let headers: Set = [
    "h", "h++", "hh", "hpp", "hxx", "inc", "inl", "ipp", "tcc", "tpp", "txx",
  ]

  /// Whether the language of the file can be measured. A manifest is only compiled for SwiftPM.
  ///
  /// - Parameter isInTarget: Whether a target is known to contain the file.
  static func isSource(_ path: String, isInTarget: Bool = false) -> Bool {
    guard sources.contains(ending(of: path)) else { return false }
    return isInTarget || !ManifestName.fits(path) || ManifestName.mayBeSource(path)
  }

  /// Whether other sources include the file. Only its functions can be measured.
  static func isHeader(_ path: String) -> Bool { headers.contains(ending(of: path)) }

  private static func ending(of path: String) -> String {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return String(Substring(name[dot...].dropFirst())).lowercased()
  }
}
