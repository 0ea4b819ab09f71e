internal import YAMLDocument

/// Reads a configuration that is a single YAML document.
protocol DocumentImport {
  init(_ config: ImportedConfig)
  var config: ImportedConfig { get }
  mutating func read(_ root: Node)
}

extension DocumentImport {
  /// - Parameter config: Receives the content of the file.
  static func read(_ file: SourceFile, _ config: inout ImportedConfig) throws(UnreadableSource) {
    let root = try file.document(&config)
    var importer = Self(config)
    importer.read(root)
    config = importer.config
  }
}
