import FileSystem
import Foundation
import LocalState
import TestSupport
import Testing

@testable import StepCache

#if canImport(Glibc)
  import Glibc
#endif

/// What a build folder is kept as.
@Suite struct BuildManifestTests {
  private static var sample: BuildManifest {
    var manifest = BuildManifest(runID: "run\t1", sources: "abc")
    let time = FileTime(seconds: 1_763_750_000, nanoseconds: 42)
    func entry(_ path: String, _ kind: TreeEntry.Kind = .file, size: Int = 0) -> TreeEntry {
      TreeEntry(path: path, kind: kind, mode: 0o640, time: time, size: size)
    }
    manifest.folders = [entry("debug", .folder)]
    manifest.links = [
      TreeEntry(
        path: "link", kind: .link(target: "debug/a\tb\\\n"), mode: 0o777, time: time, size: 0)
    ]
    let digest = String(repeating: "ab", count: 32)
    manifest.chunks = [
      BuildManifest.Chunk(
        digest: digest, size: 7, files: [entry("debug/a\tb\\\n", size: 7), entry("empty")]),
      BuildManifest.Chunk(digest: digest, size: 3, files: [entry("z", size: 3)]),
    ]
    return manifest
  }

  @Test func isReadAsItWasWritten() throws {
    let manifest = Self.sample
    #expect(BuildManifest(manifest.bytes) == manifest)
    #expect((manifest.size, manifest.fileCount) == (10, 3))
  }

  /// Whatever is cut off or changed is noticed.
  @Test func noticesEveryDamage() {
    let bytes = Self.sample.bytes
    for count in 0..<bytes.count { #expect(BuildManifest(Array(bytes.prefix(count))) == nil) }
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 1
      #expect(BuildManifest(other) == nil, "byte \(index)")
    }
  }

  /// A cache that somebody else wrote must not reach out of the folder.
  @Test(arguments: [
    "file\t644\t1.0\t../x\t0\n", "file\t644\t1.0\t/etc/x\t0\n", "file\t644\t1.0\ta/../../x\t0\n",
    "file\t644\t1.0\t\t0\n", "file\t644\t1.0\ta//b\t0\n", "file\t644\t1.0\t./a\t0\n",
    "folder\t755\t1.0\t..\n", "link\t1.0\t../x\ty\n", "file\t4755\t1.0\ta\t0\n",
    "file\t644\t1.0\ta\t-1\n", "file\t644\t1.1000000000\ta\t0\n", "file\t644\t1\ta\t0\n",
    "other\tx\n", "chunk\t../../x\t0\n",
  ])
  func refusesWhatIsNotInTheFolder(line: String) {
    func manifest(_ line: String) -> BuildManifest? {
      let digest = String(repeating: "0", count: 64)
      return BuildManifest(
        SealedText.bytes("\(BuildManifest.version)\n\(line)chunk\t\(digest)\t0\n"))
    }
    #expect(manifest("file\t644\t1.0\ta\t0\n") != nil)
    #expect(manifest(line) == nil)
  }

  /// Sizes that do not add up.
  @Test(arguments: [(4, "5"), (4, "3"), (Int.max, "4"), (0, "1")])
  func refusesChunksOfAnotherSize(file: Int, chunk: String) {
    let digest = String(repeating: "0", count: 64)
    let text =
      "\(BuildManifest.version)\nfile\t644\t1.0\ta\t\(file)\nfile\t644\t1.0\tb\t\(file)\n"
      + "chunk\t\(digest)\t\(chunk)\n"
    #expect(BuildManifest(SealedText.bytes(text)) == nil)
  }

