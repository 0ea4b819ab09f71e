import CIModel
import FileSystem
import Foundation
import Reporters
import RunExchange
import TestSupport
import Testing

/// The sources of a report, compared with those that its run saw.
struct ReportSourcesTests {
  private static let path = "Tests/A.swift"

  /// - Parameters:
  ///   - change: What happens to the source after the run, which began a minute ago.
  ///   - isModified: Whether the run saw uncommitted files.
  @Test(arguments: [
    ("touch -d '2 minutes ago'", true, false), ("touch -d '2 minutes ago'", false, false),
    // A clone is newer than the run of another machine.
    ("touch", true, true), ("touch", false, false),
    ("echo 'let b = 2' >", true, true), ("echo 'let b = 2' >", false, true),
    // A checkout of another commit that is older than the run.
    ("echo 'let b = 2' >\"$1\"; touch -d '2 minutes ago'", false, true),
  ])
  func knowsWhatTheRunSaw(change: String, isModified: Bool, isChanged: Bool) throws {
    let repository = try ScratchRepository()
    let commit = try repository.commit("Add a test", [Self.path: "let a = 1\n"])
    try repository.shell("set -- \(Self.path); \(change) \"$1\"")
    let now = Int64(Date().timeIntervalSince1970)
    var record = RunRecord.sample(id: "imported", startedAt: now - 60)
    record.checkout = RunRecord.Checkout(
      commit: commit, subject: "Add a test", author: "Ada", isModified: isModified)
    record.tests = [
      TestCase(
        name: "a", framework: .swiftTesting, suite: "A", function: "a", outcome: .passed,
        file: Self.path)
    ]
    let sources = ReportSources(in: repository.path, of: record, nil, [:])
    guard case .lines(_, let found) = sources.read(Self.path) else {
      Issue.record("\(Self.path) was not read")
      return
    }
    #expect(found == isChanged)
  }
}
