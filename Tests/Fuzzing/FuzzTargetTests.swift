import Foundation
import Testing

@Suite struct FuzzTargetTests {
  /// Each once crashed a parser or made it contradict itself.
  @Test(arguments: FuzzTarget.all.map(\.name)) func keptInputsAreRead(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    try target.check(UnsafeRawBufferPointer(start: nil, count: 0))
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Found/\(name)")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for file in files.sorted() {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(file))
      do {
        try bytes.withUnsafeBytes(target.check)
      } catch {
        Issue.record("\(name)/\(file): \(error)")
      }
    }
  }

  @Test func namesAreUnique() {
    #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
  }
}
