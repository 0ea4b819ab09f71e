import CIModel
import LogParsing

/// Reads Swift Testing's event stream whole and in pieces; the first byte of the input says how long
/// the pieces are.
let eventStreamTarget = FuzzTarget(name: "event-stream") { input throws(Contradiction) in
  let (size, stream) = input.inPieces
  let whole = read(stream, pieces: .max)
  let cut = read(stream, pieces: size)
  try expect(whole.facts == cut.facts, "the facts depend on how the bytes are cut")
  try expect(whole.changes == cut.changes, "the changes depend on how the bytes are cut")
}

private func read(
  _ bytes: UnsafeRawBufferPointer, pieces: Int
) -> (facts: LogFacts, changes: [EventStreamReader.Change]) {
  var reader = EventStreamReader(root: "/p")
  var changes: [EventStreamReader.Change] = []
  bytes.forEachPiece(of: pieces) { piece in
    reader.read(piece)
    changes += reader.takeChanges()
  }
  let facts = reader.finish()
  return (facts, changes + reader.takeChanges())
}
