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
      abstract: "Judge a commit message before it is committed, as a commit-msg hook does.",
      usage: "devtool rules message [<file>] [--fail-on <severity>]",
      discussion: """
        Comments and what follows the scissors are left out, as git does. The rules are those on \
        messages: \(RuleRegistry.messageRules.joined(separator: ", ")). What is to be squashed is \
        not judged.

        EXAMPLES
          devtool rules message .git/COMMIT_EDITMSG
          git log -1 --format=%B | devtool rules message
          echo 'exec devtool rules message "$1"' >> .git/hooks/commit-msg

        EXIT STATUS
          0   nothing to say, or nothing as bad as --fail-on
          1   the message breaks a rule
          69  the file cannot be read, or there is no message
        """)

    @Argument(
      help: ArgumentHelp(
        "The message; - or nothing is standard input.", valueName: "file"),
      completion: .file())
    var file: String?

    @Option(
      help: ArgumentHelp(
        "Fail from this severity of findings on: note, warning, error, never.",
        valueName: "severity"))
    var failOn = "error"

    @Option(
      name: .customLong("comment-char"),
      help: ArgumentHelp(
        "What comments begin with (default: core.commentChar of the repository, or #).",
        valueName: "text"))
    var comment: String?

    @OptionGroup var config: ConfigOptions

    func validate() throws { _ = try FailOn.severity(failOn) }

    func run() throws {
      let environment = currentEnvironment()
      let errors = Terminal(descriptor: 2, environment: environment)
      let workspace = try Workspace.findOrWorkingDirectory(config: config.config)
      let pipeline = try workspace.loadPipeline(color: errors.showsColor)
      let repository = try? GitRepository.open(
        containing: try Workspace.workingDirectory(), environment: environment)
      let text = MessageText(
        try read(), comment: comment ?? repository?.commentPrefix ?? "#")
      guard !text.isEmpty else {
        throw CommandFailure(
          .missingInput, "there is no message: nothing but comments and white space",
          help: "Write one.")
      }
      let commit = Commit(
        text, author: Self.author(environment), isMerge: repository?.isMerging ?? false)
      // Who the author is only a hook is told.
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
            + "Git tells its hooks; elsewhere set GIT_AUTHOR_NAME and GIT_AUTHOR_EMAIL.")
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

    /// As git tells its hooks.
    private static func author(_ environment: [String: String]) -> Commit.Signature {
      Commit.Signature(
        name: environment["GIT_AUTHOR_NAME"] ?? "",
        email: environment["GIT_AUTHOR_EMAIL"] ?? "",
        date: Timestamp(secondsSinceEpoch: secondsSince1970()))
    }
  }
}
