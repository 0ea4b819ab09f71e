import CIModel
import Foundation
import LogParsing

/// Reads a whole log in one chunk.
func read(
  _ text: String, root: String? = nil, custom: [WarningPolicy.Custom] = [],
  planned: [String]? = nil
) -> LogFacts {
  read(Array(text.utf8), chunk: .max, root: root, custom: custom, planned: planned).facts
}

/// An event and the line it was made from.
struct SeenEvent: Equatable {
  var event: LogEvent
  var number: Int
  var text: String
}

/// Reads a log in chunks of a size and collects the events.
func read(
  _ bytes: [UInt8], chunk: Int, root: String? = nil, custom: [WarningPolicy.Custom] = [],
  planned: [String]? = nil
) -> (facts: LogFacts, events: [SeenEvent]) {
  var reader = LogReader(
    options: .init(root: root, customWarnings: custom, plannedXCTests: planned.map(Set.init)))
  var events: [SeenEvent] = []
  func note(_ event: LogEvent, _ line: LogLine) {
    events.append(SeenEvent(event: event, number: line.number, text: line.text))
  }
  var start = 0
  while start < bytes.count {
    let end = bytes.count - start > chunk ? start + chunk : bytes.count
    bytes[start..<end].withUnsafeBytes { reader.read($0, note) }
    start = end
  }
  let facts = reader.finish(note)
  return (facts, events)
}

/// The event of a line on its own.
func event(_ line: String, by recognizer: any LineRecognizer) -> LogEvent? {
  Array(line.utf8).withUnsafeBytes { recognizer.event(in: LogLine($0)) }
}

func fixture(_ name: String, file: String = #filePath) throws -> [UInt8] {
  let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
  return Array(try Data(contentsOf: folder.appendingPathComponent("Fixtures/\(name)")))
}

let fixtureRoot = "/home/ci/demo"

/// Names of the fixtures with this extension, without it; sorted.
func fixtureNames(withExtension ending: String, file: String = #filePath) -> [String] {
  let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    .appendingPathComponent("Fixtures").path
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return names.filter { $0.hasSuffix("." + ending) }.map { String($0.dropLast(ending.count + 1)) }
    .sorted()
}
