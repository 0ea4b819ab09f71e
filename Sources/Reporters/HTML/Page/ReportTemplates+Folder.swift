import FileSystem

extension ReportTemplates {
  /// Files of a folder in place of those that the program carries; what the folder lacks stays.
  ///
  /// - Throws: `FileError`, and `TemplateError` where `page.html` is not right.
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
