import FileSystem

/// The name that a package gives itself.
package enum PackageName {
  /// Bytes of a manifest that are looked at.
  private static let most = 1 << 16

  /// - Parameter folder: Where the manifest is; absolute.
  /// - Returns: `nil` where there is none, or its name is computed.
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
