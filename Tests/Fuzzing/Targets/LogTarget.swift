import CIModel
import LogParsing

/// Reads a log whole and in pieces; the first byte of the input says how long the pieces are.
let logTarget = FuzzTarget(name: "log") { input throws(Contradiction) in
  let (size, log) = input.inPieces
  let whole = read(log, pieces: .max)
  let cut = read(log, pieces: size)
  try expect(whole.facts == cut.facts, "the facts depend on how the bytes are cut")
  try expect(whole.events == cut.events, "the events depend on how the bytes are cut")
  try expect(
    whole.facts.lines.unrecognized <= whole.facts.lines.total, "more lines are unknown than read")
}

private func read(
  _ bytes: UnsafeRawBufferPointer, pieces: Int
) -> (facts: LogFacts, events: [LogEvent]) {
  let custom = WarningPolicy.Custom(
    id: "leak", pattern: #"(?<file>[^:]+):(?<line>\d+): LEAK (?<message>.*)"#, limit: .init())
  var reader = LogReader(options: .init(root: "/p", customWarnings: [custom]))
  var events: [LogEvent] = []
  bytes.forEachPiece(of: pieces) { piece in
    reader.read(piece) { event, _ in events.append(event) }
  }
  let facts = reader.finish { event, _ in events.append(event) }
  return (facts, events)
}
