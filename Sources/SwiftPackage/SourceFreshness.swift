package import FileSystem
package import LocalState

/// Tells whether a product was built from the sources as they are now, by their content.
///
/// Time stamps cannot tell: SwiftPM compiles a file whose comment was edited and links nothing, and
/// a checkout gives every file a new time. So each build that we make notes what it found, under
/// `.devtool/cache`; that holds as long as the product is the one that the build left. Of a product
/// that was built without us only its time is known.
package struct SourceFreshness {
  /// The linked files that hold the tests; absolute.
  package let products: [String]
  package let sources: BuiltSources.Search
  package let state: StateFolder
  /// What the build of this run found; there may be nowhere to keep it.
  private var noted: BuiltSources?

  package init(products: [String], sources: BuiltSources.Search, state: StateFolder) {
    self.products = products
    self.sources = sources
    self.state = state
  }

  /// A source that is not what was built.
  package struct Edit: Hashable {
    /// Relative to the package root, or absolute.
    package var path: String
    package var isGone = false

    package var words: String {
      isGone
        ? "the built tests still contain \(path), which was deleted"
        : "the built tests are older than \(path)"
    }
  }

  /// Every source that is not what was built, sorted; empty when the product is up to date.
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

  /// Notes that a build found everything up to date, or made it so.
  ///
  /// - Parameter start: When it began: what was written since may not be in the product.
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
    // That it could not be kept costs only a build the next time.
    try? note.write(built.bytes, isDurable: true)
  }

  /// `nil` when the file was written meanwhile.
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
