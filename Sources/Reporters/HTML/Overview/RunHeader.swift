import CIModel

/// The subject of the run in one line: the package, the request, the branch, the author, the
/// commit, with links to the service.
struct RunHeader {
  let context: PageContext

  private var record: RunRecord { context.record }

  func render() -> HTML {
    var parts: [HTML] = []
    if let name = record.packageName.map(short) { parts.append("<b>\(name)</b>") }
    let request = record.pullRequest
    let number = request?.number.map { "#\($0)" }
    let words = [number, request?.title.map(short)].compactMap(\.self).joined(separator: " ")
    if !words.isEmpty {
      parts.append(HTML.link("\(words)", to: links?.address(ofRequest: request?.url)))
    }
    if let branch = request?.branch ?? record.checkout?.branch {
      parts.append("branch <code>\(short(branch))</code>")
    }
    if let author = request?.author ?? record.changes?.commits.last?.author.name
      ?? record.checkout?.author
    {
      parts.append("by \(short(author))")
    }
    if let changes = record.changes, !changes.commits.isEmpty || changes.isStaged {
      parts.append(commit(changes))
    } else if let checkout = record.checkout {
      parts.append("\(id(checkout.commit)) \(short(checkout.subject))")
    } else if let changes = record.changes {
      parts.append(commit(changes))
    }
    if let address = links?.runAddress {
      parts.append(HTML.link("run on \(address.host)", to: address))
    }
    guard !parts.isEmpty else { return HTML() }
    return "<p class=\"wrap\">\(parts.joined(separator: " · "))</p>\n"
  }

  private func commit(_ changes: ChangeSet) -> HTML {
    if changes.isStaged { return "staged changes" }
    let subject = changes.commits.last.map { short($0.subject) } ?? ""
    return "\(id(changes.head)) \(subject)"
  }

  private var links: ServiceLinks? { record.environment.links }

  private func id(_ commit: String) -> HTML {
    HTML.link(
      "<code>\(String(commit.prefix(10)))</code>", to: links?.address(ofCommit: commit))
  }

  private func short(_ text: String) -> String { Clipped(text, bytes: 200, lines: 1).text }
}
