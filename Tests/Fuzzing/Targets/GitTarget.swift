import CIModel

@testable import GitHistory

/// Reads objects and files of a repository with our own parsers.
let gitTarget = FuzzTarget(name: "git") { input throws(Contradiction) in
  let commit = CommitObject(input, keepsText: true)
  try expect(CommitObject(input, keepsText: true) == commit, "the second commit is another one")
  let short = CommitObject(input, keepsText: false)
  try expect(
    short?.tree == commit?.tree && short?.parents == commit?.parents && short?.date == commit?.date,
    "the commit depends on whether its text is kept")
  if let commit {
    let shown = commit.commit(id: .emptyTree)
    try expect(commit.commit(id: .emptyTree) == shown, "the commit is shown in two ways")
    try expect(!shown.subject.utf8.contains(0x0A), "a subject has two lines")
    _ = shown.committer.date.iso8601
  }
  if let entries = TreeEntry.all(in: input) {
    for (one, other) in zip(entries, entries.dropFirst()) {
      try expect(
        one.compare(other).signum() == -other.compare(one).signum(),
        "the order of two entries depends on which one is asked")
    }
  }
  if let pointer = LFSPointer(input) { try expect(pointer.size >= 0, "a file of negative size") }
  try checkOverrides(Array(input))
  let readings = HiddenText.readings(of: Array(input))
  try expect(HiddenText.readings(of: Array(input)) == readings, "there are other readings")
  try expect(
    readings.isEmpty || HiddenText.isAmbiguous(input), "what is not ambiguous has two readings")
  for reading in readings {
    let text = reading.text(Array(input))
    try expect(reading.text(Array(input)) == text, "the text is read in two ways")
    // A unit of two bytes becomes three at most.
    try expect(text.count <= max(input.count * 3 / 2, input.count), "the text grows without end")
  }
  let lines = TextLines(input)
  _ = (lines.text(0), lines.text(1), lines.text(input.count + 2))
  let message = MessageText(String(decoding: input, as: UTF8.self))
  try expect(!message.subject.isEmpty || message.body.isEmpty, "a body without a subject")
  let encoded = Base64.encode(Array(input))
  try expect(Base64.decode(encoded) == Array(input), "base64 gives other bytes back")
  _ = Base64.decode(String(decoding: input, as: UTF8.self))
}

private func checkOverrides(_ bytes: [UInt8]) throws(Contradiction) {
  let shallow = HistoryOverrides.shallow(bytes)
  let text = shallow.map { $0.hex + "\n" }.joined()
  try expect(HistoryOverrides.shallow(Array(text.utf8)) == shallow, "the boundary is another one")
  let grafts = HistoryOverrides.grafts(bytes)
  let lines = grafts.map { ([$0.key] + $0.value).map(\.hex).joined(separator: " ") + "\n" }
  try expect(
    HistoryOverrides.grafts(Array(lines.joined().utf8)) == grafts, "the grafts are others")
}
