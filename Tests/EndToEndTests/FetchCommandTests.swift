import Foundation
import TestSupport
import Testing

/// `--fetch` with a real remote.
@Suite(.blocking) struct FetchCommandTests {
  /// `main` has 200 commits before `topic` parts from it, and 3 more.
  private static func makeOrigin() throws -> ScratchRepository {
    let origin = try ScratchRepository()
    var stream = ""
    for number in 1...203 {
      stream += "commit refs/heads/main\nmark :\(number)\n"
      stream += "committer A <a@example.com> \(1_700_000_000 + number) +0000\ndata 1\nc\n"
      stream += "M 100644 inline f\(number)\ndata 2\nx\n\n"
    }
    for number in 204...205 {
      stream += "commit refs/heads/topic\nmark :\(number)\n"
      stream += "committer A <a@example.com> \(1_700_000_000 + number) +0000\ndata 1\nc\n"
      stream += number == 204 ? "from :200\n" : ""
      stream += "M 100644 inline own\(number)\ndata 2\nx\n\n"
    }
    try origin.fastImport(stream)
    return origin
  }

  private static let changes = ["changes", "--base", "main", "--fetch", "--format", "json"]

  private func commitCount(_ repository: ScratchRepository) throws -> Int? {
    Int(try repository.git("rev-list", "--count", "--all"))
  }

  @Test(arguments: [["--depth", "1"], ["--depth", "1", "--no-single-branch"], ["--depth", "2"]])
  func deepensJustFarEnough(cloneArguments: [String]) throws {
    let origin = try Self.makeOrigin()
    let clone = try ScratchRepository(
      origin: origin, cloneArguments + ["--branch", "topic", "--no-tags"])
    let head = try clone.shell("cat .git/HEAD; git rev-parse topic; cat .git/config")
    let result = try BuiltTool().start(Self.changes, in: clone.path).finish()
    #expect(result.status == 0, "\(result.standardError)")
    let document = try jsonObject(result.standardOutput)
    #expect(document["mergeBase"] as? String == (try origin.git("rev-parse", "main~3")))
    #expect(try objects(document["commits"]).count == 2)
    #expect(result.standardError.contains("devtool: note: Fetching history: git fetch"))
    // Still shallow, and nothing that was there has changed.
    #expect(try clone.git("rev-parse", "--is-shallow-repository") == "true")
    #expect(try #require(try commitCount(clone)) < 205)
    #expect(try clone.shell("cat .git/HEAD; git rev-parse topic; cat .git/config") == head)
    #expect(!FileManager.default.fileExists(atPath: clone.path + "/.git/FETCH_HEAD"))
  }

  @Test func neverMakesACompleteCloneShallow() throws {
    let origin = try Self.makeOrigin()
    let clone = try ScratchRepository(origin: origin, ["--branch", "topic", "--single-branch"])
    let result = try BuiltTool().start(Self.changes, in: clone.path).finish()
    #expect(result.status == 0, "\(result.standardError)")
    #expect(try clone.git("rev-parse", "--is-shallow-repository") == "false")
    let again = try BuiltTool().start(Self.changes, in: clone.path).finish()
    #expect(!again.standardError.contains("Fetching"))
  }

  @Test func fetchesForTheRules() throws {
    let origin = try Self.makeOrigin()
    let clone = try ScratchRepository(origin: origin, ["--branch", "topic", "--depth", "1"])
    try clone.directory.write("rules: { pr-size: { warn: 400 } }\n", to: ".ci.yml")
    let without = try BuiltTool().run("check", "--only", "rules", "--base", "main", in: clone.path)
    #expect(without.status == 69)
    let result = try BuiltTool().run(
      "check", "--only", "rules", "--base", "main", "--fetch", in: clone.path)
    #expect(result.status == 0, "\(result.standardOutput)")
  }

  /// Nobody names the base, and the clone has one branch alone.
  @Test func fetchesTheDefaultBranchOfASingleBranchClone() throws {
    let origin = try Self.makeOrigin()
    try origin.git("branch", "-m", "main", "stable")
    let clone = try ScratchRepository(
      origin: origin, ["--branch", "topic", "--depth", "1", "--single-branch"])
    try clone.directory.write("rules: { pr-size: { warn: 400 } }\n", to: ".ci.yml")
    let command = "git fetch --unshallow origin HEAD:refs/remotes/origin/HEAD"
    let without = try BuiltTool().run("check", "--only", "rules", in: clone.path)
    #expect(without.status == 69)
    #expect(without.standardOutput.contains(command), "\(without.standardOutput)")
    let result = try BuiltTool().run("check", "--only", "rules", "--fetch", in: clone.path)
    #expect(result.status == 0, "\(result.standardOutput)")
    let byHand = try ScratchRepository(
      origin: origin, ["--branch", "topic", "--depth", "1", "--single-branch"])
    try byHand.shell(command)
    let changes = try BuiltTool().run("changes", "--format", "json", in: byHand.path)
    #expect(try objects(jsonObject(changes.standardOutput)["commits"]).count == 2)
  }

  @Test func bringsTheContentsOfAPartialClone() throws {
    let origin = try Self.makeOrigin()
    try origin.git("config", "uploadpack.allowFilter", "true")
    let clone = try ScratchRepository(
      origin: origin, ["--filter=blob:none", "--no-checkout", "--branch", "topic"])
    let missing = try BuiltTool().run("changes", "--base", "main", in: clone.path)
    #expect(missing.status == 0 || missing.status == 69)
    let base = try ScratchRepository(
      origin: origin, ["--filter=blob:none", "--no-checkout", "--branch", "topic"])
    let result = try BuiltTool().run(
      "changes", "--base", "origin/main", "--fetch", "--format", "json", in: base.path)
    #expect(result.status == 0, "\(result.standardError)")
    let files = try objects(jsonObject(result.standardOutput)["files"])
    #expect(files.map { $0["additions"] as? Int } == [1, 1])
  }

  @Test func saysWhyFetchingFailed() throws {
    let origin = try Self.makeOrigin()
    let clone = try ScratchRepository(origin: origin, ["--branch", "topic", "--depth", "1"])
    try clone.git("remote", "set-url", "origin", "file:///nowhere/at/all")
    let result = try BuiltTool().start(Self.changes, in: clone.path).finish()
    #expect(result.status == 69)
    #expect(result.standardOutput == "")
    #expect(result.standardError.contains("failed: fatal: '/nowhere/at/all' does not appear"))
  }
}
