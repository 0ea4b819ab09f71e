import FileSystem
import Foundation
import ProcessExecution
import RunStorage
import TestSupport
import Testing

@testable import PipelineRunner

@Suite struct OutputFilesTests {
  let scratch: ScratchDirectory
  let files: OutputFiles

  init() throws {
    scratch = try ScratchDirectory()
    files = OutputFiles(in: try RunDirectory(root: scratch.path, id: "run"))
  }

  private func giveBack(
    _ path: String, isReleased: Bool = true, limit: Int = 100
  ) throws -> String {
    String(decoding: try files.giveBack(path, isReleased: isReleased, limit: limit), as: UTF8.self)
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }

  /// Only its owner can read it, and it is there, for programs that do not make files.
  @Test func isAnEmptyFile() throws {
    let path = try files.take()
    var status = stat()
    #expect(lstat(path, &status) == 0)
    #expect(status.st_mode == S_IFREG | 0o600 && status.st_size == 0)
    let other = try files.take()
    #expect(other != path)
    files.remove()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func whatNobodyWroteIsUsedAgain() throws {
    let path = try files.take()
    #expect(try giveBack(path) == "")
    #expect(try files.take() == path)
  }

  /// Neither its content nor who still has it open may reach the next step.
  @Test func whatSomebodyWroteIsRemoved() throws {
    let path = try files.take()
    try write("token=secret\n", to: path)
    #expect(try giveBack(path, limit: 5) == "token")
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try files.take() != path)
  }

  @Test func whatADetachedProcessMayWriteIsNotUsedAgain() throws {
    let path = try files.take()
    #expect(try giveBack(path, isReleased: false) == "")
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try files.take() != path)
  }

  /// Whatever a step makes of it is said, waited for by nobody, and gone afterwards.
  @Test(arguments: ["mkfifo", "mkdir", "ln -s /dev/zero", "ln -s /etc/passwd"])
  func whatIsNoFileIsRefused(command: String) throws {
    let path = try files.take()
    _ = try ProcessLauncher.live().capture(
      Invocation("/bin/sh", ["-c", "rm '\(path)'; \(command) '\(path)'"], directory: scratch.path))
    #expect(throws: FileError.self) { try giveBack(path) }
    var status = stat()
    #expect(lstat(path, &status) != 0)
  }

  /// Between two steps, by one that runs beside them.
  @Test(arguments: [
    "rm -r .devtool", "rm .devtool/runs/run/outputs/1", "echo a=1 > .devtool/runs/run/outputs/1",
    "ln -sf /etc/passwd .devtool/runs/run/outputs/1",
    "ln .devtool/runs/run/outputs/1 kept", "chmod 644 .devtool/runs/run/outputs/1",
  ])
  func whatWasChangedIsMadeAnew(change: String) throws {
    _ = try giveBack(try files.take())
    _ = try ProcessLauncher.live().capture(
      Invocation("/bin/sh", ["-c", change], directory: scratch.path))
    let path = try files.take()
    var status = stat()
    #expect(lstat(path, &status) == 0)
    #expect(status.st_mode == S_IFREG | 0o600 && status.st_size == 0 && status.st_nlink == 1)
    #expect(try giveBack(path) == "")
  }
}
