import CIModel
import FileSystem
import Foundation
import TestSupport
import Testing

@testable import RunStorage

/// Files that tests attach, kept with the run.
@Suite struct AttachmentStoreTests {
  private let scratch: ScratchDirectory
  private var run: String { scratch.path + "/run" }
  private var folder: String { scratch.path + "/tests" }

  init() throws {
    scratch = try ScratchDirectory()
    try makeFolders(run)
    try makeFolders(folder)
  }

  private func store(_ limits: AttachmentStore.Limits = .init()) -> AttachmentStore {
    AttachmentStore(in: run, limits: limits)
  }

  private var files: [String] { folderContents("\(run)/attachments").sorted() }

  private func content(_ attachment: TestAttachment?) throws -> [UInt8] {
    try readFile("\(run)/\(try #require(attachment?.path))")
  }

  @Test func keepsACopyUnderANameOfItsOwn() throws {
    try scratch.write("{}", to: "tests/value.json")
    let kept = store().keep(
      "value.json", below: folder, as: "../\u{202E}value.json", .attached, hiding: nil)
    #expect(kept?.type == .json && kept?.size == 2 && kept?.leftOut == nil)
    #expect(kept?.name == "../\u{202E}value.json")
    #expect(try content(kept) == Array("{}".utf8))
    #expect(files == ["\(SHA256.hex("{}")).json"])
    #expect(fileExists(folder + "/value.json"))
  }

  @Test func makesNothingBeforeThereIsSomething() {
    _ = store()
    #expect(!fileExists("\(run)/attachments"))
  }

  @Test func readsNothingButFiles() throws {
    try scratch.write("secret", to: "outside")
    try makeLink(folder + "/link", to: "../outside")
    try makeLink(folder + "/folder", to: "..")
    #expect(mkfifo(folder + "/pipe", 0o600) == 0)
    let store = store()
    for path in ["link", "folder/outside", "../outside", "pipe", ".", "missing", "a\0b"] {
      let kept = store.keep(path, below: folder, as: path, .attached, hiding: nil)
      #expect(kept?.path == nil, "\(path)")
      #expect(kept?.leftOut?.hasPrefix("it cannot be read: ") == true, "\(path)")
    }
    #expect(files == [])
  }

  @Test func everythingHasALimit() throws {
    let store = store(.init(each: 1 << 20, all: 2_000_000, count: 5))
    func keep(_ size: Int, _ byte: UInt8) -> TestAttachment? {
      store.keep(
        [UInt8](repeating: byte, count: size), as: String(repeating: "n", count: 9_000), .attached,
        hiding: nil)
    }
    let large = keep(1 << 20 + 1, 0)
    #expect(large?.leftOut == "it is larger than 1 MiB" && large?.size == 1 << 20 + 1)
    #expect(large?.name.utf8.count ?? 999 < 256)
    // A hole is as large as it says.
    let sparse = folder + "/sparse"
    try OpenFile(sparse, to: .create).truncate(to: 10 << 30)
    #expect(
      store.keep("sparse", below: folder, as: "sparse", .attached, hiding: nil)?.leftOut
        == "it is larger than 1 MiB")
    let first = keep(1_000_000, 1)
    #expect(first?.path != nil)
    // The same once more takes no room.
    #expect(keep(1_000_000, 1)?.path == first?.path)
    #expect(keep(1_000_001, 2) == nil)
    #expect(keep(10, 3)?.path != nil)
    #expect(keep(10, 4) == nil)
    #expect(files.count == 2)
  }

  @Test func takesBackWhatNobodyElseHas() throws {
    let store = store(.init(count: 2))
    func keep(_ text: String) throws -> TestAttachment {
      try #require(store.keep(Array(text.utf8), as: "a", .attached, hiding: nil))
    }
    let (one, same) = (try keep("a"), try keep("a"))
    store.release([one])
    #expect(files.count == 1)
    store.release([same])
    #expect(files == [])
    _ = (try keep("b"), try keep("c"))
    #expect(files.count == 2)
  }

  @Test func secretsStayOut() throws {
    let mask: AttachmentStore.Masking = { bytes in
      Array(String(decoding: bytes, as: UTF8.self).replacing("hunter2", with: "***").utf8)
    }
    let text = store().keep(Array("is hunter2".utf8), as: "a.txt", .attached, hiding: mask)
    #expect(try content(text) == Array("is ***".utf8))
    #expect(text?.size == 6)
    let binary = store().keep(Array("\0hunter2".utf8), as: "a.bin", .attached, hiding: mask)
    #expect(binary?.leftOut == "it contains a secret" && binary?.path == nil)
    #expect(store().keep(Array("\0".utf8), as: "a.bin", .attached, hiding: mask)?.path != nil)
  }
}
