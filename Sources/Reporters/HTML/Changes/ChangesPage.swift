import CIModel

/// The change: its files, line by line with remarks, and its commits.
struct ChangesPage {
  let context: PageContext

  private static let shown = 2_000

  func render() -> HTML {
    var page: HTML = "<h1>Changes</h1>\n"
    guard let changes = context.record.changes else {
      page += Parts.empty(
        "The change is unknown: the run had no merge base, or did not look for one.")
      return page
    }
    page += files(changes)
    page += patches(changes)
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
            : Parts.lines(file.additions, file.deletions),
        ]
      })
    if changes.files.count > Self.shown {
      html += Parts.leftOut("\(counted(changes.files.count - Self.shown, "file")) left out")
    }
    return html
  }

  // MARK: - The diff

  /// The page size in bytes after which files are omitted.
  private static let room = 4_000_000
  private static let openLines = 400

  private func patches(_ changes: ChangeSet) -> HTML {
    guard let diff = context.diff else {
      return Parts.empty(
        "The diff is not shown: the commits were not available when the report was written.")
    }
    var coverage: [String: Coverage.File] = [:]
    for file in context.record.coverage?.files ?? [] { coverage[file.path] = file }
    var html = Parts.heading("Lines", mark: "lines")
    if !coverage.isEmpty {
      html.markup(
        """
        <p class="legend"><span><i class="c"></i>+ ran</span><span><i class="m"></i>+✗ never ran</span>\
        <span><i class="p"></i>+! ran in part</span><span>− was deleted</span></p>

        """)
    }
    var left = 0
    var marks: [String: Int] = [:]
    var openLines = Self.openLines
    for change in changes.files where change.changedLines > 0 {
      guard let file = diff.files[change.path], html.bytes.count < Self.room else {
        left += 1
        continue
      }
      let isOpen = change.changedLines <= openLines
      if isOpen { openLines -= change.changedLines }
      html += PatchCard(
        context: context, change: change, diff: file, remarks: context.remarks.of(change.path),
        isOpen: isOpen,
        mark: PageNames.unique(PageNames.change(change), among: &marks)
      ).render(coverage: coverage[change.path])
    }
    if left > 0 {
      html += Parts.leftOut("\(counted(left, "file")) left out: too many lines, or not text")
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
