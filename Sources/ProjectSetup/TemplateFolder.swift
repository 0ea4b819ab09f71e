package import FileSystem

/// Where the texts come from that a project begins with: those that devtool carries, and files that go before
/// them under the same name.
package struct TemplateFolder: Sendable {
  /// The folder of a checkout whose files go before.
  package static let name = ".devtool-templates"

  /// Absolute.
  private let anchor: String
  /// From `anchor` to the files, with a slash, or empty. No link is followed there.
  private let prefix: String
  /// Whether the files are the checkout's, which a stranger may have written.
  private let isCheckout: Bool

  /// - Parameters:
  ///   - named: The folder of the command line; absolute.
  ///   - root: The checkout, whose own folder is used otherwise; absolute.
  package init(named: String?, root: String) throws(FileError) {
    if let named {
      guard isFolder(named) else { throw FileError(.read, named, .noSuchFile) }
      (anchor, prefix, isCheckout) = (named, "", false)
    } else {
      (anchor, prefix, isCheckout) = (root, Self.name + "/", true)
    }
  }

  /// - Parameter name: Below `templates`, such as `makefile/Makefile`.
  func text(_ name: String) throws(FileError) -> String {
    let largest = 1 << 20
    // git runs no hook of a clone, so none comes from there.
    if !isCheckout || !name.hasPrefix("hooks/") {
      do throws(FileError) {
        let bytes = try readFile(prefix + name, below: anchor, limit: largest)
        return String(decoding: bytes, as: UTF8.self)
      } catch {
        guard error.isMissing else { throw error }
      }
    }
    guard let text = EmbeddedTemplates.files[name] else {
      throw FileError(.read, "templates/\(name)", .noSuchFile)
    }
    return text
  }
}
