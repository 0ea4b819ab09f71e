import FileSystem
import Foundation
import RunEvents
import SwiftPackage
import TestSupport
import Testing

@testable import RunStorage

@Suite struct StepLogTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private var path: String { "\(scratch.path)/log" }

  /// A full disk makes compilers, linkers and tests fail in words of their own.
  @Test(
    arguments: [
      "LLVM ERROR: IO failure on output stream: No space left on device\n",
      "ld: final link failed: No space left on device", "No space left on devic",
      "no space left on device", "",
    ], [1, 5, 22, 23, 1_000])
  func tellsThatTheDiskIsFull(text: String, size: Int) throws {
    let log = try StepLog(path: path)
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { log.append($0) }
    }
    #expect((log.fullDisk != nil) == text.contains("No space left on device"))
  }

  /// However it is cut into pieces, the beginning and the end are kept, with a word between.
  @Test(arguments: [1, 3, 7, 10, 16, 1_000])
  func keepsBeginningAndEnd(size: Int) throws {
    let text = Array((0..<100).map { String($0 % 10) }.joined().utf8)
    let log = try StepLog(path: path, limits: .init(head: 10, tail: 16))
    for start in stride(from: 0, to: text.count, by: size) {
      text[start..<min(start + size, text.count)].withUnsafeBytes { log.append($0) }
    }
    let gap = try #require(log.finish())
    #expect(gap == "74 bytes are left out: the first 10 and the last 16 are kept")
    #expect(try scratch.read("log") == "0123456789\ndevtool: here \(gap)\n4567890123456789")
    #expect(log.finish() == gap)
  }

  @Test(arguments: [0, 9, 10, 11, 25, 26])
  func keepsAllOfAShortOne(count: Int) throws {
    let text = String(repeating: "x", count: max(0, count - 1)) + (count > 0 ? "y" : "")
    let log = try StepLog(path: path, limits: .init(head: 10, tail: 16))
    log.append(text)
    #expect(log.finish() == nil)
    #expect(try scratch.read("log") == text)
    #expect(log.size == count)
  }

  /// The command alone is in the record; with what it prints comes a file that begins with it.
  @Test func isMadeForWhatIsPrinted() throws {
    let log = try StepLog(path: path)
    log.announce("$ true\n")
    #expect(!log.hasFile && log.size == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
    log.append("one\n")
    log.announce("$ echo two\n")
    log.append("two\n")
    #expect(log.hasFile)
    #expect(try scratch.read("log") == "$ true\none\n$ echo two\ntwo\n")

    let silent = try StepLog(path: path)
    silent.announce("$ false\n")
    silent.makeFile()
    silent.makeFile()
    #expect(try scratch.read("log") == "$ false\n")
  }

  /// Where its folder is gone it is made again; where that is not possible the log is what is missing.
  @Test func makesItsFolder() throws {
    let folder = "\(scratch.path)/gone"
    let log = try StepLog(path: "\(folder)/log") { mkdir(folder, 0o777) }
    log.append("a")
    #expect(try scratch.read("gone/log") == "a")
    #expect(log.error == nil)
    let lost = try StepLog(path: "\(scratch.path)/nowhere/log")
    lost.append("a")
    #expect(lost.error?.reason == .noSuchFile)
    #expect(!lost.hasFile && lost.finish() == nil)
  }

  /// Each attempt has room of its own behind the one before.
  @Test func attemptsFollowEachOther() throws {
    for attempt in 1...2 {
      let log = try StepLog(
        path: path, isContinued: attempt > 1, limits: .init(head: 4, tail: 4))
      log.append("\(attempt)bcdefghi\(attempt)")
      #expect(log.finish() != nil)
    }
    let gap = "\ndevtool: here 2 bytes are left out: the first 4 and the last 4 are kept\n"
    #expect(try scratch.read("log") == "1bcd\(gap)ghi12bcd\(gap)ghi2")
  }

  #if os(Linux)
    @Test func aFullDiskIsToldOnce() throws {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
      let log = try StepLog(path: path)
      log.append("a")
      log.append("b")
      #expect(log.error?.reason == .diskFull)
      #expect(log.finish() == nil)
    }
  #endif
}
