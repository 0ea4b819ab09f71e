import CIModel
import FileSystem
import Foundation
import LocalState
import TestSupport
import Testing

@testable import RunStorage

/// A run in one file, and files that only look like one.
struct RunBundleTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private var path: String { scratch.path + "/b.tar" }

  private func write(_ contents: BundleContents) throws -> [UInt8] {
    let size: Int
    do {
      let file = try OpenFile(path, to: .rewrite)
      size = try contents.write(to: file)
    }
    let bytes = try readFile(path)
    #expect(bytes.count == size)
    return bytes
  }

  private func sample() throws -> RunRecord {
    var record = RunRecord.sample(.failed)
    let long = String(repeating: "l", count: 150)
    record.steps = [
      StepResult(id: "test", action: "swift-test", status: .failed, logPath: "logs/test.log"),
      StepResult(id: "a[b=../c]", action: "run", status: .passed, logPath: "x"),
      StepResult(id: long, action: "run", status: .passed, logPath: "x"),
      StepResult(id: "silent", action: "run", status: .passed),
    ]
    record.steps[0].artifacts = ["out/a.txt", "../outside", "link", ".git/config", "out"]
    try scratch.write("said\n", to: "run/logs/test.log")
    try scratch.write("other\n", to: "run/logs/\(fileName(of: "a[b=../c]")).log")
    try scratch.write("long\n", to: "run/logs/\(long).log")
    try scratch.write("kept", to: "checkout/out/a.txt")
    try scratch.write("secret", to: "outside")
    try scratch.write("secret", to: "checkout/.git/config")
    try makeLink(scratch.path + "/checkout/link", to: "../outside")
    return record
  }

  @Test func bringsEverythingBack() throws {
    let record = try sample()
    var contents = BundleContents(record)
    contents.addFiles(in: scratch.path + "/run")
    contents.addAttachments(
      root: scratch.path + "/checkout", checkout: scratch.path + "/checkout")
    contents.addSource("Sources/A.swift", Array("let a = 1\n".utf8), isChanged: true)
    contents.addSource("Sources/Ü.swift", [], isChanged: false)
    let lines = BundledLines(
      added: [AddedLine("A.swift", line: 2, text: "b")],
      deleted: [DeletedLine("A.swift", line: 1, text: "a", isKept: true)])
    contents.add(lines)
    let bytes = try write(contents)
    #expect(contents.notes == [])
    #expect(try write(contents) == bytes)

    let bundle = try #require(try RunBundle.open(path))
    #expect(bundle.record == record)
    #expect(bundle.log(of: "test") == Array("said\n".utf8))
    #expect(bundle.log(of: "a[b=../c]") == Array("other\n".utf8))
    #expect(bundle.log(of: record.steps[2].id) == Array("long\n".utf8))
    #expect(bundle.log(of: "silent") == nil)
    #expect(bundle.source("Sources/A.swift")?.bytes == Array("let a = 1\n".utf8))
    #expect(bundle.source("Sources/A.swift")?.isChanged == true)
    #expect(bundle.source("Sources/Ü.swift")?.isChanged == false)
    #expect(bundle.source("B.swift") == nil)
    #expect(bundle.lines == lines)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("kept") && !text.contains("secret"))
  }

  @Test func everyoneCanUnpackIt() throws {
    var contents = BundleContents(try sample())
    contents.addFiles(in: scratch.path + "/run")
    contents.addSource("A.swift", Array("let a = 1\n".utf8), isChanged: false)
    _ = try write(contents)
    let list = try run("tar", ["tf", path], in: scratch.path)
    #expect(list.status == 0, "\(list.standardError)")
    let names = list.standardOutput.split(separator: "\n")
    #expect(names.prefix(3) == ["manifest.json", "record.json", "logs/test.log"])
    #expect(names.count == 6 && names.last == "sources/1")
    let log = try run("tar", ["xOf", path, "logs/test.log"], in: scratch.path)
    #expect(log.standardOutput == "said\n")

    // Packed again by other programs, it is still one.
    for format in ["gnu", "ustar", "posix"] {
      let script = """
        rm -rf again && mkdir again && tar xf b.tar -C again && cd again
        tar --format=\(format) -cf ../again.tar manifest.json record.json logs sources
        """
      let packed = try run("sh", ["-c", script], in: scratch.path)
      #expect(packed.status == 0, "\(packed.standardError)")
      let bundle = try #require(try RunBundle.open(scratch.path + "/again.tar"))
      #expect(bundle.log(of: "test") == Array("said\n".utf8))
    }
  }

  @Test func longLogsKeepBothEnds() throws {
    var record = RunRecord.sample(.failed)
    record.steps = [
      StepResult(id: "a", action: "run", status: .failed, logPath: "logs/a.log")
    ]
    try scratch.write("first\n", to: "run/logs/a.log")
    do {
      let log = try OpenFile(scratch.path + "/run/logs/a.log", to: .update)
      try log.truncate(to: BundleLimits.log + 100)
      try Array("last\n".utf8).withUnsafeBytes { try log.write($0, at: BundleLimits.log + 95) }
    }
    var contents = BundleContents(record)
    contents.addFiles(in: scratch.path + "/run")
    _ = try write(contents)
    let log = try #require(try RunBundle.open(path)?.log(of: "a"))
    #expect(log.count == BundleLimits.log)
    #expect(log.starts(with: Array("first\n".utf8)))
    #expect(log.suffix(5) == Array("last\n".utf8)[...])
    let middle = String(decoding: log[(log.count / 2)...].prefix(80), as: UTF8.self)
    #expect(middle.contains("are left out"))
  }

  // MARK: Hostile files

  /// A bundle of given entries, as somebody may have made it.
  private struct Entry {
    var name: String
    var content: String
    var type: Character = "0"
    /// As the header says; `nil` is the truth.
    var size: Int?
  }

  private static func archive(_ entries: [Entry], isEnded: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = []
    for entry in entries {
      let size = entry.size ?? entry.content.utf8.count
      var block = TarHeader(name: entry.name, size: size).block(time: 0)
      block[156] = entry.type.asciiValue ?? 0
      let sum = block.enumerated().reduce(0) {
        $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element))
      }
      let digits = String(sum, radix: 8)
      let text = String(repeating: "0", count: 6 - digits.count) + digits
      for (offset, byte) in text.utf8.enumerated() { block[148 + offset] = byte }
      let length = entry.content.utf8.count
      bytes += block + entry.content.utf8
      bytes += [UInt8](repeating: 0, count: TarHeader.padded(length) - length)
    }
    return isEnded ? bytes + [UInt8](repeating: 0, count: 1_024) : bytes
  }

  private static func manifest(
    _ schema: String = BundleManifest.schemaName, _ entries: String = ""
  ) -> Entry {
    Entry(
      name: "manifest.json",
      content:
        #"{"schema":"\#(schema)","devtoolVersion":"9.9","run":"r","entries":[\#(entries)],"notes":[]}"#
    )
  }

  private static let record = Entry(
    name: "record.json", content: JSONText.encode(RunRecord.sample(.passed)))

  @Test(
    arguments: [
      ([manifest(), Entry(name: "../record.json", content: "")], .unsafeName("../record.json")),
      ([manifest(), Entry(name: "/etc/passwd", content: "")], .unsafeName("/etc/passwd")),
      ([manifest(), Entry(name: "logs/a b", content: "")], .unsafeName("logs/a b")),
      ([manifest(), Entry(name: "logs//a", content: "")], .unsafeName("logs//a")),
      ([manifest(), Entry(name: "", content: "")], .unsafeName("")),
      ([manifest(), Entry(name: "record.json", content: "", type: "2")], .noFile("record.json")),
      ([manifest(), Entry(name: "record.json", content: "", type: "1")], .noFile("record.json")),
      ([manifest(), Entry(name: "tty", content: "", type: "3")], .noFile("tty")),
      ([manifest(), Entry(name: "sparse", content: "", type: "S")], .noFile("sparse")),
      ([manifest(), record, record], .twice("record.json")),
      ([manifest(), Entry(name: "record.json", content: "{}", size: 5_000)], .cut),
      (
        [manifest(), Entry(name: "record.json", content: "", size: 257 << 20)],
        .tooLarge("record.json", limit: 256 << 20)
      ),
      (
        [manifest(), Entry(name: "logs/a.log", content: "", size: 65 << 20)],
        .tooLarge("logs/a.log", limit: 64 << 20)
      ),
      (
        [manifest(), Entry(name: "future/x", content: "", size: (1 << 30) + 1)],
        .tooLarge("future/x", limit: 1 << 30)
      ),
      ([manifest()], .noRecord),
      ([record], .noManifest), ([record, manifest()], .noManifest),
      ([Entry(name: "a", content: "", type: "5"), record], .noManifest),
      ([manifest(), Entry(name: "record.json", content: "{}")], .unreadable("record.json")),
      (
        [Entry(name: "manifest.json", content: String(repeating: "[", count: 100_000)), record],
        .unreadable("manifest.json")
      ),
      ([manifest("devtool.bundle/2"), record], .otherFormat("devtool.bundle/2", version: "9.9")),
      (
        [manifest("devtool.bundle/1", #"{"name":"logs/a.log","size":7,"step":"a"}"#), record], .cut
      ),
    ] as [([Entry], BundleProblem)])
  private func refuses(entries: [Entry], problem: BundleProblem) throws {
    try scratch.write(Data(Self.archive(entries)), to: "b.tar")
    let error = #expect(throws: BundleProblem.self) { try RunBundle.open(path) }
    #expect(error == problem)
    #expect(error?.reason.hasSuffix(".") == false)
    #expect(error?.help.hasSuffix(".") == true)
  }

  @Test func refusesWhatIsCutAnywhere() throws {
    var contents = BundleContents(try sample())
    contents.addFiles(in: scratch.path + "/run")
    let whole = try write(contents)
    for count in stride(from: 512, to: whole.count - 1_024, by: 301) {
      try scratch.write(Data(whole.prefix(count)), to: "b.tar")
      #expect(throws: BundleProblem.self) { try RunBundle.open(path) }
    }
  }

  @Test func noFlippedByteDoesHarm() throws {
    var contents = BundleContents(try sample())
    contents.addFiles(in: scratch.path + "/run")
    let whole = try write(contents)
    for place in stride(from: 0, to: 3_000, by: 7) {
      var bytes = whole
      bytes[place] ^= 0x31
      try scratch.write(Data(bytes), to: "b.tar")
      _ = try? RunBundle.open(path)?.log(of: "test")
    }
  }

  @Test func tooManyEntries() throws {
    let many = (0..<20).map { Entry(name: "x/\($0)", content: "") }
    try scratch.write(Data(Self.archive([Self.manifest()] + many)), to: "b.tar")
    #expect(throws: BundleProblem.tooManyEntries) { try RunBundle.open(path, mostEntries: 20) }
    #expect(throws: BundleProblem.noRecord) { try RunBundle.open(path, mostEntries: 21) }
  }

  /// Entries of later versions are no concern of ours.
  @Test func skipsWhatItDoesNotKnow() throws {
    let entries = [
      Self.manifest(
        "devtool.bundle/1", #"{"name":"record.json","size":\#(Self.record.content.utf8.count)}"#),
      Entry(name: "pax", content: "30 path=../../evil\n", type: "x"),
      Self.record, Entry(name: "future/thing", content: "?"),
    ]
    try scratch.write(Data(Self.archive(entries)), to: "b.tar")
    #expect(try RunBundle.open(path)?.record.verdict == .passed)
  }

  @Test(arguments: [
    ("{}", nil), ("", nil), ("\u{1F}\u{8B}", nil), ("PK\u{3}\u{4}", "zip"),
  ])
  func tellsOtherFiles(content: String, archive: String?) throws {
    try scratch.write(content, to: "b.tar")
    if let archive {
      #expect(throws: BundleProblem.otherArchive(archive)) { try RunBundle.open(path) }
    } else {
      #expect(try RunBundle.open(path) == nil)
    }
    try scratch.write(Data([0x1F, 0x8B, 8, 0]), to: "b.tar")
    #expect(throws: BundleProblem.otherArchive("gzip")) { try RunBundle.open(path) }
    #expect(try RunBundle.open(scratch.path + "/none.tar") == nil)
    #expect(try RunBundle.open("/dev/zero") == nil)
  }

  /// What a record calls itself leads to no other folder.
  @Test(arguments: ["../../evil", "", "20261120T233118Z-4711/../../x", "/etc"])
  func anIdNamesNoPath(id: String) {
    let path = RunDirectory.coveragePath(root: "/r", run: id, number: 1)
    #expect(path == "/r/.devtool/runs/no-such-run/coverage")
    let store = RunStore(StateFolder(root: "/r", key: testKey))
    #expect(store.folder(of: .sample(id: id), named: nil) == nil)
  }

  /// A seal, even one made with our own key, does not make a brought record one's own.
  @Test func aSealCountsForNothing() throws {
    let record = RunRecord.sample(.passed)
    let sealed = SealedRecord.sealed(JSONText.bytes(record), id: record.id, testKey)
    let entries = [
      Self.manifest(),
      Entry(name: "record.json", content: String(decoding: sealed, as: UTF8.self)),
    ]
    try scratch.write(Data(Self.archive(entries)), to: "b.tar")
    let store = RunStore(StateFolder(root: scratch.path, key: testKey))
    #expect(try store.record(path)?.id == record.id)
    #expect(store.isFile(path))
    #expect(store.lastOwn() == nil)
    #expect(try store.record(nil) == nil)
  }

  // MARK: Attachments

  /// Two runs of other machines, one in a bundle whose attachment is not what its name says.
  @Test func carriesAttachmentsAndJoinsThem() throws {
    func attachment(_ text: String) -> TestAttachment {
      TestAttachment(
        "note.txt", .attached, .text, size: text.utf8.count, digest: SHA256.hex(text))
    }
    func record(_ index: Int, _ texts: String...) -> RunRecord {
      var record = RunRecord.sample(.passed, id: "run-\(index)", startedAt: 100)
      var test = StepResult(id: "test", action: "swift-test", status: .passed)
      test.shard = StepShard(index: index, count: 2, split: "a")
      record.steps = [test]
      record.tests = [
        TestCase(
          name: "t\(index)", id: "M.S/t\(index)", framework: .xctest, function: "t",
          outcome: .passed)
      ]
      record.tests[0].attachments = texts.map(attachment)
      return record
    }
    let (one, two) = (record(1, "one", "both", "lost"), record(2, "two", "both"))
    for text in ["one", "both"] {
      try scratch.write(text, to: "run/attachments/\(SHA256.hex(text)).txt")
    }
    try scratch.write("secret", to: "outside")
    try makeLink(
      scratch.path + "/run/attachments/\(SHA256.hex("lost")).txt", to: "../../outside")
    var contents = BundleContents(one)
    contents.addFiles(in: scratch.path + "/run")
    let bytes = try write(contents)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
    let bundle = try #require(try RunBundle.open(path))
    #expect(bundle.attachment("\(SHA256.hex("one")).txt") == Array("one".utf8))
    #expect(bundle.attachment("\(SHA256.hex("lost")).txt") == nil)

    // The other one brings something else under the same name.
    try scratch.write(
      String(decoding: JSONText.bytes(two), as: UTF8.self), to: "second/record.json")
    try scratch.write("two", to: "second/attachments/\(SHA256.hex("two")).txt")
    try scratch.write("forged", to: "second/attachments/\(SHA256.hex("both")).txt")
    let state = StateFolder(root: scratch.path, key: nil)
    let brought = try RunFolders(
      ["second", "b.tar"], in: RunStore(state), from: scratch.path)
    let shards = try RunSet(brought.runs)
    let run = try RunDirectory(root: scratch.path, id: "20261121T033839.264Z-1")
    var merged = shards.merged(id: run.id, version: "1")
    brought.keepFiles(of: &merged, shards, in: run, checkout: scratch.path)
    let kept = folderContents("\(run.path)/attachments").sorted()
    #expect(kept == ["one", "both", "two"].map { "\(SHA256.hex($0)).txt" }.sorted())
    #expect(
      try readFile("\(run.path)/attachments/\(SHA256.hex("both")).txt") == Array("both".utf8))
  }
}
