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
}
