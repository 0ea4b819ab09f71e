import FileSystem
package import LocalState

/// Which tests are in a product, for as long as it is the same file: `.devtool/cache/listings`.
package struct TestListings {
  private let state: StateFolder
  private let isReadOnly: Bool

  /// - Parameters:
  ///   - isReadOnly: Nothing is written there.
  package init(_ state: StateFolder, isReadOnly: Bool = false) {
    self.isReadOnly = isReadOnly
    self.state = state
  }

  /// Fills in the tests of a product, and asks it only when it is not known.
  package func list(
    _ product: inout TestProduct, _ context: TestExecutionContext
  ) throws(TestExecutionError) {
    let name = SHA256.hex(product.executables.joined(separator: "\n"))
    let file = state.cached(.testListing(product: name))
    // From before it is asked: what is linked meanwhile is another product.
    let head = head(product, context)
    if let head, let bytes = file.read(limit: 256 << 20),
      bytes.starts(with: head.utf8), product.take(listing: bytes.dropFirst(head.utf8.count))
    {
      return
    }
    try product.listTests(context)
    guard !isReadOnly, let head, let listing = product.listing else { return }
    // That it cannot be kept costs only time.
    try? file.write(Array((head + listing).utf8), isDurable: true)
  }

  /// What the listing depends on; `nil` when a file is gone.
  private func head(_ product: TestProduct, _ context: TestExecutionContext) -> String? {
    var head = "devtool.listing/1 \(context.eventStreamVersion)\n"
    for path in product.executables + product.linkedFiles {
      guard let stamp = FileStamp(path: path) else { return nil }
      head += "\(stamp.text)\n"
    }
    return head
  }
}
