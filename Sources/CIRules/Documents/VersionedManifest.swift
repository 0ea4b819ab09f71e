import CIModel

extension RepositoryPath {
  /// `Package@swift-6.0.swift` is the `Package.swift` of one version of Swift.
  var withoutSwiftVersion: RepositoryPath {
    let name = bytes.split(separator: UInt8(ascii: "/")).last ?? []
    let isVersioned =
      name.starts(with: "Package@swift-".utf8) && name.suffix(6).elementsEqual(".swift".utf8)
    return isVersioned ? sibling("Package.swift") : self
  }
}
