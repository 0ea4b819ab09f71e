import FileSystem
import Foundation
import LocalState
import SwiftPackage
import TestSupport
import Testing

@testable import StepCache

/// Sources that get the times of the last build back.
@Suite struct PackageSourcesTests {
  let scratch: ScratchDirectory
  let sources: PackageSources

  init() throws {
    scratch = try ScratchDirectory()
    for path in ["Package.swift", "Sources/A/a.swift", "Sources/A/b.swift", "Tests/t.swift"] {
      try scratch.write("// \(path)\n", to: "package/\(path)")
    }
    for path in [".git/HEAD", ".build/debug.yaml", ".devtool/x", "Examples/.build/x"] {
      try scratch.write("x", to: "package/\(path)")
    }
    sources = PackageSources(
      package: scratch.path + "/package", scratch: scratch.path + "/package/.build")
  }

  private var digests: FileDigests {
    FileDigests(SealedFile(folder: scratch.path, name: "digests", key: testKey))
  }

  private func record() throws -> BuildRecord {
    var record = BuildRecord()
    record.facts = ["checkout": "/a\tb"]
    record.sources = try sources.state(digests)
    record.products = [
      "debug/x": BuildRecord.File(time: FileTime(seconds: 1, nanoseconds: 2), size: 3)
    ]
    return record
  }

  private func shell(_ script: String) throws {
    let result = try run("bash", ["-ec", script], in: scratch.path + "/package")
    #expect(result.status == 0, "\(result.standardError)")
  }

  @Test func areThoseOfThePackage() throws {
    let record = try record()
    #expect(
      record.sources.keys.sorted()
        == ["Package.swift", "Sources/A/a.swift", "Sources/A/b.swift", "Tests/t.swift"])
    #expect(BuildRecord(record.bytes) == record)
    #expect(BuildRecord(record.bytes.dropLast()) == nil)
    var other = record
    other.sources["Package.swift"]?.identity = "f0"
    #expect(other.sourcesHash != record.sourcesHash)
    // Times alone are no change.
    try shell("touch Package.swift")
    #expect(try self.record().sourcesHash == record.sourcesHash)
  }

  @Test func getTheirTimesBackWhenTheyAreTheSame() throws {
    let record = try record()
    try shell(
      "touch -d 2030-01-01 Package.swift Sources/A/*.swift; echo changed > Sources/A/b.swift")
    try shell("rm Tests/t.swift; echo new > Sources/A/c.swift")
    let before = try sources.replay(record, digests, changes: false)
    #expect(try sources.state(digests)["Package.swift"]?.time.seconds == 1_893_456_000)
    let replay = try sources.replay(record, digests)
    #expect(replay == before)
    #expect((replay.same, replay.replayed) == (0, 2))
    #expect(replay.changed == ["Sources/A/b.swift"])
    #expect(replay.added == ["Sources/A/c.swift"])
    #expect(replay.removed == ["Tests/t.swift"])
    #expect(
      replay.words == "Sources/A/b.swift changed, Sources/A/c.swift is new, Tests/t.swift is gone")
    let after = try sources.state(digests)
    for path in ["Package.swift", "Sources/A/a.swift"] {
      #expect(after[path] == record.sources[path])
    }
    #expect(after["Sources/A/b.swift"]?.time != record.sources["Sources/A/b.swift"]?.time)
    #expect(try sources.replay(record, digests).same == 2)
  }

  /// The same size is not the same content.
  @Test func aChangeOfTheSameSizeIsAChange() throws {
    let record = try record()
    try shell("sed -i.bak s/a.swift/x.swift/ Sources/A/a.swift; rm Sources/A/*.bak")
    let replay = try sources.replay(record, digests)
    #expect(replay.changed == ["Sources/A/a.swift"])
    #expect(replay.replayed == 0)
  }

  /// A link counts as where it leads to, and neither it nor a loop is followed.
  @Test func linksAreNotFollowed() throws {
    try shell("ln -s a.swift Sources/A/link.swift; ln -s .. Sources/A/loop; ln -s /etc Sources/etc")
    let record = try record()
    #expect(record.sources.count == 7)
    try shell("touch -h Sources/A/link.swift; ln -sfn /usr Sources/etc; touch Sources/A/a.swift")
    let replay = try sources.replay(record, digests)
    #expect(replay.changed == ["Sources/etc"])
    #expect(
      try sources.state(digests)["Sources/A/link.swift"] == record.sources["Sources/A/link.swift"])
  }

  /// Packages that are used from where they lie belong to the sources, as SwiftPM 6.3 notes them.
  @Test func localPackagesBelongToThem() throws {
    try scratch.write("public let x = 1", to: "local/Sources/l.swift")
    try scratch.write(
      """
      { "object": { "artifacts": [], "dependencies": [
        { "basedOn": null, "packageRef": { "identity": "local", "kind": "fileSystem",
            "location": "\(scratch.path)/local", "name": "local" },
          "state": { "name": "fileSystem", "path": "\(scratch.path)/local" }, "subpath": "local" },
        { "packageRef": { "identity": "far", "kind": "remoteSourceControl", "location": "https://x/y" },
          "state": { "name": "sourceControlCheckout" }, "subpath": "far" }
      ] }, "version": 7 }
      """, to: "package/.build/workspace-state.json")
    let record = try record()
    let path = scratch.path + "/local/Sources/l.swift"
    #expect(record.sources[path] != nil)
    try FileTime(seconds: 1, nanoseconds: 0).apply(to: path)
    #expect(try sources.replay(record, digests).replayed == 1)
    #expect(try sources.state(digests)[path] == record.sources[path])
  }
}

