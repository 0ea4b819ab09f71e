package import FileSystem
package import LocalState

/// Determines whether a product was built from the current sources, by their content.
///
/// Time stamps are not enough: SwiftPM compiles a file whose comment was edited without linking,
/// and a checkout gives every file a new time. So each build by devtool records its sources under
/// `.devtool/cache`; the record is valid as long as the product is the one of that build. For a
/// product of another build, only its time is known.
package struct SourceFreshness {
  /// The absolute paths of the linked files that contain the tests.
  package let products: [String]
  package let sources: BuiltSources.Search
  package let state: StateFolder
  /// The sources of this run's build, kept in memory in case they cannot be stored.
  private var noted: BuiltSources?

  package init(products: [String], sources: BuiltSources.Search, state: StateFolder) {
    self.products = products
    self.sources = sources
    self.state = state
  }

  /// A source that differs from the built one.
  package struct Edit: Hashable {
    /// The path relative to the package root, or absolute.
    package var path: String
    package var isGone = false

    package var words: String {
      isGone
        ? "the built tests still contain \(path), which was deleted"
        : "the built tests are older than \(path)"
    }
  }

  /// Returns every source that differs from the built one, sorted; empty when the product is up to
  /// date.
  package func edits() -> [Edit] {
    let found = linked
    guard !found.isEmpty else { return [] }
    let files = sources.files()
    guard let built = noted ?? read(), built.products == found else {
      return newerFiles(files, than: found)
    }
    var edits = files.compactMap { path, stamp -> Edit? in
      guard let source = built.sources[path], let digest = source.digest else {
        return Edit(path: path)
      }
      if source.stamp == stamp { return nil }
      return fileDigest(sources.fullPath(path)) == digest ? nil : Edit(path: path)
    }
    edits += built.sources.keys.lazy.filter { files[$0] == nil }
      .map { Edit(path: $0, isGone: true) }
    return edits.sorted { $0.path.isBefore($1.path) }
  }

  /// Records the sources after a build that succeeded or found everything up to date.
  ///
  /// - Parameter start: The start of the build: a file written since may not be in the product.
  package mutating func noteBuild(startedAt start: FileTime) {
    let earlier = read()
    var built = BuiltSources(products: linked)
    for (path, stamp) in sources.files() {
      var source = BuiltSources.Source(stamp: stamp)
      if stamp.changed <= start {
        if let known = earlier?.sources[path], known.stamp == stamp {
          source.digest = known.digest
        }
        if source.digest == nil { source.digest = digest(path, stamp) }
      }
      built.sources[path] = source
    }
    noted = built
    guard built != earlier else { return }
    // A failure only costs a build on the next run.
    try? note.write(built.bytes, isDurable: true)
  }

  /// `nil` when the file was written in the meantime.
  private func digest(_ path: String, _ stamp: FileStamp) -> String? {
    let full = sources.fullPath(path)
    let digest = fileDigest(full)
    return FileStamp(path: full) == stamp ? digest : nil
  }

  private var linked: [BuiltSources.Product] {
    products.compactMap { FileStamp(path: $0) }
      .map { BuiltSources.Product(modified: $0.modified, size: $0.size) }
  }

  private var note: SealedFile {
    state.cached(.builtSources(products: FNV1a(products).hex))
  }

  private func read() -> BuiltSources? {
    note.read(limit: 256 << 20).flatMap { BuiltSources($0) }
  }

  private func newerFiles(
    _ files: [String: FileStamp], than products: [BuiltSources.Product]
  ) -> [Edit] {
    guard let oldest = products.map(\.modified).min() else { return [] }
    return files.filter { oldest < $0.value.modified }.keys.sorted { $0.isBefore($1) }
      .map { Edit(path: $0) }
  }
}
