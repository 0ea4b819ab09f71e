package import FileSystem

/// The source of templates: those included in devtool, and files with the same names that take
/// precedence.
package struct TemplateFolder: Sendable {
  /// The folder of a checkout whose files take precedence.
  package static let name = ".devtool-templates"

  /// An absolute path.
  private let anchor: String
  /// The path from `anchor` to the files with a trailing slash, or empty. No link is followed
  /// there.
  private let prefix: String
  /// Whether the files are in the checkout, and therefore untrusted.
  private let isCheckout: Bool

  /// - Parameters:
  /// - named: The absolute folder from the command line.
  /// - root: The absolute root of the checkout, whose own folder is used without `named`.
  package init(named: String?, root: String) throws(FileError) {
    if let named {
      guard isFolder(named) else { throw FileError(.read, named, .noSuchFile) }
      (anchor, prefix, isCheckout) = (named, "", false)
    } else {
      (anchor, prefix, isCheckout) = (root, Self.name + "/", true)
    }
  }

  /// - Parameter name: A path below `templates`, such as `makefile/Makefile`.
  func text(_ name: String) throws(FileError) -> String {
    let largest = 1 << 20
    // git runs no hook of a clone, so none is taken from the checkout.
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
