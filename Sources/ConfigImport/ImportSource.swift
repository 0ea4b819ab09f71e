package import FileSystem

/// A tool whose configuration can be imported.
package struct ImportSource: Sendable {
  /// The name in `init --from`.
  package let name: String
  /// The paths of its configuration relative to the checkout, in the tool's order of precedence. A
  /// folder ends with a slash; all its files with the endings `.yml` and `.yaml` count.
  package let paths: [String]
  /// Configuration files that are programs; only the tool itself can run them.
  package let programs: [String]
  /// Adds the content of a file to the configuration.
  private let read: @Sendable (SourceFile, inout ImportedConfig) throws(UnreadableSource) -> Void

  private init(
    _ name: String, _ paths: [String], programs: [String] = [],
    read: @escaping @Sendable (SourceFile, inout ImportedConfig) throws(UnreadableSource) -> Void
  ) {
    (self.name, self.paths, self.programs, self.read) = (name, paths, programs, read)
  }

  /// All tools, sorted by name.
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

  /// The combined configuration of several files.
  package func config(_ files: [SourceFile]) throws(UnreadableSource) -> ImportedConfig {
    var config = ImportedConfig(files)
    for file in files {
      let before = config.leftOut.count
      config.file = file.name
      try read(file, &config)
      for index in before..<config.leftOut.count where config.leftOut[index].file.isEmpty {
        config.leftOut[index].file = file.name
      }
      config.leftOut[before...].sort { ($0.file, $0.line, $0.what) < ($1.file, $1.line, $1.what) }
    }
    // A workflow that is called twice is read twice, and imported although it runs at no change.
    var seen: Set<LeftOut> = []
    let called = Set(config.calledFiles)
    config.leftOut = config.leftOut.filter { part in
      seen.insert(part).inserted
        && !(part.what == ImportedConfig.wholeFile && called.contains(part.file))
    }
    return config
  }

  /// The configuration files of a checkout: the first existing one, or all files of a folder.
  ///
  /// - Parameter root: The absolute root of the checkout.
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
        // `package.json` is used by npm, even without a configuration of commitlint in it.
        if path != "package.json" || file.text.contains("\"commitlint\"") { return [file] }
      }
    }
    return []
  }

  /// The maximum number of files in one folder.
  private static let mostFiles = 100

  private static func file(_ path: String, in root: String) throws(FileError) -> SourceFile {
    let bytes = try readFile(path, below: root, limit: 1 << 20)
    return SourceFile(name: path, text: String(decoding: bytes, as: UTF8.self))
  }

  /// The program that generates the configuration of this checkout, if there is no other one; else
  /// `nil`.
  package func program(in root: String) -> String? {
    programs.first { fileExists("\(root)/\($0)") }
  }
}
