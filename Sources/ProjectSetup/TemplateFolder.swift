package import FileSystem

/// Where the texts come from that a project begins with: those that devtool carries, and files that go before
/// them under the same name.
package struct TemplateFolder: Sendable {
  /// The folder of a checkout whose files go before.
  package static let name = ".devtool-templates"

  /// Absolute; `nil` where devtool's own are used.
  private let anchor: String?
  /// From `anchor` to the files, with a slash, or empty. No link is followed there.
  private let prefix: String

  /// - Parameters:
  ///   - named: The folder that somebody named; absolute.
  ///   - root: The checkout, whose own folder is used otherwise; absolute.
  package init(named: String?, root: String) throws(FileError) {
    if let named {
      guard isFolder(named) else { throw FileError(.read, named, .noSuchFile) }
      (anchor, prefix) = (named, "")
    } else {
      (anchor, prefix) = (root, Self.name + "/")
    }
  }

  /// - Parameter name: Below `templates`, such as `makefile/Makefile`.
  func text(_ name: String) throws(FileError) -> String {
    let largest = 1 << 20
    if let anchor {
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