/// What is found of a build folder when a run begins.
@Suite struct BuildFolderInspectionTests {
  let scratch: ScratchDirectory
  let folder: BuildFolder
  private let facts = ["checkout": "/here", "toolchain": "6.3.1"]

  init() throws {
    scratch = try ScratchDirectory()
    let unit = BuildUnit(
      package: scratch.path, scratch: "\(scratch.path)/.build", shownScratch: ".build")
    folder = BuildFolder(unit: unit, nested: ["sanitize-thread"])
  }

  private func build() throws {
    for path in ["build.db", "debug/a.o", "debug/tool", "sanitize-thread/build.db", ".lock"] {
      try scratch.write("content of \(path)", to: ".build/\(path)")
    }
    var record = BuildRecord()
    record.facts = facts
    record.products = try folder.products()
    try folder.write(record)
    #expect(record.products.keys.sorted() == ["build.db", "debug/a.o", "debug/tool"])
  }

  @Test func whereNothingWasBuiltThereIsNone() throws {
    #expect(folder.inspect(facts: facts) == .none)
    try scratch.write("{}", to: ".build/workspace-state.json")
    try scratch.write("", to: ".build/sanitize-thread/build.db")
    #expect(folder.inspect(facts: facts) == .none)
    try scratch.write("", to: ".build/build.db")
    #expect(folder.inspect(facts: facts) == .usable)
  }

  @Test(arguments: [
    (["checkout": "/there", "toolchain": "6.3.1"], "it was made in /here"),
    (
      ["checkout": "/here", "toolchain": "6.4"],
      "it was made with another toolchain: 6.3.1, not 6.4"
    ),
  ])
  func aForeignFolderIsUseless(facts: [String: String], reason: String) throws {
    try build()
    #expect(folder.inspect(facts: self.facts) == .usable)
    #expect(folder.inspect(facts: facts) == .useless(reason))
    folder.remove()
    #expect(folderContents(scratch.path + "/.build") == ["sanitize-thread"])
  }

  /// What zip and old tar formats make of times is put right; what they lose is noticed.
  @Test func aFolderThatSomebodyElseKeptIsLookedAt() throws {
    try build()
    let before = try folder.products()
    _ = try run(
      "bash", ["-ec", "tar --format=gnu -cf x.tar .build; rm -r .build; tar xf x.tar"],
      in: scratch.path)
    #expect(folder.inspect(facts: facts, changes: false) == .carried(3))
    #expect(try folder.products() != before)
    #expect(folder.inspect(facts: facts) == .carried(3))
    #expect(try folder.products() == before)
    #expect(folder.inspect(facts: facts) == .usable)
    try scratch.write("shorter", to: ".build/debug/tool")
    #expect(
      folder.inspect(facts: facts) == .useless("debug/tool in it differs from the last build"))
  }

  /// Somebody has built since: what is there is theirs, whatever changed.
  @Test(arguments: ["build.db", "out/Intermediates.noindex/XCBuildData/build.db"])
  func aLaterBuildIsNoDamage(database: String) throws {
    for path in [database, "debug/tool"] { try scratch.write("first", to: ".build/\(path)") }
    var record = BuildRecord()
    record.facts = facts
    record.products = try folder.products()
    try folder.write(record)
    _ = try run(
      "bash", ["-ec", "touch -d '1 minute ago' $0 $1", database, "debug/tool"],
      in: scratch.path + "/.build")
    record.products = try folder.products()
    try folder.write(record)
    #expect(folder.inspect(facts: facts) == .usable)
    for path in [database, "debug/tool"] { try scratch.write("the second", to: ".build/\(path)") }
    #expect(folder.inspect(facts: facts) == .usable)
  }

  @Test func aDamagedRecordIsNoRecord() throws {
    try build()
    let path = scratch.path + "/.build/devtool-sources"
    try writeFile(path, Array(try readFile(path).dropLast(3)))
    #expect(folder.inspect(facts: facts) == .useless("its record of sources is damaged"))
  }
}
