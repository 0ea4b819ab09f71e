import CIModel

/// Files of prose or data, which have no comments and no string literals, known by their names.
enum ProseFiles {
  private static let suffixes: Set<String> = [
    "adoc", "asciidoc", "csv", "json", "jsonl", "markdown", "md", "rst", "text", "tsv", "txt",
  ]
  private static let names: Set<String> = [
    "authors", "changelog", "contributing", "copying", "licence", "license", "notice",
    "package.resolved",
    "readme",
  ]

  /// Files that CMake and Meson run.
  private static let code: Set<String> = ["cmakelists.txt", "meson_options.txt"]

  static func contains(_ path: String) -> Bool {
    let name = path.lastPathName.lowercased()
    let suffix = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    if code.contains(name) { return false }
    return names.contains(name) || suffix != name && suffixes.contains(String(suffix))
  }
}
