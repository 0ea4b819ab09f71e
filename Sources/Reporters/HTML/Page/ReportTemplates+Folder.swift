import FileSystem

extension ReportTemplates {
  /// Reads the templates of a folder; the embedded ones replace missing files.
  ///
  /// - Throws: `FileError`, and `TemplateError` when `page.html` is invalid.
  package init(folder: String) throws {
    self = .embedded
    guard isFolder(folder) else { throw FileError(.read, folder, .noSuchFile) }
    if let page = try Self.text("page.html", in: folder) { self.page = try PageTemplate(page) }
    if let style = try Self.text("report.css", in: folder) { self.style = style }
    for (index, name) in Self.scriptNames.enumerated() {
      if let script = try Self.text(name, in: folder) { scripts[index] = script }
    }
  }

  private static func text(_ name: String, in folder: String) throws(FileError) -> String? {
    guard fileExists("\(folder)/\(name)") else { return nil }
    return String(decoding: try readFile("\(folder)/\(name)", limit: 4 << 20), as: UTF8.self)
  }
}
