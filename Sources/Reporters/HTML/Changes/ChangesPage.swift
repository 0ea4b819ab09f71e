import CIModel

/// What the change did: its files and commits.
struct ChangesPage {
  let context: PageContext

  private static let shown = 2_000

  func render() -> HTML {
    var page: HTML = "<h1>Changes</h1>\n"
    guard let changes = context.record.changes else {
      page += Parts.empty(
        "Nothing is known of a change: the run had no merge base, or asked for none.")
      return page
    }
    page += files(changes)
    page += commits(changes.commits)
    return page
  }

  private func files(_ changes: ChangeSet) -> HTML {
    guard !changes.files.isEmpty else { return Parts.empty("The change touches no file.") }
    var html = Parts.heading("Files", changes.files.count, mark: "changed-files")
    html += Parts.table(
      "Changed files", ["File", "Status", "Lines"], numeric: [2],
      changes.files.prefix(Self.shown).map { file in
        [
          name(file), "\(file.status.rawValue)",
          file.isBinary
            ? "binary"
            : "<span class=\"pass\">+\(file.additions)</span> <span class=\"fail\">−\(file.deletions)</span>",
        ]
      })
    if changes.files.count > Self.shown {
      html += Parts.leftOut("\(counted(changes.files.count - Self.shown, "file")) left out")
    }
    return html
  }

  private func name(_ file: FileChange) -> HTML {
    let old: HTML = file.oldPath.map { "<span class=\"dim\">\(path: $0) → </span>" } ?? HTML()
    guard let link = context.links.file(file.path) else {
      return "<span class=\"wrap\">\(old)\(path: file.path)</span>"
    }
    return "<span class=\"wrap\">\(old)<a href=\"\(link)\">\(path: file.path)</a></span>"
  }

  private func commits(_ commits: [Commit]) -> HTML {
    guard !commits.isEmpty else { return HTML() }
    var html = Parts.heading("Commits", commits.count)
    html += Parts.table(
      "Commits", ["Commit", "Subject", "Author"],
      commits.suffix(500).reversed().map { commit in
        [
          "<code>\(String(commit.id.prefix(10)))</code>",
          "<span class=\"wrap\">\(Clipped(commit.subject, bytes: 500, lines: 1).text)</span>",
          "\(Clipped(commit.author.name, bytes: 200, lines: 1).text)",
        ]
      })
    if commits.count > 500 {
      html += Parts.leftOut("\(counted(commits.count - 500, "commit")) left out")
    }
    return html
  }
}