  /// Large files stay alone, small ones come together, and a folder is a good place to end.
  @Test func groupsFiles() {
    func file(_ path: String, _ size: Int) -> TreeEntry {
      TreeEntry(
        path: path, kind: .file, mode: 0o644, time: FileTime(seconds: 0, nanoseconds: 0), size: size
      )
    }
    let megabyte = 1 << 20
    let groups = BuildManifest.groups([
      file("a/1", 10), file("a/2", 10), file("b/1", megabyte / 2), file("c/1", 3),
      file("c/big", 9 * megabyte), file("c/2", 1), file("d/1", 4 * megabyte), file("d/2", 5),
    ])
    #expect(
      groups.map { $0.map(\.path) }
        == [["a/1", "a/2", "b/1"], ["c/1"], ["c/big"], ["c/2"], ["d/1"], ["d/2"]])
    #expect(BuildManifest.groups([]).isEmpty)
  }
}

/// Folders that are kept and put back.
@Suite struct BuildFolderTests {
  let scratch: ScratchDirectory
  let store: BuildStore

  init() throws {
    scratch = try ScratchDirectory()
    store = BuildStore(root: scratch.path + "/cache", key: testKey)
    _ = try run(
      "bash",
      [
        "-ec",
        """
        mkdir -p build/debug/empty build/locked; cd build
        printf 'one' > debug/one; : > nothing; printf '#!/bin/sh\\n' > tool; chmod 750 tool
        ln -s debug/one link; ln -s /nowhere broken; ln -s debug folder-link
        dd if=/dev/urandom of=large bs=1M count=5 2> /dev/null
        dd if=/dev/zero of=sparse bs=1 count=0 seek=9000000 2> /dev/null
        printf 'end' >> sparse; printf 'a' > "debug/na me'\t\\\\"
        mkfifo pipe; : > .lock; mkdir other; : > other/x
        touch -d '2001-02-03 04:05:06.123456789' debug/one debug
        touch -h -d '2002-02-03 04:05:06.000000007' link
        chmod 500 locked
        """,
      ], in: scratch.path)
  }

  private func listing(_ folder: String) throws -> [TreeEntry] {
    try TreeEntry.list("\(scratch.path)/\(folder)") { [".lock", "other", "pipe"].contains($0) }
  }

  private func keep(_ key: String = "key", sources: String = "s") throws -> BuildManifest {
    try store.keep(
      "\(scratch.path)/build", listing("build"), key, BuildManifest(runID: "r", sources: sources))
  }

