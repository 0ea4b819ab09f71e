/// The sealed files that devtool stores in `.devtool/cache`, and their content.
///
/// A file in the format of another version is treated as missing.
package enum StoredFile: Hashable, Sendable {
  /// The result of a step (`StepStore.Entry`), by its fingerprint.
  case stepResult(key: String)
  /// The files of a build folder (`BuildManifest`), by a fingerprint of its inputs.
  case buildFolder(key: String)
  /// The newest result of each step (`RecentResults`).
  case recentResults
  /// Hashes of the inputs of steps (`FileDigests`).
  case inputDigests
  /// Hashes of all files of the checkout (`FileDigests`).
  case checkoutDigests
  /// The tests of a product (`TestListings`), by a hash of its paths.
  case testListing(product: String)
  /// SwiftPM's description of a package (`PackageCache`), by a hash of its folder and arguments.
  case package(hash: String)
  /// The sources of products when they were built (`BuiltSources`), by a hash of their paths.
  case builtSources(products: String)
  /// The toolchain that was last found (`ToolchainCache`).
  case toolchain

  /// The path relative to the folder of the cache.
  package var name: String {
    switch self {
    case .stepResult(let key): "steps/\(key)"
    case .buildFolder(let key): "builds/\(key)"
    case .recentResults: "recent"
    case .inputDigests: "files"
    case .checkoutDigests: "checkout-files"
    case .testListing(let product): "listings/\(product)"
    case .package(let hash): "package-\(hash)"
    case .builtSources(let products): "built-\(products)"
    case .toolchain: "toolchain"
    }
  }
}

extension SealedFile {
  /// - Parameter folder: The absolute folder of the cache.
  package init(_ file: StoredFile, in folder: String, key: StateKey?) {
    self.init(folder: folder, name: file.name, key: key)
  }
}

extension StateFolder {
  /// One of the files of the cache.
  package func cached(_ file: StoredFile) -> SealedFile {
    SealedFile(file, in: cachePath, key: key)
  }
}
