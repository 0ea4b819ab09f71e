import FileSystem

/// Reads the name of a package from its manifest.
package enum PackageName {
  /// The number of bytes of a manifest that are read.
  private static let most = 1 << 16

  /// - Parameter folder: The absolute path of the folder that contains the manifest.
  /// - Returns: `nil` when there is no name, or the name is computed.
  package static func read(in folder: String) -> String? {
    guard let bytes = try? readFile("Package.swift", below: folder, limit: most) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let call = text.firstRange(of: "Package("),
      let key = text[call.upperBound...].firstRange(of: "name:")
    else { return nil }
    let value = text[key.upperBound...].drop(while: \.isWhitespace)
    guard value.first == "\"", let end = value.dropFirst().firstIndex(of: "\"") else { return nil }
    return String(value[..<end].dropFirst())
  }
}
