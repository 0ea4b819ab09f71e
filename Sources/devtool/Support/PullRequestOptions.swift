import ArgumentParser
import CIModel
import CIServices
import FileSystem
import PipelineRunner
import TerminalUI

/// Facts about the pull request, which override those of the CI service.
struct PullRequestOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Read everything from this file: the output of `gh pr view --json …` or `glab mr view --output json`, \
      or a webhook's event; - reads standard input. The other --pr options override it.
      """, valueName: "file"),
    completion: .file())
  var prJson: String?

  @Option(help: ArgumentHelp("Set the title.", valueName: "text"))
  var prTitle: String?

  @Option(help: ArgumentHelp("Set the description.", valueName: "text"))
  var prBody: String?

  @Option(help: .file("Read the description from this file."), completion: .file())
  var prBodyFile: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("Set the labels, separated by commas. Repeatable.", valueName: "labels"))
  var prLabels: [String] = []

  @Option(help: ArgumentHelp("Set the login of the author.", valueName: "login"))
  var prAuthor: String?

  @Option(help: ArgumentHelp("Set the number.", valueName: "number"))
  var prNumber: Int?

  @Option(help: ArgumentHelp("Set the source branch.", valueName: "branch"))
  var prBranch: String?

  @Option(
    help: ArgumentHelp(
      "Set the target branch, for rules and conditions; --base sets what to compare with.",
      valueName: "branch"))
  var prBase: String?

  @Option(help: ArgumentHelp("Set the title of the milestone.", valueName: "title"))
  var prMilestone: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("Set the logins of assignees, separated by commas.", valueName: "logins"))
  var prAssignees: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Set the logins and teams asked for a review, separated by commas.", valueName: "logins"))
  var prReviewers: [String] = []

  @Flag(inversion: .prefixedNo, help: "Set whether it is a draft.")
  var prDraft: Bool?

  @Flag(inversion: .prefixedNo, help: "Set whether its branch is in another repository.")
  var prFork: Bool?

  func validate() throws {
    if prBody != nil, prBodyFile != nil {
      throw ValidationError("--pr-body and --pr-body-file cannot be used together")
    }
  }

  /// The facts of the CI service and the command line together; `nil` if neither has any.
  func known(_ environment: [String: String]) throws -> PullRequest? {
    let detected = PullRequest.detected(environment)
    guard let stated = try pullRequest() else { return detected }
    return (detected ?? PullRequest()).overridden(by: stated)
  }

  /// The facts in the file of `--pr-json`.
  /// - Throws: `CommandFailure` if it cannot be read or describes something else.
  private func document() throws -> PullRequest? {
    guard let prJson else { return nil }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try readFile(
        prJson == "-" ? "/dev/stdin" : prJson, limit: PullRequest.largestEvent, from: .commandLine)
    } catch {
      throw CommandFailure(
        .missingInput, error.description, help: "Name a readable file.")
    }
    do throws(PullRequestDocumentError) {
      return try PullRequest(document: bytes)
    } catch {
      throw CommandFailure(
        .missingInput, error.message(prJson == "-" ? "standard input" : "'\(prJson)'"),
        help: error.help)
    }
  }

  /// `nil` without the option.
  private static func list(_ values: [String]) -> [String]? {
    values.isEmpty ? nil : values.flatMap { PullRequest.splitList($0, ",") }
  }

  /// `nil` without any of the options.
  /// - Throws: `CommandFailure` if a file cannot be read.
  func pullRequest() throws -> PullRequest? {
    var body = prBody
    if let prBodyFile {
      do throws(FileError) {
        body = String(decoding: try readFile(prBodyFile, from: .commandLine), as: UTF8.self)
      } catch {
        throw CommandFailure(
          .missingInput, error.description, help: "Name a readable file.")
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
  /// In bytes; no event of a service is larger.
  static let largestEvent = 32 << 20

  /// The facts of the CI service.
  static func detected(_ environment: [String: String]) -> PullRequest? {
    detect(environment) { try? readFile($0, limit: largestEvent) }
  }

  static func distrusted(_ known: PullRequest?, _ environment: [String: String]) -> String? {
    distrust(known, environment) { try? readFile($0, limit: largestEvent) }
  }
}
