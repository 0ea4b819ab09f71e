import ArgumentParser
import CIModel
import CIServices
import FileSystem
import PipelineRunner
import TerminalUI

/// What somebody says of the pull request, which goes before what the CI service says.
struct PullRequestOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A file that says everything the service knows: what `gh pr view --json …` or `glab mr view \
      --output json` prints, or a webhook's event; - is standard input. Other options go before it.
      """, valueName: "file"),
    completion: .file())
  var prJson: String?

  @Option(help: ArgumentHelp("The title.", valueName: "text"))
  var prTitle: String?

  @Option(help: ArgumentHelp("The description.", valueName: "text"))
  var prBody: String?

  @Option(
    help: ArgumentHelp("A file that holds the description.", valueName: "file"),
    completion: .file())
  var prBodyFile: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("The labels, separated by commas. Repeatable.", valueName: "labels"))
  var prLabels: [String] = []

  @Option(help: ArgumentHelp("The login of the author.", valueName: "login"))
  var prAuthor: String?

  @Option(help: ArgumentHelp("Its number.", valueName: "number"))
  var prNumber: Int?

  @Option(help: ArgumentHelp("The branch that it comes from.", valueName: "branch"))
  var prBranch: String?

  @Option(
    help: ArgumentHelp(
      "The branch that it goes to, for rules and conditions; --base says what to compare with.",
      valueName: "branch"))
  var prBase: String?

  @Option(help: ArgumentHelp("The title of its milestone.", valueName: "title"))
  var prMilestone: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("The logins of the assignees, separated by commas.", valueName: "logins"))
  var prAssignees: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Logins and teams that were asked for a review, separated by commas.", valueName: "logins"))
  var prReviewers: [String] = []

  @Flag(inversion: .prefixedNo, help: "Whether it is a draft.")
  var prDraft: Bool?

  @Flag(inversion: .prefixedNo, help: "Whether its branch lives in another repository.")
  var prFork: Bool?

  func validate() throws {
    if prBody != nil, prBodyFile != nil {
      throw ValidationError("--pr-body and --pr-body-file exclude each other")
    }
  }

  /// What the CI service and the command line tell together; `nil` when neither tells anything.
  func known(_ environment: [String: String]) throws -> PullRequest? {
    let detected = PullRequest.detected(environment)
    guard let stated = try pullRequest() else { return detected }
    return (detected ?? PullRequest()).overridden(by: stated)
  }

  /// What `--pr-json` names says.
  /// - Throws: `CommandFailure` when it cannot be read or is about something else.
  private func document() throws -> PullRequest? {
    guard let prJson else { return nil }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(
        prJson == "-" ? "/dev/stdin" : prJson, limit: PullRequest.largestEvent, from: .commandLine)
    } catch {
      throw CommandFailure(
        .missingInput, error.description, help: "Name a file that can be read.")
    }
    do throws(PullRequestDocumentError) {
      return try PullRequest(document: bytes)
    } catch {
      throw CommandFailure(
        .missingInput, error.message(prJson == "-" ? "standard input" : "'\(prJson)'"),
        help: error.help)
    }
  }

  /// `nil` when the option is not there.
  private static func list(_ values: [String]) -> [String]? {
    values.isEmpty ? nil : values.flatMap { PullRequest.splitList($0, ",") }
  }

  /// `nil` when none of the options is there.
  /// - Throws: `CommandFailure` when the file cannot be read.
  func pullRequest() throws -> PullRequest? {
    var body = prBody
    if let prBodyFile {
      do throws(FileError) {
        body = String(decoding: try readFile(prBodyFile, from: .commandLine), as: UTF8.self)
      } catch {
        throw CommandFailure(
          .missingInput, error.description, help: "Name a file that can be read.")
      }
    }
    let stated = PullRequest(
      number: prNumber, title: prTitle, body: body, author: prAuthor, labels: Self.list(prLabels),
      draft: prDraft, branch: prBranch, base: prBase, milestone: prMilestone,
      assignees: Self.list(prAssignees), reviewers: Self.list(prReviewers), fork: prFork)
    guard let document = try document() else { return stated == PullRequest() ? nil : stated }
    return document.overridden(by: stated)
  }
}

extension PullRequest {
  /// Bytes; no service's event is larger.
  static let largestEvent = 32 << 20

  /// What the CI service tells.
  static func detected(_ environment: [String: String]) -> PullRequest? {
    detect(environment) { try? readFile($0, limit: largestEvent) }
  }
}
