import CIModel

extension RepositoryPath {
  /// The `Package.swift` that a manifest for one Swift version (`Package@swift-6.0.swift`)
  /// replaces; any other path as it is.
  var withoutSwiftVersion: RepositoryPath {
    let name = bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
    let isVersioned =
      name.starts(with: "Package@swift-".utf8) && name.suffix(6).elementsEqual(".swift".utf8)
    return isVersioned ? sibling("Package.swift") : self
  }
}
