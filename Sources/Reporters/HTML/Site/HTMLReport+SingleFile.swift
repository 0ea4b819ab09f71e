import CIModel

extension HTMLReport {
  /// The maximum size of sources, of test details and of attachments in a single file, each in
  /// bytes.
  package static let singleFileRoom = 8 << 20

  /// Writes all pages into one file that needs no other.
  ///
  /// - Parameter room: The maximum size in bytes, separately for sources, test details and
  ///   attachments; the page notes what is omitted.
  package func singleFile(room: Int = singleFileRoom) -> [UInt8] {
    let (names, sources) = embeddedSources(room)
    var links = PageLinks(isSingleFile: true, filePages: names)
    links.lineCounts = lineCounts
    links.attachments = embeddedAttachments(room)
    let context = context(links)
    var content = HTML()
    for page in pages {
      content += "<section id=\"\(page.rawValue)\">\n\(self.content(page, context))</section>\n"
    }
    content += sources
    var frame = PageFrame(templates, policy: templates.singleFilePolicy, title: title(.overview))
    frame.fill(.style, bytes: Array("<style>\(templates.style)</style>".utf8))
    let data = testsData(links, room: room)
    var script = block("tests", data.index)
    for (number, piece) in data.pieces.enumerated() { script += block("details\(number)", piece) }
    script += "<script>\(templates.script)</script>".utf8
    frame.fill(.script, bytes: script)
    frame.fill(.navigation, navigation(nil, links))
    frame.fill(.content, content)
    frame.fill(.footer, footer)
    return frame.bytes
  }

  /// The sources that fit: first those that failures and findings name, then those that the change
  /// touches, then those with the most uncovered lines.
  private func embeddedSources(_ room: Int) -> (names: [RepositoryPath: String], HTML) {
    let measured = record.coverage?.files ?? []
    guard !measured.isEmpty || !named.isEmpty else { return ([:], HTML()) }
    let changed = Set(record.coverage?.patch?.files.map(\.path) ?? [])
    let sorted = measured.sorted { left, right in
      let isFirst = changed.contains(left.path)
      if isFirst != changed.contains(right.path) { return isFirst }
      return (right.lines.missed, left.path) < (left.lines.missed, right.path)
    }
    let context = context(PageLinks(isSingleFile: true, filePages: [:]))
    var names: [RepositoryPath: String] = [:]
    var html = Parts.heading("Sources", mark: "sources")
    let files: [(String, Coverage.File?)] =
      named.map { ($0.path, nil) } + sorted.map { ($0.path, $0) }
    for (path, file) in files where names[RepositoryPath(path)] == nil {
      let name = PageNames.file(path)
      let page = FilePage(context: context, path: path, file: file, mark: "\(name)-").render()
      guard html.bytes.count + page.bytes.count <= room else {
        // A smaller source may still fit if there is much room.
        if html.bytes.count > room / 2 { break }
        continue
      }
      names[RepositoryPath(path)] = name
      html += """
        <details class="card" id="\(name)"><summary><span class="name">\(path: path)</span>\
        <span class="dim">\(file?.lines.percent ?? "")</span></summary><div class="body">\(page)</div></details>

        """
    }
    let left = Set(files.map { RepositoryPath($0.0) }).count - names.count
    if left > 0 {
      html += Parts.leftOut(
        "\(counted(left, "source")) left out, since one file holds \(room >> 20) MB of them; "
          + "the report in a folder has all.")
    }
    return (names, html)
  }

  /// Data that is not a script, so that no policy blocks it and nothing executes it.
  private func block(_ name: String, _ data: ScriptData) -> [UInt8] {
    Array("<script type=\"application/json\" id=\"data-\(name)\">".utf8) + data.bytes
      + Array("</script>\n".utf8)
  }
}
