/// Every file that devtool keeps in `.devtool/cache` under a seal, and what it holds.
///
/// A version that finds a format of another one takes the file for missing.
package enum StoredFile: Hashable, Sendable {
  /// What a step made (`StepStore.Entry`), by its fingerprint.
  case stepResult(key: String)
  /// The files of a build folder (`BuildManifest`), by what they were built from.
  case buildFolder(key: String)
  /// The newest result of each step (`RecentResults`).
  case recentResults
  /// Hashes of the inputs of steps (`FileDigests`).
  case inputDigests
  /// Hashes of everything that is checked out (`FileDigests`).
  case checkoutDigests
  /// The tests of a product (`TestListings`), by a hash of its paths.
  case testListing(product: String)
  /// What SwiftPM says of a package (`PackageCache`), by a hash of its folder and arguments.
  case package(hash: String)
  /// The sources of products when they were built (`BuiltSources`), by a hash of their paths.
  case builtSources(products: String)
  /// The toolchain that was found last (`ToolchainCache`).
  case toolchain

  /// Relative to the folder of the cache.
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
  /// - Parameter folder: Of the cache; absolute.
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
