import CIRules
import ConfigImport
import PipelineConfig

/// Reads a configuration of another tool, which the first byte of the input chooses; what is written is a
/// `.ci.yml`, whatever it holds.
let importTarget = FuzzTarget(name: "import") { input throws(Contradiction) in
  let (choice, rest) = input.inPieces
  let source = ImportSource.all[choice % ImportSource.all.count]
  let file = SourceFile(name: source.paths[0], text: String(decoding: rest, as: UTF8.self))
  guard let config = try? source.config([file]) else { return }
  try expect((try? source.config([file])) == config, "the second import says something else")
  let lines = rest.count { $0 == 0x0A || $0 == 0x0D } + 2
  for item in config.leftOut {
    try expect((1...lines).contains(item.line), "line \(item.line) of \(lines)")
  }
  let text = "version: 1\n" + config.yaml(from: source.name)
  do {
    let reader = ConfigReader(fileName: ".ci.yml", rules: RuleRegistry.descriptors)
    let pipeline = try reader.read(Array(text.utf8))
    try expect(pipeline.steps.count >= config.steps.count, "it has fewer steps")
  } catch let error as Contradiction {
    throw error
  } catch {
    throw Contradiction("\(error)\n\(text)")
  }
}
