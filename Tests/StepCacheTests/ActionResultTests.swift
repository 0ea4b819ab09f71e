import TestSupport
import Testing

@testable import StepCache

/// The messages that servers of Bazel's protocol keep.
@Suite struct ActionResultTests {
  private static let hash = String(repeating: "0123456789abcdef", count: 4)

  private static var sample: ActionResult {
    var result = ActionResult()
    result.files = [
      ActionResult.File(
        path: "out/a", digest: ActionResult.Digest(hash: hash, size: 300), isExecutable: true),
      ActionResult.File(path: "b", digest: ActionResult.Digest(hash: hash, size: 0)),
    ]
    result.exitCode = -2
    result.standardOutput = ActionResult.Digest(hash: hash, size: Int64.max)
    result.worker = "run 1"
    result.nanoseconds = 1_500_000_000
    return result
  }

  /// Field by field as https://protobuf.dev/programming-guides/encoding/ says.
  @Test func isEncodedAsProtocolBuffers() {
    let digest: [UInt8] = [0x0A, 64] + Array(Self.hash.utf8)
    var expected: [UInt8] = [0x12, 80, 0x0A, 5] + Array("out/a".utf8)
    expected += [0x12, 69] + digest + [0x10, 0xAC, 0x02] + [0x20, 1]
    expected += [0x12, 71, 0x0A, 1] + Array("b".utf8) + [0x12, 66] + digest
    expected += [0x20, 0xFE] + [UInt8](repeating: 0xFF, count: 8) + [0x01]
    expected += [0x32, 76] + digest + [0x10] + [UInt8](repeating: 0xFF, count: 8) + [0x7F]
    expected += [0x4A, 17, 0x0A, 5] + Array("run 1".utf8)
    expected += [0x62, 8, 0x08, 1, 0x10, 0x80, 0xCA, 0xB5, 0xEE, 0x01]
    #expect(Self.sample.bytes == expected)
    #expect(ActionResult().bytes == [])
  }

  @Test func isReadAsItWasWritten() throws {
    #expect(try ActionResult(Self.sample.bytes) == Self.sample)
    #expect(try ActionResult([]) == ActionResult())
  }

  /// Others write fields that we do not know, in any order.
  @Test func unknownFieldsArePassedOver() throws {
    let unknown: [UInt8] = [
      0x0A, 2, 1, 2,  // 1: bytes
      0x78, 0x96, 0x01,  // 15: a number
      0x7D, 1, 2, 3, 4,  // 15: 32 bits
      0xF9, 0x7F, 1, 2, 3, 4, 5, 6, 7, 8,  // 2047: 64 bits
    ]
    #expect(try ActionResult(unknown + Self.sample.bytes + unknown) == Self.sample)
  }

  @Test func whatIsCutOffIsNoMessage() throws {
    let bytes = Self.sample.bytes
    // Where a field ends, the rest may be missing and nobody can tell.
    let ends = [0, 82, 155, 166, 244]
    for count in 0..<bytes.count where !ends.contains(count) {
      #expect(throws: ProtobufReader.Malformed.self, "\(count)") {
        _ = try ActionResult(Array(bytes.prefix(count)))
      }
    }
  }

  @Test(
    arguments: [
      [0x00], [0x07], [0x0B], [0x12, 0xFF], [0x80],
      [0x12] + [UInt8](repeating: 0xFF, count: 9) + [2],
      [0x12] + [UInt8](repeating: 0xFF, count: 9) + [1], [0x12, 0], [0x12, 3, 0x0A, 1, 0x61],
      // A hash that would lead elsewhere.
      [0x32, 8, 0x0A, 6] + Array("../../".utf8), [0x32, 0],
    ] as [[UInt8]])
  func nonsenseIsNoMessage(bytes: [UInt8]) {
    #expect(throws: ProtobufReader.Malformed.self) { _ = try ActionResult(bytes) }
  }

  @Test func timesAreBelievedUpToAYear() throws {
    let long: [UInt8] =
      [0x4A, 13, 0x62, 11, 0x08] + [UInt8](repeating: 0xFF, count: 8) + [0x7F, 0x00]
    #expect(throws: ProtobufReader.Malformed.self) { _ = try ActionResult(long) }
    let year: [UInt8] = [0x4A, 12, 0x62, 10, 0x08] + [UInt8](repeating: 0xFF, count: 8) + [0x7F]
    #expect(try ActionResult(year).nanoseconds == 31_536_000_000_000_000)
  }
}
