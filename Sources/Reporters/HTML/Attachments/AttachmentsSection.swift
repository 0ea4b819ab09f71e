import CIModel

/// Tests with attachments that have no failure card.
struct AttachmentsSection {
  let context: PageContext

  private static let shown = 200

  func render() -> HTML {
    let tests = context.record.tests.enumerated().filter { _, test in
      !test.failsTheRun && !test.isUnsteady && !test.allAttachments.isEmpty
    }
    guard !tests.isEmpty else { return HTML() }
    var html: HTML =
      "<section data-filtered>\n\(Parts.heading("Attachments of other tests", tests.count, mark: "attachments"))"
    for (index, test) in tests.prefix(Self.shown) {
      html += """
        <details class="card" data-stop data-test="\(context.listPlaces[index])"><summary>\
        <span class="name">\(test.shownName)</span>\
        <span class="dim">\(counted(test.allAttachments.count, "attachment"))</span></summary><div class="body">
        \(AttachmentList(links: context.links, attachments: test.allAttachments).render())</div></details>

        """
    }
    if tests.count > Self.shown {
      html += Parts.leftOut("\(counted(tests.count - Self.shown, "test")) left out")
    }
    html.markup("</section>\n")
    return html
  }
}
