import CIModel
import ConfigImport
import Testing

/// Idioms of Dangerfiles, with what they become.
struct DangerImportTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var language: ScriptLanguage
    var text: String
    /// `level: condition → message`, or what was left out as `- what: reason`.
    var expected: [String]

    var testDescription: String { text }

    init(_ language: ScriptLanguage, _ text: String, _ expected: String...) {
      self.language = language
      self.text = text
      self.expected = expected
    }
  }

  @Test(arguments: [
    // Ruby
    Row(
      .ruby, #"warn("Work in progress") if github.pr_title.include? "[WIP]""#,
      #"warning: title contains "[WIP]" → Work in progress"#),
    Row(
      .ruby, #"fail "Too big" if git.lines_of_code > 1_000 and not pr_labels.include?('big')"#,
      #"error: lines_changed() > 1000 && !(labels contains "big") → Too big"#),
    Row(
      .ruby,
      """
      # A comment
      trivial = (github.pr_title + github.pr_body).include?("#trivial")
      has_sources = !git.modified_files.grep(/^lib/).empty?
      if has_sources && !git.modified_files.include?("CHANGELOG.md") && !trivial
        fail("Add an entry, @#{github.pr_author}", sticky: true)
      end
      """,
      #"error: files() =~ "^lib" && !modified("CHANGELOG.md") && "#
        + ##"!(title contains "#trivial" || body contains "#trivial") → Add an entry, @${author}"##),
    Row(
      .ruby,
      """
      unless github.branch_for_base == "develop"
        warn "Wrong base"
      else
        message("Right base")
      end
      """,
      #"warning: base != "develop" → Wrong base"#, #"note: base == "develop" → Right base"#),
    Row(
      .ruby,
      """
      files = git.modified_files + git.added_files
      views = files.select { |f| f.end_with?(".xib") }
      if views.any?
        warn("Views: #{views.join(", ")}")
      elsif github.pr_json["mergeable"] == false
        fail "Conflicts"
      end
      """,
      #"warning: added("**/*.xib") || modified("**/*.xib") → Views: …"#,
      #"error: !(added("**/*.xib") || modified("**/*.xib")) && !mergeable → Conflicts"#),
    Row(
      .ruby, #"fail "Rebase" if git.commits.any? { |c| c.message =~ /^Merge branch '/ }"#,
      #"error: commits =~ "^Merge branch '" → Rebase"#),
    Row(
      .ruby, #"warn "Assign" if github.pr_json["assignee"].nil?"#,
      "warning: count(assignees) == 0 → Assign"),
    Row(
      .ruby, #"warn "No milestone" unless github.pr_json["milestone"]"#,
      #"warning: milestone == "" → No milestone"#),
    Row(
      .ruby, #"message "Hello" if %w[ada bob].include?(github.pr_author)"#,
      #"note: author in ["ada", "bob"] → Hello"#),
    Row(
      .ruby, #"fail 'Body' if github.pr_body.strip.length < 5 || ENV["FORCE"] == "1""#,
      #"error: length(body) < 5 || env.FORCE == "1" → Body"#),
    Row(
      .ruby, "swiftlint.lint_files inline_mode: true\nswiftlint.config_file = '.swiftlint.yml'\n",
      "- swiftlint.lint_files: run it as a step and name its report: `linter-reports`"),
    Row(
      .ruby, #"fail("fit left in tests") if `grep -r fit Tests`.length > 1"#,
      "- fail: devtool does not support this calculation"),
    Row(.ruby, #"warn("Always")"#, "- warn: it is reported for every change, without a condition"),
    Row(
      .ruby,
      """
      git.modified_files.each do |file|
        warn("Look at #{file}") if file.include?("secret")
      end
      markdown "## Thanks"
      warn "Big" if git.insertions - git.deletions > 50
      """,
      "- warn: it is reported once per element",
      "- markdown: a rule reports findings and cannot write comments of its own",
      "warning: lines_added() - lines_deleted() > 50 → Big"),
    Row(
      .ruby,
      """
      for x in [1, 2]
        warn "x"
      end
      case github.pr_author
      when "ada" then fail "no"
      end
      def check_size
        warn("Big") if git.lines_of_code > 5
      end
      check_size
      """,
      "- warn: it is in a loop or in code that devtool cannot parse",
      "- fail: it is in a loop or in code that devtool cannot parse",
      "warning: lines_changed() > 5 → Big"),
    // What is not understood whole is left out.
    Row(
      .ruby,
      ##"""
      fail "Rebase" if git.commits.any? { |c| c.message =~ /^Merge branch '#{github.branch_for_base}'/ }
      warn "a" if github.pr_title =~ /a b/x || git.modified_files.any? { |f| f =~ /a/i || f =~ /b/ }
      """##,
      "- fail: a text is joined from parts",
      #"warning: title =~ "(?x)a b" || files() =~ "(?:(?i)a)|b" → a"#),
    Row(
      .ruby,
      """
      podfile = git.modified_files.include?("Podfile")
      lock = git.modified_files.include?("Podfile.lock")
      if podfile ^ lock
        warn "a"
      end
      warn "b" if git.modified_files & ["a", "b"] != []
      warn "c" if podfile & !lock
      warn "d" if podfile | lock
      warn "e" if podfile <=> lock
      warn "f" if podfile unless lock
      warn "g" \
        " h" if podfile
      warn "i" \
        if podfile
      if podfile <=> lock
        warn "j"
      end
      warn "k" if github.pr_title.start_with?("a", "b")
      """,
      "- warn: devtool does not support `^`", "- warn: devtool does not support `&`",
      "- warn: devtool does not support `&`", "- warn: devtool does not support `|`",
      "- warn: it is in a loop or in code that devtool cannot parse",
      "- warn: it is in a loop or in code that devtool cannot parse",
      #"warning: modified("Podfile") → g h"#, #"warning: modified("Podfile") → i"#,
      "- warn: it is in a loop or in code that devtool cannot parse",
      "- warn: `start_with?` is not supported with several arguments"),
    Row(
      .javaScript,
      """
      const title = danger.github.pr.title as string
      const { modified_files: files, created_files } = danger.git
      const all = danger.git.modified_files.concat(danger.git.created_files, danger.git.deleted_files)
      if (title.includes("a") | title.includes("b")) warn("a")
      if (title.match(/x/) !== null) warn("b")
      if (typeof title === "undefined") { warn("c") }
      if (danger.git.modified_files.find(f => f === "x") === undefined) warn("d")
      if (all.includes("x") && title.includes("b") satisfies boolean) { warn("e") }
      if (all.includes("x")) warn("f")
      """,
      "- warn: devtool does not support `|`", #"warning: title =~ "x" → b"#,
      "- warn: it is in a loop or in code that devtool cannot parse",
      #"warning: !modified("x") → d"#,
      "- warn: it is in a loop or in code that devtool cannot parse",
      #"warning: changed("x") → f"#),
    Row(
      .swift,
      """
      let files = danger.git.modifiedFiles + danger.git.createdFiles + danger.git.deletedFiles
      let changelog = files.contains("CHANGELOG.md")
      let sources = files.first(where: { $0.hasPrefix("Sources") })
      if !changelog && sources != nil { warn("a") }
      if sources == nil { warn("b") }
      if danger.github.pullRequest.title.range(of: "WIP") != nil { warn("c") }
      if danger.github.pullRequest.title.range(of: "WIP", options: .caseInsensitive) != nil { warn("d") }
      if changelog ^^ sources { warn("e") }
      if danger.github.pullRequest.draft != nil && changelog { warn("f") }
      """,
      #"warning: !changed("CHANGELOG.md") && files() =~ "^Sources" → a"#,
      #"warning: files() !~ "^Sources" → b"#, #"warning: title contains "WIP" → c"#,
      "- warn: `range` is not supported with several arguments",
      "- warn: it is in a loop or in code that devtool cannot parse",
      "- warn: devtool does not support this comparison"),
    // Counts of one kind of change, and lowercase letters
    Row(
      .ruby,
      """
      warn "a" if git.modified_files.length + git.added_files.length + git.deleted_files.size > 20
      warn "b" if git.modified_files.length + git.modified_files.length > 20
      warn "c" if git.modified_files.length + 1 > 20
      warn "d" if git.commits.any? { |c| c.message.downcase.include?("wip") }
      warn "e" if github.pr_labels.any? { |l| l.downcase == "wip" }
      warn "f" if github.pr_labels.map(&:downcase).include?("wip")
      warn "g" if github.pr_labels.map(&:name).include?("WIP")
      warn "h" if git.modified_files.any? { |f| f.downcase.include?("README") }
      """,
      "warning: count(files()) > 20 → a",
      "- warn: devtool counts added, modified and deleted files together",
      "- warn: devtool counts added, modified and deleted files together",
      #"warning: commits =~ "(?i)wip" → d"#, #"warning: labels =~ "(?i)^wip$" → e"#,
      "- warn: `map` is not supported for labels", #"warning: labels contains "WIP" → g"#,
      "- warn: it compares lowercase letters with others"),
    // What ends a function, or changes a variable, under a condition
    Row(
      .ruby,
      """
      big = false
      if github.pr_title.include?("a")
        big = true
      end
      warn "a" if big && git.lines_of_code > 5
      warn <<~TEXT if git.lines_of_code > 6
        Hello #{github.pr_author}
      TEXT
      github.pr_draft? && warn("b")
      git.commits.each_slice { warn "c" }
      if github.pr_author == "bot" then return end
      warn "d" if git.lines_of_code > 7
      return if github.pr_draft?
      warn "e"
      """,
      "- warn: devtool does not support this calculation",
      "warning: lines_changed() > 6 → Hello ${author}", "warning: draft → b",
      "- warn: it is reported once per element",
      #"warning: author != "bot" && lines_changed() > 7 → d"#,
      #"warning: author != "bot" && !draft → e"#),
    Row(
      .javaScript,
      """
      export default async () => {
        if (danger.github.pr.draft) return
        if (danger.github.pr.title.includes("a")) {
          if (danger.github.pr.body.includes("b")) { return }
          warn("a")
        }
        if (danger.github.pr.title satisfies string)
          warn("b")
        if (danger.git.linesOfCode > 5) warn("c")
      }
      """,
      #"warning: !draft && title contains "a" && !(body contains "b") → a"#,
      "- warn: it is in a loop or in code that devtool cannot parse",
      "- warn: a `return` before it depends on several conditions"),
    Row(
      .swift,
      """
      if let title = danger.github.pullRequest.title as? String,
        title.isEmpty {
        warn("a")
      }
      if danger.github.pullRequest.draft == true { warn("b") }
      guard let milestone = danger.github.pullRequest.milestone else { return }
      if danger.github.pullRequest.draft == true { warn("c") }
      """,
      "- warn: it is in a loop or in code that devtool cannot parse", "warning: draft → b",
      "- warn: it is behind a `return` that devtool cannot parse"),
    // JavaScript and TypeScript
    Row(
      .javaScript,
      """
      import { danger, fail, warn } from "danger"
      const { includes } = require("lodash")
      const pr = danger.github.pr;
      const modified: string[] = danger.git.modified_files;
      const hasApp = modified.some(f => f.startsWith("src/"));
      // No entry
      if (hasApp && !modified.includes("CHANGELOG.md") && pr.user.login !== "bot[bot]") {
        warn("Please add an entry.", "CHANGELOG.md");
      }
      """,
      #"warning: modified("src/**") && !modified("CHANGELOG.md") && author != "bot[bot]" → "#
        + "Please add an entry."),
    Row(
      .javaScript,
      """
      const size = danger.github.pr.additions + danger.github.pr.deletions
      if (size > 600) warn(`Big: ${size}, ${danger.github.pr.title}`)
      if (danger.github.pr.body?.length < 10 || !danger.github.pr.body) { fail('Describe it') }
      """,
      "warning: lines_added() + lines_deleted() > 600 → Big: …, ${title}",
      #"error: length(body) < 10 || body == "" → Describe it"#),
    Row(
      .javaScript,
      """
      const checkLabels = async () => {
        const labels = danger.github.issue.labels.map(l => l.name)
        if (!labels.includes("ready")) { fail("Not ready") }
        if (danger.github.issue.labels.length === 0) { warn("No labels") }
        if (danger.github.issue.labels.some(({ name }) => name === "wip")) message("WIP")
      }
      schedule(checkLabels())
      """,
      #"error: !(labels contains "ready") → Not ready"#, "warning: count(labels) == 0 → No labels",
      #"note: labels contains "wip" → WIP"#),
    Row(
      .javaScript,
      #"""
      const lock = [...danger.git.created_files, ...danger.git.modified_files].filter(p => /\.lock$/.test(p))
      if (lock.length > 0 && /^fix/i.test(danger.github.pr.title)) warn("Locks " + danger.github.pr.base.ref)
      """#,
      #"warning: count(matching(files(), "\.lock$")) > 0 && title =~ "(?i)^fix" → Locks ${base}"#),
    Row(
      .javaScript,
      """
      danger.git.diffForFile("x").then(diff => { if (diff.added.includes("x")) { warn("x") } })
      """,
      "- warn: it is reported once per element"),
    // Swift
    Row(
      .swift,
      """
      import Danger
      let danger = Danger()
      let edited = danger.git.modifiedFiles + danger.git.createdFiles
      if danger.git.createdFiles.count + danger.git.modifiedFiles.count - danger.git.deletedFiles.count > 300 {
          warn("Big")
      }
      if edited.contains(where: { $0.hasPrefix("Sources/") }), danger.github != nil {
          warn("comma")
      }
      if edited.contains(where: { $0.hasPrefix("Sources/") }) && !edited.contains("CHANGELOG.md") {
          fail("No entry for \\(danger.github.pullRequest.title)")
      }
      if danger.github != nil {
          if danger.github.pullRequest.title.contains("WIP") { warn("WIP") }
      }
      SwiftLint.lint(inline: true)
      """,
      "- warn: devtool counts added, modified and deleted files together",
      "- warn: it is in a loop or in code that devtool cannot parse",
      #"error: (added("Sources/**") || modified("Sources/**")) && "#
        + #"!(added("CHANGELOG.md") || modified("CHANGELOG.md")) → No entry for ${title}"#,
      #"warning: title contains "WIP" → WIP"#,
      "- SwiftLint.lint: run it as a step and name its report: `linter-reports`"),
    Row(
      .swift,
      """
      let edited = danger.git.modifiedFiles
      if edited.contains { $0 == "a" } { warn("a") }
      if edited.contains { $0 == "b" }
      {
        warn("b")
      }
      if !edited.contains { $0 == "c" } && edited.contains("d") { warn("c") } else { fail("e") }
      if edited.contains { $0.isOdd } { warn("f") }
      """,
      #"warning: modified("a") → a"#, #"warning: modified("b") → b"#,
      #"warning: !modified("c") && modified("d") → c"#,
      #"error: !(!modified("c") && modified("d")) → e"#,
      "- warn: its condition on each file is not supported"),
    Row(
      .swift,
      """
      guard danger.github.pullRequest.body?.isEmpty ?? true else { return }
      let tests = danger.git.createdFiles.filter { $0.fileType == .swift && $0.contains("Tests") }
      if danger.github.pullRequest.draft == true { message("Draft") }
      if tests.isEmpty { warn("Tests") }
      """,
      #"note: body == "" && draft → Draft"#, "- warn: its condition on each file is not supported"),
  ])
  func becomes(row: Row) {
    let result = DangerImport(row.text, row.language)
    let said =
      result.rules.map { ($0.line, "\($0.level.rawValue): \($0.condition) → \($0.message)") }
      + result.leftOut.map { ($0.line, "- \($0.what): \($0.reason)") }
    #expect(said.sorted { $0.0 < $1.0 }.map(\.1) == row.expected)
  }

  @Test func writesYAML() {
    let result = DangerImport(
      """
      warn("It's big\\nSplit it") if git.modified_files.grep(/x/).any? && git.lines_of_code > 5
      swiftlint.lint_files
      warn("It's big\\nSplit it") if github.pr_draft?
      """, .ruby)
    #expect(
      result.yaml(from: "Dangerfile") == #"""
          # Each condition is as written in Dangerfile; `devtool rules list` shows built-in rules that check more,
          # such as pr-size and changelog.
          custom:
            - id: s-big-split
              # Dangerfile:1: every kind of change to such a file counts
              level: warning
              if: 'files() =~ "x" && lines_changed() > 5'
              message: "It's big\nSplit it"
            - id: s-big-split-2
              level: warning
              if: 'draft'
              message: "It's big\nSplit it"

        """#)
  }

  /// Lines of which each says the one before it twice.
  private static func doubled(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  @Test(arguments: [
    "", "if", "end end end", "warn(", "fail \"", "a = a\nwarn('x') if a",
    "b = c\nc = b\nwarn('x') if b",
    "def f\n f\nend\nf", "x = -> { }", "%w[", "<<~X", "\"#{\"#{\"#{", "if a then b else c end",
    String(repeating: "(", count: 5000), String(repeating: "if a\n", count: 3000),
    String(repeating: "!", count: 10_000), String(repeating: "not ", count: 4_000),
    "x" + String(repeating: ".y", count: 4_000), "x" + String(repeating: " + x", count: 4_000),
    String(repeating: "export ", count: 4_000),
    "if a\n" + String(repeating: "elsif a\n", count: 5000),
    doubled(40) { "a\($0 + 1) = a\($0) && a\($0)" } + "warn('x') if a40",
    doubled(25) { "def f\($0 + 1)\n f\($0)\n f\($0)\nend" } + "f25",
    String(repeating: "{ |a| ", count: 2000),
  ])
  func survives(text: String) {
    for language in [ScriptLanguage.ruby, .javaScript, .swift] {
      #expect(DangerImport(text, language).rules.count < 2)
    }
  }
}