  @Test func comeBackAsTheyWere() throws {
    let kept = try keep()
    #expect(store.manifest("key") == .found(kept))
    try store.restore(kept, to: scratch.path + "/new/build")
    #expect(try listing("new/build") == listing("build"))
    for file in try listing("build") where file.kind == .file {
      let (old, new) = ("build/\(file.path)", "new/build/\(file.path)")
      #expect(
        try Data(contentsOf: scratch.url.appendingPathComponent(old))
          == Data(contentsOf: scratch.url.appendingPathComponent(new)), "\(file.path)")
    }
    #expect(!scratch.exists("new/build/.lock") && !scratch.exists("new/build/other"))
    #if os(Linux)
      var status = stat()
      #expect(stat(scratch.path + "/new/build/sparse", &status) == 0)
      #expect(Int(status.st_blocks) * 512 < 4_000_000)
    #endif
    // Nothing but the folder is left beside it.
    #expect(folderContents(scratch.path + "/new") == ["build"])
  }

  /// A folder that holds something already, such as the build folder of another step.
  @Test func comeBackBesideOthers() throws {
    let kept = try keep()
    _ = try run(
      "bash", ["-c", "mkdir -p b/debug b/sanitize-thread; echo x > b/debug/old; echo x > b/large"],
      in: scratch.path)
    try store.restore(kept, to: scratch.path + "/b")
    #expect(scratch.exists("b/sanitize-thread") && !scratch.exists("b/debug/old"))
    #expect(try scratch.read("b/debug/one") == "one")
  }

  @Test(arguments: [
    ("truncate -s -1 $F", "a part of it is truncated"),
    ("rm $F", "a part of it is missing"),
    ("printf x >> $F", "a part of it was modified"),
    ("tr 'A-Za-z' 'B-ZAb-za' < $F > x; mv x $F", "a part of it was modified"),
  ])
  func areDroppedWhenDamaged(damage: String, reason: String) throws {
    let kept = try keep()
    let large = try #require(kept.chunks.first { $0.files.map(\.path) == ["large"] })
    let damaged = try run(
      "bash", ["-ec", damage], in: scratch.path,
      environment: ["F": store.blobs.path(large.digest), "LC_ALL": "C"])
    #expect(damaged.status == 0, "\(damaged.standardError)")
    let failure = #expect(throws: BuildFolderCopy.Failure.self) {
      try store.restore(kept, to: scratch.path + "/new")
    }
    guard case .damaged(let text) = failure else {
      Issue.record("not damaged: \(String(describing: failure))")
      return
    }
    #expect(text.hasPrefix(reason))
    #expect(folderContents(scratch.path).sorted() == ["build", "cache"])
    // What is kept next is whole again.
    store.discard("key")
    #expect(store.manifest("key") == .missing)
    try store.restore(try keep(), to: scratch.path + "/new")
    #expect(try listing("new") == listing("build"))
  }

  @Test func aDamagedListIsDropped() throws {
    _ = try keep()
    let file = SealedFile(folder: scratch.path + "/cache", name: "builds/key", key: testKey)
    let list = try #require(file.read(limit: 1 << 20))
    try file.write(Array(list.dropLast(10)))
    #expect(store.manifest("key") == .damaged)
    // What somebody else wrote is none.
    try writeFile(scratch.path + "/cache/builds/key", Array(list))
    #expect(store.manifest("key") == .missing)
  }

  /// What did not change is kept once.
  @Test func newFoldersShareWhatDidNotChange() throws {
    let first = try keep("one")
    try scratch.write("changed", to: "build/debug/one")
    let second = try keep("two", sources: "t")
    let shared = Set(first.chunks.map(\.digest)).intersection(second.chunks.map(\.digest))
    #expect(shared.count == first.chunks.count - 1)
    try store.restore(first, to: scratch.path + "/new")
    #expect(try scratch.read("new/debug/one") == "one")
  }

  /// The folder that was not used for the longest time goes, and with it what only it needs.
  @Test func theLongestUnusedGoesFirst() throws {
    let first = try keep("one")
    try scratch.write(Data((0..<3_000_000).map { UInt8($0 & 255) }), to: "build/large")
    for name in folderContents(scratch.path + "/cache/builds") {
      try FileTime(seconds: 1_000_000_000, nanoseconds: 0).apply(
        to: scratch.path + "/cache/builds/\(name)")
    }
    for chunk in first.chunks {
      try FileTime(seconds: 1_000_000_001, nanoseconds: 0).apply(
        to: store.blobs.path(chunk.digest))
    }
    let second = try keep("two", sources: "t")
    StepStore(root: store.root, key: testKey).shrink(to: 14_000_000)
    #expect(store.manifest("one") == .missing)
    #expect(store.manifest("two") == .found(second))
    try store.restore(second, to: scratch.path + "/new")
  }

  /// A file that changes while it is kept is no file to keep.
  @Test func aFileOfAnotherSizeIsNotKept() throws {
    let entries = try listing("build")
    try scratch.write("longer than it was", to: "build/debug/one")
    #expect(throws: FileError.self) {
      _ = try store.keep(
        scratch.path + "/build", entries, "key", BuildManifest(runID: "r", sources: "s"))
    }
    #expect(store.manifest("key") == .missing)
    #expect(!folderContents(scratch.path + "/cache/cas").contains { $0.hasPrefix("new.") })
  }

  @Test func whatAKilledRunLeftIsRemoved() throws {
    _ = try run(
      "bash", ["-c", "mkdir -p build.devtool-123/x build.devtool-mine"], in: scratch.path)
    BuildStore.removeLeftovers(of: scratch.path + "/build")
    #expect(folderContents(scratch.path).sorted() == ["build", "build.devtool-mine"])
  }
}
