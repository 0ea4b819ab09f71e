import Foundation
import TestSupport
import Testing

@testable import FileSystem

@Suite struct SpoolTests {
  @Test(arguments: [0, 10, 65_536, 65_537, 300_000])
  func givesBackWhatItWasGiven(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for isOnDisk in [false, true] {
      var spool = Spool(isOnDisk: isOnDisk)
      for start in stride(from: 0, to: count, by: 1_000) {
        bytes[start..<min(start + 1_000, count)].withUnsafeBytes { spool.append($0) }
      }
      #expect(spool.count == count && !spool.isCut)
      var read: [UInt8] = []
      let range = count / 3..<count
      spool.read(range) { read += $0 }
      #expect(read == Array(bytes[range]))
    }
  }
}
