import Foundation
import XCTest

/// Both use a folder of the checkout.
final class FolderTests: XCTestCase {
  func testA() throws {
    try FileManager.default.createDirectory(
      atPath: "templates", withIntermediateDirectories: false)
    Meeting.hold("folder")
    try FileManager.default.removeItem(atPath: "templates")
  }

  func testB() throws {
    Meeting.join("folder")
    defer { Meeting.leave("folder") }
    try FileManager.default.createDirectory(
      atPath: "templates", withIntermediateDirectories: false)
    try FileManager.default.removeItem(atPath: "templates")
  }
}

/// Both write the same file.
final class FileTests: XCTestCase {
  private func write(_ text: String) throws {
    try text.write(toFile: "shared.txt", atomically: false, encoding: .utf8)
  }

  override func tearDown() { try? FileManager.default.removeItem(atPath: "shared.txt") }

  func testA() throws {
    try write("a")
    Meeting.hold("file")
  }

  func testB() throws {
    Meeting.join("file")
    defer { Meeting.leave("file") }
    XCTAssertFalse(FileManager.default.fileExists(atPath: "shared.txt"))
    try write("b")
  }
}
