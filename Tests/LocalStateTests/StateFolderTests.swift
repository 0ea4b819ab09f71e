import FileSystem
import TestSupport
import Testing

@testable import LocalState

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct StateFolderTests {
  let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func folder(_ key: StateKey?) -> StateFolder {
    StateFolder(root: scratch.path, key: key)
  }

  /// A history that somebody put there is not believed; who may claim it begins a new one.
  @Test func theHistoryIsOursOrNobodys() throws {
    try scratch.write("a stranger's", to: ".devtool/history.sqlite")
    try scratch.write("a stranger's", to: ".devtool/history.sqlite-wal")
    #expect(!folder(testKey).ownsHistory(claims: false))
    #expect(!folder(nil).ownsHistory(claims: true))
    #expect(scratch.exists(".devtool/history.sqlite"))
    #expect(folder(testKey).ownsHistory(claims: true))
    #expect(!scratch.exists(".devtool/history.sqlite"))
    #expect(!scratch.exists(".devtool/history.sqlite-wal"))
    #expect(folder(testKey).ownsHistory(claims: false))
    #expect(!folder(StateKey([UInt8](repeating: 8, count: 32))).ownsHistory(claims: false))
  }

  /// A container with a home folder of its own has another key, and takes nothing from the first.
  @Test func theHistoryOfAnotherKeyComesBack() throws {
    let history = ".devtool/history.sqlite"
    let other = StateKey([UInt8](repeating: 8, count: 32))
    #expect(folder(testKey).ownsHistory(claims: true))
    try scratch.write("of the first", to: history)
    try scratch.write("log of the first", to: history + "-wal")
    #expect(folder(other).ownsHistory(claims: true))
    #expect(!scratch.exists(history) && !scratch.exists(history + "-wal"))
    try scratch.write("of the second", to: history)
    for (key, text, hasLog) in [
      (testKey, "of the first", true), (other, "of the second", false),
      (testKey, "of the first", true),
    ] {
      #expect(!folder(key).ownsHistory(claims: false))
      #expect(folder(key).ownsHistory(claims: true))
      #expect(folder(key).ownsHistory(claims: false))
      #expect(try scratch.read(history) == text)
      #expect(scratch.exists(history + "-wal") == hasLog)
    }
    #expect(!scratch.exists(".devtool/other-history.new"))
  }
}
