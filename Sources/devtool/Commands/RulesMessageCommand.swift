import ArgumentParser
import CIModel
import CIRules
import FileSystem
import GitHistory
import PipelineConfig
import PipelineRunner
import ProcessExecution
import TerminalUI

extension RulesCommand {
  struct Message: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "message",
      abstract: "Check a commit message before the commit, as a commit-msg hook does.",
      usage: "devtool rules message [<file>] [--fail-on <severity>]",
      discussion: """
        Like git, devtool ignores comments and everything after the scissors line. It applies the \
        rules on messages: \(RuleRegistry.messageRules.joined(separator: ", ")). It skips messages \
        of commits that are to be squashed, such as `fixup!`.

        EXAMPLES
          devtool rules message .git/COMMIT_EDITMSG
          git log -1 --format=%B | devtool rules message
          echo 'exec devtool rules message "$1"' >> .git/hooks/commit-msg

        EXIT STATUS
          0   no finding, or none as severe as --fail-on
          1   the message breaks a rule
          69  the file cannot be read, or the message is empty
        """)

    @Argument(
      help: .file("Read the message from this file; - or no file reads standard input."),
      completion: .file())
    var file: String?

    @Option(
      help: ArgumentHelp(
        "Fail on findings of at least this severity: note, warning, error or never.",
        valueName: "severity"))
    var failOn = "error"

    @Option(
      name: .customLong("comment-char"),
      help: ArgumentHelp(
        "Treat lines that begin with this text as comments (default: core.commentChar, else #).",
        valueName: "text"))
    var comment: String?

    @OptionGroup var config: ConfigOptions

    func validate() throws { _ = try FailOn.severity(failOn) }

    func run() throws {
      let environment = currentEnvironment()
      let workspace = try Workspace.findOrWorkingDirectory(config: config.config)
      let pipeline = try workspace.loadPipeline(for: environment)
      let repository = try? GitRepository.open(
        containing: try Workspace.workingDirectory(), environment: environment)
      let text = MessageText(
        try read(), comment: comment ?? repository?.commentPrefix ?? "#")
      guard !text.isEmpty else {
        throw CommandFailure(
          .missingInput, "the message is empty: it has only comments and white space",
          help: "Write a message.")
      }
      let commit = Commit(
        text, author: Self.author(environment), isMerge: repository?.isMerging ?? false)
      // Git names the author only to a hook.
      let isAuthorKnown = environment["GIT_AUTHOR_EMAIL"] != nil
      let rules = RuleSet.messages(
        pipeline.rules, conditions: pipeline.ruleConditions, steps: pipeline.stepGroups)
      let authorRules = pipeline.rules.filter { $0.rule == CommitAuthorsRule.descriptor.id }
        .map(\.id).filter(rules.ids.contains)
      let findings = rules.findings(
        inMessageOf: commit, after: { repository?.earlierCommits(limit: $0) ?? [] }
      )
      .filter { isAuthorKnown || !authorRules.contains($0.ruleID) }
      if !isAuthorKnown, !authorRules.isEmpty {
        StandardOutput.message(
          "devtool: note: not checked, because the author is not known: "
            + "\(authorRules.joined(separator: ", ")). "
            + "Git tells its hooks the author; elsewhere set GIT_AUTHOR_NAME and GIT_AUTHOR_EMAIL.")
      }
      var lines = ""
      for finding in findings {
        lines += "\(finding.severity.rawValue): \(finding.message) [\(finding.ruleID)]\n"
        if let help = finding.help { lines += "    help: \(help)\n" }
      }
      try StandardOutput.write(lines)
      if findings.fail(from: try FailOn.severity(failOn)) { throw CommandFailure(.checkFailed) }
    }

    private func read() throws(CommandFailure) -> String {
      do throws(FileError) {
        let path = file.flatMap { $0 == "-" ? nil : Workspace.absolute($0) } ?? "/dev/stdin"
        return String(
          decoding: try readFile(path, limit: 1 << 20, from: .commandLine), as: UTF8.self)
      } catch {
        throw CommandFailure(.missingInput, error.description, help: "Name a file to read.")
      }
    }

    /// The author, as git names it to its hooks.
    private static func author(_ environment: [String: String]) -> Commit.Signature {
      Commit.Signature(
        name: environment["GIT_AUTHOR_NAME"] ?? "",
        email: environment["GIT_AUTHOR_EMAIL"] ?? "",
        date: Timestamp(secondsSinceEpoch: secondsSince1970()))
    }
  }
}
