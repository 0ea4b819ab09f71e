package import FileSystem

/// A tool whose configuration can be taken over.
package struct ImportSource: Sendable {
  /// As `init --from` calls it.
  package let name: String
  /// Where its configuration is, relative to the checkout, in the order of the tool; of a folder, which ends
  /// with a slash, all files count whose names end with `.yml` or `.yaml`.
  package let paths: [String]
  /// Programs that make a configuration; only the tool itself can run them.
  package let programs: [String]
  /// Adds what a file says.
  private let read: @Sendable (SourceFile, inout ImportedConfig) throws(UnreadableSource) -> Void

  private init(
    _ name: String, _ paths: [String], programs: [String] = [],
    read: @escaping @Sendable (SourceFile, inout ImportedConfig) throws(UnreadableSource) -> Void
  ) {
    (self.name, self.paths, self.programs, self.read) = (name, paths, programs, read)
  }

  /// By name.
  package static let all: [ImportSource] = [
    ImportSource(
      "commitlint",
      [
        ".commitlintrc", ".commitlintrc.json", ".commitlintrc.yaml", ".commitlintrc.yml",
        "package.json",
      ],
      programs: ["js", "cjs", "mjs", "ts", "cts", "mts"].flatMap {
        [".commitlintrc.\($0)", "commitlint.config.\($0)"]
      }, read: CommitlintImport.read),
    ImportSource("danger", DangerImport.fileNames.map(\.name), read: DangerImport.read),
    ImportSource("github", [".github/workflows/"], read: WorkflowImport.read),
    ImportSource("gitlint", [".gitlint"], read: GitlintImport.read),
    ImportSource("swiftlint", [".swiftlint.yml", ".swiftlint.yaml"], read: SwiftlintImport.read),
    ImportSource("travis", [".travis.yml"], read: TravisImport.read),
  ]

  /// What the files say, together.
  package func config(_ files: [SourceFile]) throws(UnreadableSource) -> ImportedConfig {
    var config = ImportedConfig()
    for file in files {
      let before = config.leftOut.count
      try read(file, &config)
      for index in before..<config.leftOut.count { config.leftOut[index].file = file.name }
      config.leftOut[before...].sort { ($0.line, $0.what) < ($1.line, $1.what) }
    }
    return config
  }

  /// The configuration of a checkout: the first file that is there, or all of a folder.
  ///
  /// - Parameter root: Absolute.
  package func files(in root: String) throws(FileError) -> [SourceFile] {
    for path in paths {
      if path.hasSuffix("/") {
        let names = folderContents("\(root)/\(path)").sorted()
          .filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }.prefix(Self.mostFiles)
        var files: [SourceFile] = []
        for name in names { files.append(try Self.file(path + name, in: root)) }
        if !files.isEmpty { return files }
      } else if fileExists("\(root)/\(path)") {
        let file = try Self.file(path, in: root)
        // That file serves npm, whether commitlint has a part in it or not.
        if path != "package.json" || file.text.contains("\"commitlint\"") { return [file] }
      }
    }
    return []
  }

  /// Of one folder.
  private static let mostFiles = 100

  private static func file(_ path: String, in root: String) throws(FileError) -> SourceFile {
    let bytes = try readFile(path, below: root, limit: 1 << 20)
    return SourceFile(name: path, text: String(decoding: bytes, as: UTF8.self))
  }

  /// The program that makes its configuration here, where there is no other.
  package func program(in root: String) -> String? {
    programs.first { fileExists("\(root)/\($0)") }
  }
}
