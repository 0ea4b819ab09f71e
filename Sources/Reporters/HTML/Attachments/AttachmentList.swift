import CIModel

/// The attachments of a test, and the comparisons of a snapshot test.
///
/// Images and texts are shown in place when they are opened; everything else can be downloaded.
/// Markup is shown as text, and nothing is shown as a separate document.
struct AttachmentList {
  let links: PageLinks
  let attachments: [TestAttachment]

  private static let shown = 50

  func render() -> HTML {
    if attachments.isEmpty { return HTML() }
    var html = HTML()
    let (comparisons, others) = SnapshotComparison.all(attachments)
    for comparison in comparisons { html += render(comparison) }
    if others.isEmpty { return html }
    html.markup("<p class=\"label\">Attachments</p>\n")
    for attachment in others.prefix(Self.shown) { html += render(attachment) }
    if others.count > Self.shown {
      html += Parts.leftOut("\(counted(others.count - Self.shown, "attachment")) left out")
    }
    return html
  }

  /// The name of the data block of a text, from its file name.
  static func mark(_ name: String) -> String { "attachment\(name.prefix(64))" }

  // MARK: - One attachment

  private func render(_ attachment: TestAttachment) -> HTML {
    guard let name = attachment.fileName, let place = links.attachments[name] else {
      return """
        <p class="attachment wrap"><span class="mono">\(attachment.name)</span> \
        <span class="left-out">\(whyNot(attachment))</span></p>

        """
    }
    var html: HTML =
      "<details class=\"attachment\"><summary><span class=\"mono wrap\">\(attachment.name)</span>"
    if let words = attachment.kind.words { html += " <span class=\"tag\">\(words)</span>" }
    html +=
      " <span class=\"dim\">\(attachment.type.rawValue), \(counted(attachment.size, "byte"))</span></summary>\n"
    if attachment.type.isImage {
      html += image(attachment, name, alt: attachment.name)
    } else if attachment.type.isText {
      html += text(attachment, name, place)
    } else {
      html += "<p>\(download(attachment, name, "Save this file"))</p>\n"
    }
    html.markup("</details>\n")
    return html
  }

  private func text(
    _ attachment: TestAttachment, _ name: String, _ place: AttachmentPlace
  ) -> HTML {
    if case .text(let text) = place {
      var html: HTML = "<pre class=\"output\" tabindex=\"0\""
      if attachment.type == .json { html.markup(" data-json") }
      html += ">\n\(text.text)</pre>\n"
      if let rest = text.rest { html += Parts.leftOut(rest) }
      return html
    }
    var html: HTML = "<p>\(download(attachment, name, "Save this file"))</p>\n"
    html += "<pre class=\"output\" tabindex=\"0\" data-loads=\"\(Self.mark(name))\""
    if attachment.type == .json { html.markup(" data-json") }
    html.markup(" hidden></pre>\n")
    return html
  }

  /// A link to a file; a script replaces it by the image when it becomes visible.
  private func image(_ attachment: TestAttachment, _ name: String, alt: String) -> HTML {
    guard let link = links.attachment(name, attachment.type) else { return HTML() }
    if case .file = links.attachments[name] {
      return "<a href=\"\(link)\" data-image>\(alt)</a>\n"
    }
    return "<img src=\"\(link)\" alt=\"\(alt)\" loading=\"lazy\" decoding=\"async\">\n"
  }

  private func download(_ attachment: TestAttachment, _ name: String, _ words: String) -> HTML {
    guard let link = links.attachment(name, attachment.type) else { return HTML() }
    let proposed = attachment.name.split(separator: "/").last.map(String.init) ?? name
    return "<a href=\"\(link)\" download=\"\(proposed)\">\(words)</a>"
  }

  private func whyNot(_ attachment: TestAttachment) -> String {
    if let reason = attachment.leftOut { return "not kept: \(reason)" }
    return links.isSingleFile
      ? "left out, since one file has room for some of them; the report in a folder has all"
      : "it is no longer stored"
  }

  // MARK: - A comparison

  private func render(_ comparison: SnapshotComparison) -> HTML {
    let sides = comparison.sides
    let name = sides.first.map(\.attachment.name) ?? ""
    var html: HTML =
      "<figure class=\"compare\" data-compare><figcaption class=\"mono wrap\">\(name)</figcaption>\n<div class=\"sides\">\n"
    for side in sides {
      html +=
        "<div data-side=\"\(side.kind.rawValue)\"><p class=\"label\">\(side.kind.words ?? "")</p>\n"
      if let file = side.attachment.fileName, let place = links.attachments[file] {
        html +=
          side.attachment.type.isText
          ? text(side.attachment, file, place)
          : image(side.attachment, file, alt: "\(side.kind.words ?? ""): \(name)")
      } else {
        html += Parts.leftOut(whyNot(side.attachment))
      }
      html.markup("</div>\n")
    }
    html.markup("</div></figure>\n")
    return html
  }
}

extension TestAttachment.Kind {
  /// The role of the attachment; `nil` for one that the test attached itself.
  var words: String? {
    switch self {
    case .attached: nil
    case .expected: "Expected"
    case .actual: "Actual"
    case .difference: "Difference"
    case .stack: "Stacks"
    case .crashLog: "Crash log"
    }
  }
}
