// The program that `scripts/fuzz` builds with libFuzzer; no target of the package holds it.
import CIModel
import LogParsing

/// Reads the input whole and in pieces; both must say the same, and neither may crash.
///
/// The first byte of the input says how long the pieces are.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLog(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: data, count: count)
  guard let size = bytes.first else { return 0 }
  let log = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
  let whole = read(log, pieces: .max)
  let cut = read(log, pieces: Int(size) + 1)
  precondition(whole.facts == cut.facts, "the facts depend on how the bytes are cut")
  precondition(whole.events == cut.events, "the events depend on how the bytes are cut")
  precondition(whole.facts.lines.unrecognized <= whole.facts.lines.total)
  return 0
}

private func read(
  _ bytes: UnsafeRawBufferPointer, pieces: Int
) -> (facts: LogFacts, events: [LogEvent]) {
  let custom = WarningPolicy.Custom(
    id: "leak", pattern: #"(?<file>[^:]+):(?<line>\d+): LEAK (?<message>.*)"#, limit: .init())
  var reader = LogReader(options: .init(root: "/p", customWarnings: [custom]))
  var events: [LogEvent] = []
  var start = 0
  while start < bytes.count {
    let end = bytes.count - start > pieces ? start + pieces : bytes.count
    reader.read(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) { event, _ in
      events.append(event)
    }
    start = end
  }
  let facts = reader.finish { event, _ in events.append(event) }
  return (facts, events)
}
