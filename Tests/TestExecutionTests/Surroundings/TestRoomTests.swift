import Foundation
import TestSupport
import Testing

@testable import TestExecution

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct TestRoomTests {
  private let scratch: ScratchDirectory
  private let base: [String: String]

  init() throws {
    scratch = try ScratchDirectory()
    base = [
      "HOME": "\(scratch.path)/me", "LANG": "de_DE.UTF-8", "LC_NUMERIC": "de_DE.UTF-8",
      "TMPDIR": scratch.path, "TZ": "Asia/Tokyo",
    ]
  }

  @Test func pinsWhatDiffersBetweenMachines() throws {
    let room = try TestRoom(environment: base)
    let environment = room.environment(base, chosen: [], isClean: false)
    #expect(environment["TZ"] == "UTC")
    #expect(environment["LC_ALL"] == TestRoom.locale)
    #expect(environment["LANG"] == TestRoom.locale)
    #expect(environment["LC_NUMERIC"] == nil)
    #expect(environment["TMPDIR"] == room.temporaryFolder)
    #expect(environment["HOME"] == base["HOME"])
    #expect(environment["XDG_CONFIG_HOME"] == nil)
  }

  @Test func givesACleanRoomAHome() throws {
    let room = try TestRoom(environment: base)
    let environment = room.environment(base, chosen: [], isClean: true)
    #expect(environment["HOME"] == room.home)
    #expect(environment["CFFIXED_USER_HOME"] == room.home)
    #expect(environment["XDG_CONFIG_HOME"] == room.home + "/.config")
    #expect(environment["XDG_RUNTIME_DIR"] == room.temporaryFolder)
    #expect(environment["SWIFTLY_HOME_DIR"] == nil)
  }

  @Test func keepsWhatTheConfigurationSets() throws {
    let room = try TestRoom(environment: base)
    let all = room.environment(base, chosen: ["TZ", "TMPDIR", "HOME", "LANG"], isClean: true)
    #expect(all == base)
    let locale = room.environment(base, chosen: ["LC_NUMERIC"], isClean: false)
    #expect(locale["LC_NUMERIC"] == "de_DE.UTF-8")
    #expect(locale["LC_ALL"] == nil)
  }

  @Test func findsTheToolchainsOfSwiftly() throws {
    let room = try TestRoom(environment: base)
    try scratch.write("{}", to: "me/.local/share/swiftly/config.json")
    let environment = room.environment(base, chosen: [], isClean: true)
    #expect(environment["SWIFTLY_HOME_DIR"] == "\(scratch.path)/me/.local/share/swiftly")
  }

  @Test func isRemovedWithEverythingInIt() throws {
    var room: TestRoom? = try TestRoom(environment: base)
    let path = try #require(room?.path)
    #expect(path.hasPrefix(scratch.path + "/devtool-room-"))
    mkdir("\(path)/tmp/locked", 0o777)
    try "x".write(toFile: "\(path)/tmp/locked/file", atomically: false, encoding: .utf8)
    chmod("\(path)/tmp/locked", 0o000)
    room = nil
    #expect(access(path, F_OK) != 0)
  }

  /// What a killed devtool left goes; what another one uses stays.
  @Test func removesWhatNobodyOwnsAnyMore() throws {
    try scratch.write("", to: "devtool-room-dead/.owner")
    try scratch.write("", to: "devtool-room-dead/tmp/file")
    try scratch.write("", to: "devtool-room-foreign/file")
    let living = try TestRoom(environment: base)
    #expect(!scratch.exists("devtool-room-dead"))
    let other = try TestRoom(environment: base)
    #expect(access(living.temporaryFolder, F_OK) == 0)
    #expect(access(other.temporaryFolder, F_OK) == 0)
    #expect(scratch.exists("devtool-room-foreign/file"))
  }

  @Test(arguments: ["/no/such/folder", "relative", ""])
  func takesAnotherFolderWhereTMPDIRIsNone(path: String) throws {
    let room = try TestRoom(environment: ["TMPDIR": path])
    #expect(room.path.hasPrefix("/tmp/devtool-room-"))
  }
}
