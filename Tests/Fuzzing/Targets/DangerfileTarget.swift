import ConfigImport

/// Reads a Dangerfile; the first byte of the input chooses the language.
let dangerfileTarget = FuzzTarget(name: "dangerfile") { input throws(Contradiction) in
  let languages: [ScriptLanguage] = [.ruby, .javaScript, .swift]
  let (choice, rest) = input.inPieces
  let text = String(decoding: rest, as: UTF8.self)
  let language = languages[choice % languages.count]
  let first = DangerImport(text, language)
  try expect(DangerImport(text, language) == first, "the second import says something else")
  let lines = text.utf8.count { $0 == 0x0A || $0 == 0x0D } + 1
  for line in first.rules.map(\.line) + first.leftOut.map(\.line) {
    try expect((1...lines).contains(line), "line \(line) of \(lines)")
  }
  // Each line is a part of the YAML, whatever the Dangerfile holds.
  for line in first.yaml(from: "Dangerfile").split(separator: "\n") {
    try expect(line.hasPrefix("  "), "a line is not indented: \(line)")
  }
}
