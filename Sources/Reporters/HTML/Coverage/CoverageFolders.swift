import CIModel

/// The tree of folders of the measured files, each with its total coverage.
struct CoverageFolders {
  private let context: PageContext
  private let root = Folder(name: "")

  private final class Folder {
    /// The name, preceded by those of parent folders that contain nothing else.
    var name: String
    var folders: [Substring: Folder] = [:]
    var files: [Coverage.File] = []
    var count = 0
    var lines = Coverage.Ratio(covered: 0, count: 0)
    /// The coverage in the base run.
    var before = Coverage.Ratio(covered: 0, count: 0)

    init(name: String) { self.name = name }

    /// The subfolders, those with the most missed lines first.
    var sorted: [Folder] {
      folders.values.sorted { ($1.lines.missed, $0.name) < ($0.lines.missed, $1.name) }
    }
  }

  /// The maximum depth; deeper folders are merged.
  private static let depth = 24

  /// - Parameter files: Sorted by missed lines, the most first.
  init(context: PageContext, files: ArraySlice<Coverage.File>) {
    self.context = context
    for file in files { add(file) }
    // Deleted files count in the folders that still exist.
    let known = Set(files.map(\.path))
    for (path, lines) in context.base?.files ?? [:] where !known.contains(path) {
      for folder in way(to: path, makes: false) { folder.before = folder.before + lines }
    }
  }

  var hasFolders: Bool { !root.folders.isEmpty }

  private func add(_ file: Coverage.File) {
    let before = context.base?.files?[file.path] ?? file.lines
    let way = way(to: file.path, makes: true)
    for folder in way {
      folder.count += 1
      folder.lines = folder.lines + file.lines
      folder.before = folder.before + before
    }
    way.last?.files.append(file)
  }

  /// The folders that contain a file, the outermost first.
  private func way(to path: String, makes: Bool) -> [Folder] {
    var way = [root]
    for part in path.split(separator: "/").dropLast().prefix(Self.depth) {
      guard let folder = way.last else { break }
      if let next = folder.folders[part] {
        way.append(next)
      } else if makes {
        let next = Folder(name: String(part))
        folder.folders[part] = next
        way.append(next)
      } else {
        break
      }
    }
    return way
  }

  // MARK: - Markup

  /// - Parameter isSearched: Whether the search field filters this list.
  func render(isSearched: Bool) -> HTML {
    var html = HTML()
    html.reserve(root.count * 180)
    html.markup(
      isSearched ? "<div id=\"file-table\" class=\"folders\">\n" : "<div class=\"folders\">\n")
    let folders = root.sorted
    for folder in folders { draw(folder, isOpen: folders.count == 1, into: &html) }
    draw(root.files, into: &html)
    html.markup("</div>\n")
    return html
  }

  private func draw(_ folder: Folder, isOpen: Bool, into html: inout HTML) {
    var (folder, name) = (folder, folder.name)
    while folder.files.isEmpty, folder.folders.count == 1, let only = folder.folders.values.first {
      folder = only
      name += "/" + only.name
    }
    html += """
      <details\(isOpen ? " open" as HTML : HTML())><summary><span class="name">\(path: name)/</span> <span class="dim">\
      \(counted(folder.count, "file")), \(folder.lines.percent), \(folder.lines.missed.grouped) missed
      """
    if let change = context.base?.words(folder.before, folder.lines) { html += ", \(change)" }
    html.markup("</span></summary>\n")
    for inner in folder.sorted { draw(inner, isOpen: false, into: &html) }
    draw(folder.files, into: &html)
    html.markup("</details>\n")
  }

  private func draw(_ files: [Coverage.File], into html: inout HTML) {
    guard !files.isEmpty else { return }
    html.markup("<table>\n")
    for file in files {
      html.markup("<tr><td>")
      let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
      html += context.name(of: file, displayedPath(name))
      if let words = context.base?.change(of: file).words, !words.isEmpty {
        html += " <span class=\"dim\">\(words)</span>"
      }
      html.markup("</td><td>")
      html.text(file.lines.percent)
      html.markup("</td><td>")
      html.text(file.lines.missed.grouped)
      html.markup("</td></tr>\n")
    }
    html.markup("</table>\n")
  }
}

extension BaseRun {
  /// The change of a file's coverage: `+1.20`, `new`, or nothing, and its value in hundredths of a
  /// percent.
  func change(of file: Coverage.File) -> (words: String, hundredths: Int) {
    guard let before = files?[file.path], let now = file.lines.hundredthsOfPercent else {
      return ("", 0)
    }
    guard let then = before.hundredthsOfPercent else { return ("new", 0) }
    return (file.lines.change(since: before) ?? "", now - then)
  }

  /// The change in words: `+0.52 since main`; `nil` when nothing changed.
  func words(_ before: Coverage.Ratio, _ now: Coverage.Ratio) -> String? {
    now.change(since: before).map { "\($0) since \(branch)" }
  }
}

extension PageContext {
  /// The base run, if it has coverage of files.
  var base: BaseRun? { record.base?.files == nil ? nil : record.base }

  /// A text about a measured file, linked to its page.
  func name(of file: Coverage.File, _ text: String) -> HTML {
    guard let link = links.file(file.path) else { return "\(text)" }
    return "<a href=\"\(link)\">\(text)</a>"
  }
}
