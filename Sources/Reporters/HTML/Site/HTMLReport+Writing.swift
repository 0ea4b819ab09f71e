package import FileSystem

extension HTMLReport {
  /// The destination of the pages.
  package enum Place: Sendable {
    /// A folder, or a file that ends in `.html`, with the name that the user gave, a root, and a
    /// checkout.
    case named(String, root: String, checkout: String)
    /// The folder of devtool below this root; its contents are replaced.
    case stateFolder(root: String)
  }

  /// Writes the pages.
  ///
  /// Files of an earlier report that this one does not overwrite are kept, because the folder may
  /// contain other files.
  ///
  /// - Returns: The path of the first page.
  package func write(
    to place: Place, isSingleFile: Bool = false
  ) throws(FileError) -> String {
    switch place {
    case .named(let path, let root, let checkout):
      func write(_ path: String, _ bytes: [UInt8]) throws(FileError) {
        try CheckoutFile(path, root: root, checkout: checkout).write(bytes, isDurable: false)
      }
      if isSingleFile || path.hasSuffix(".html") {
        try write(path, singleFile())
        return path
      }
      try writeFolder { name, bytes throws(FileError) in try write("\(path)/\(name)", bytes) }
      return "\(path)/\(ReportPage.overview.fileName)"
    case .stateFolder(let root):
      let folder = "\(root)/\(CheckoutFile.stateFolder)/report"
      removeTree(folder)
      try writeFolder { name, bytes throws(FileError) in
        makeFolder(of: "\(folder)/\(name)")
        try writeFile("\(folder)/\(name)", bytes, isDurable: false)
      }
      return "\(folder)/\(ReportPage.overview.fileName)"
    }
  }
}
