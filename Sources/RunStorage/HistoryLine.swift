package import RunHistory

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads and writes a run of the history as one line of JSON.
package enum HistoryLine {
  package static func text(_ run: HistoryRun) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return (try? encoder.encode(run)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// A line that does not contain a valid run.
  package struct BadLine: Error {
    /// 1-based.
    package var number: Int
  }

  /// Passes the runs of a file from `devtool history export` to `body`, one after the other.
  ///
  /// - Throws: `BadLine`, and any error of `body`.
  package static func read(_ file: [UInt8], _ body: (HistoryRun) throws -> Void) throws {
    for (index, line) in file.split(separator: UInt8(ascii: "\n")).enumerated() {
      guard let run = run(line) else { throw BadLine(number: index + 1) }
      try body(run)
    }
  }

  /// Decodes a run; `nil` for a line that is invalid, of another version, or contains impossible
  /// numbers.
  package static func run(_ line: some Collection<UInt8>) -> HistoryRun? {
    guard let run = try? JSONDecoder().decode(HistoryRun.self, from: Data(line)),
      run.schema == HistoryRun.schemaName, run.isPossible
    else { return nil }
    return run
  }
}
