import CIModel
import CIServices
import Foundation
import Testing

/// The table of `docs/services.md` is made of what is read of each service's job.
struct ServiceTableTests {
  /// The column's head, and whether the fact is told.
  private static let facts: [(head: String, isTold: @Sendable (PullRequest) -> Bool)] = [
    ("number", { $0.number != nil }), ("title", { $0.title != nil }), ("body", { $0.body != nil }),
    ("author", { $0.author != nil }), ("labels", { $0.labels != nil }),
    ("draft", { $0.draft != nil }), ("branch", { $0.branch != nil }), ("base", { $0.base != nil }),
    ("milestone", { $0.milestone != nil }), ("assignees", { $0.assignees != nil }),
    ("reviewers", { $0.reviewers != nil }), ("fork", { $0.fork != nil }),
    ("approved", { $0.approved != nil }), ("mergeable", { $0.mergeable != nil }),
    ("association, age, …", { $0.association != nil && $0.created != nil }),
  ]

  /// The row of the tests of detection that has everything, by the service's name in the table.
  private static let services: [(name: String, row: String)] = [
    ("AppVeyor", "AppVeyor"), ("Azure Pipelines", "Azure Pipelines for GitHub"),
    ("Bitbucket", "Bitbucket"), ("Bitrise", "Bitrise"), ("Buildkite", "Buildkite"),
    ("CircleCI", "CircleCI"), ("Cirrus", "Cirrus"), ("CodeBuild", "CodeBuild"),
    ("Codemagic", "Codemagic"), ("Drone", "Drone"),
    ("GitHub, Forgejo, Gitea", "GitHub, everything"), ("GitLab", "GitLab"),
    ("Jenkins", "Jenkins"), ("Semaphore", "Semaphore"), ("Travis", "Travis"),
    ("Woodpecker", "Woodpecker"), ("Xcode Cloud", "Xcode Cloud"),
  ]

  @Test func theTableIsTrue() throws {
    let heads = ["service"] + Self.facts.map(\.head)
    var lines = [heads, heads.map { _ in "---" }]
    for service in Self.services {
      let row = try #require(
        PullRequestDetectionTests.rows.first { $0.name == service.row }, "\(service.row)")
      let told = PullRequest.detect(row.variables) { _ in row.event.map { Array($0.utf8) } }
      let known = try #require(told, "\(service.row)")
      lines.append([service.name] + Self.facts.map { $0.isTold(known) ? "✓" : "" })
    }
    let table = lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/services.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains("\n\n\(table)\n"), "docs/services.md should hold\n\(table)")
  }
}
