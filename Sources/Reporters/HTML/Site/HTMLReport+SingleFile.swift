extension HTMLReport {
  /// All pages in one file that needs no other.
  package func singleFile() -> [UInt8] {
    let links = PageLinks(isSingleFile: true, filePages: [:])
    let context = context(links)
    var content = HTML()
    for page in pages {
      content += "<section id=\"\(page.rawValue)\">\n\(self.content(page, context))</section>\n"
    }
    var frame = PageFrame(templates, policy: templates.singleFilePolicy, title: title(.overview))
    frame.fill(.style, bytes: Array("<style>\(templates.style)</style>".utf8))
    let data = testsData
    var script = block("tests", data.index)
    for (number, piece) in data.pieces.enumerated() { script += block("details\(number)", piece) }
    script += "<script>\(templates.script)</script>".utf8
    frame.fill(.script, bytes: script)
    frame.fill(.navigation, navigation(nil, links))
    frame.fill(.content, content)
    frame.fill(.footer, footer)
    return frame.bytes
  }

  /// Data that is no script, so that no policy stops it and nothing runs it.
  private func block(_ name: String, _ data: ScriptData) -> [UInt8] {
    Array("<script type=\"application/json\" id=\"data-\(name)\">".utf8) + data.bytes
      + Array("</script>\n".utf8)
  }
}
