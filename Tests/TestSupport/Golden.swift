import Foundation
package import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Compares `actual` with the file `Golden/<name>` beside the test.
///
/// With `UPDATE_GOLDEN=1` in the environment the file is rewritten, and the test still fails so
/// that the difference gets read.
package func expectGolden(
  _ actual: String, _ name: String, testFile: String = #filePath,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let folder = URL(fileURLWithPath: testFile).deletingLastPathComponent()
  let file = folder.appendingPathComponent("Golden").appendingPathComponent(name)
  let expected = try? String(contentsOf: file, encoding: .utf8)
  if actual == expected { return }
  if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try actual.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("rewrote Golden/\(name): read the difference", sourceLocation: sourceLocation)
    } catch {
      Issue.record("cannot write Golden/\(name): \(error)", sourceLocation: sourceLocation)
    }
    return
  }
  guard let expected else {
    Issue.record(
      "Golden/\(name) is missing; `make golden` writes it. Actual:\n\(actual)",
      sourceLocation: sourceLocation)
    return
  }
  let difference = firstDifference(expected, actual)
  Issue.record(
    "Golden/\(name) differs at line \(difference); `make golden` rewrites it. Actual:\n\(actual)",
    sourceLocation: sourceLocation)
}

private func firstDifference(_ expected: String, _ actual: String) -> Int {
  let left = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let right = actual.split(separator: "\n", omittingEmptySubsequences: false)
  for (index, pair) in zip(left, right).enumerated() where pair.0 != pair.1 { return index + 1 }
  return min(left.count, right.count) + 1
}
