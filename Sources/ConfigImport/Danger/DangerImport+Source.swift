extension DangerImport {
  static func read(
    _ file: SourceFile, _ config: inout ImportedConfig
  ) throws(UnreadableSource) {
    let language = fileNames.first { $0.name == file.name }?.language ?? .ruby
    let imported = DangerImport(file.text, language)
    config.rules += imported.yaml(from: file.name)
    config.ruleCount += imported.rules.count
    config.differingRules += imported.rules.count { !$0.differences.isEmpty }
    config.leftOut += imported.leftOut
  }
}
