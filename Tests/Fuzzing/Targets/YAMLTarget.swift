import CIModel
import CIRules
import PipelineConfig

@testable import YAMLDocument

/// Parses a file as YAML and reads it as a `.ci.yml` that includes itself and others.
let yamlTarget = FuzzTarget(name: "yaml") { input throws(Contradiction) in
  let bytes = Array(input)
  let document = ParsedDocument(parsing: bytes)
  try expect(ParsedDocument(parsing: bytes) == document, "the second document is another one")
  let lines = bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 2
  for error in document.errors {
    try expect(error.range.start.line <= lines, "an error lies behind the file")
    try expect(error.range.start <= error.range.end, "an error ends before it begins")
  }
  if let root = document.root { try checkPlaces(root, lines) }
  let first = readPipeline(bytes)
  try expect(readPipeline(bytes) == first, "the second pipeline is another one")
  if case .failure(let error) = first {
    let text = error.rendered(color: false)
    try expect(text == error.rendered(color: false) && !text.isEmpty, "the error has no words")
  }
}

private func checkPlaces(_ node: Node, _ lines: Int) throws(Contradiction) {
  try expect(node.range.start <= node.range.end, "a node ends before it begins")
  try expect(node.range.end.line <= lines, "a node lies behind the file")
  switch node.content {
  case .scalar, .unresolved: break
  case .sequence(let nodes):
    for node in nodes { try checkPlaces(node, lines) }
  case .mapping(let entries):
    try expect(Set(entries.map(\.key)).count == entries.count, "a key stands there twice")
    for entry in entries { try checkPlaces(entry.value, lines) }
  }
}

private func readPipeline(_ bytes: [UInt8]) -> Result<Pipeline, ConfigError> {
  let others = FileAccess(
    read: { $0.hasSuffix(".yml") ? bytes : nil }, list: { _ in ["a.yml", "ci/b.yml"] })
  let reader = ConfigReader(
    fileName: ".ci.yml", rules: RuleRegistry.descriptors, files: others)
  return Result { () throws(ConfigError) in try reader.read(bytes) }
}
