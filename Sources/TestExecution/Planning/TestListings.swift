import FileSystem
package import LocalState

/// Caches the tests of products while their files are unchanged: `.devtool/cache/listings`.
package struct TestListings {
  private let state: StateFolder
  private let isReadOnly: Bool

  /// - Parameters:
  ///   - isReadOnly: Whether nothing is written to the cache.
  package init(_ state: StateFolder, isReadOnly: Bool = false) {
    self.isReadOnly = isReadOnly
    self.state = state
  }

  /// Fills in the tests of a product; asks the product only when they are not cached.
  package func list(
    _ product: inout TestProduct, _ context: TestExecutionContext
  ) throws(TestExecutionError) {
    let name = SHA256.hex(product.executables.joined(separator: "\n"))
    let file = state.cached(.testListing(product: name))
    // Computed before the product is asked: a product that is linked meanwhile is a different one.
    let head = head(product, context)
    if let head, let bytes = file.read(limit: 256 << 20),
      bytes.starts(with: head.utf8), product.take(listing: bytes.dropFirst(head.utf8.count))
    {
      return
    }
    try product.listTests(context)
    guard !isReadOnly, let head, let listing = product.listing else { return }
    // A failed write only costs time.
    try? file.write(Array((head + listing).utf8), isDurable: true)
  }

  /// The header that a listing must match; `nil` when a file of the product is missing.
  private func head(_ product: TestProduct, _ context: TestExecutionContext) -> String? {
    var head = "devtool.listing/1 \(context.eventStreamVersion)\n"
    for path in product.executables + product.linkedFiles {
      guard let stamp = FileStamp(path: path) else { return nil }
      head += "\(stamp.text)\n"
    }
    return head
  }
}
