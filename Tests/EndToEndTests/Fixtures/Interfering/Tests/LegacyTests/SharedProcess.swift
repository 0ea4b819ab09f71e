import Foundation
import XCTest

final class EnvironmentTests: XCTestCase {
  func testA() { setenv("GREETING", "hello", 1) }
  func testB() { XCTAssertNil(getenv("GREETING")) }
}

final class FolderOfProcessTests: XCTestCase {
  func testA() { XCTAssertTrue(FileManager.default.changeCurrentDirectoryPath("/")) }
  func testB() { XCTAssertTrue(FileManager.default.fileExists(atPath: "Package.swift")) }
}

final class DefaultsTests: XCTestCase {
  func testA() { UserDefaults.standard.register(defaults: ["mode": "fast"]) }
  func testB() { XCTAssertNil(UserDefaults.standard.string(forKey: "mode")) }
}

final class LocaleTests: XCTestCase {
  func testA() { XCTAssertNotNil(setlocale(LC_ALL, "C.UTF-8")) }
  func testB() { XCTAssertEqual(setlocale(LC_CTYPE, nil).map { String(cString: $0) }, "C") }
}
