package import CIModel
internal import CLibgit2
internal import FileSystem

/// The running devtool: its path and the state that it was built from.
package struct ToolBuild: Encodable, Sendable {
  private var schema = "devtool.version/1"
  package var version: String
  /// The commit that `make dist` writes beside the binary; `nil` for a manual build.
  @NullCoded package var commit: String?
  private var libgit2 = LIBGIT2_VERSION
  private var swift = Self.compiler

  package init(version: String) {
    self.version = version
    let place = "\(Self.path.parentFolder.parentFolder)/share/devtool/commit"
    let bytes = (try? readFile(place, limit: 100)) ?? []
    let text = String(decoding: bytes, as: UTF8.self).prefix { !$0.isWhitespace }
    let isCommit = [40, 64].contains(text.utf8.count) && text.allSatisfy(\.isHexDigit)
    commit = isCommit ? String(text) : nil
  }

  /// The path of this program; absolute if the system reports it.
  package static var path: String {
    let name = CommandLine.arguments.first ?? "devtool"
    return realPath("/proc/self/exe") ?? realPath(name) ?? name
  }

  /// The compiler's version is only available in conditional compilation.
  private static var compiler: String {
    #if compiler(>=6.5)
      "6.5 or later"
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }

  /// The text for people; ends with a line break.
  package var text: String {
    """
    devtool \(version)
    commit   \(commit ?? "unknown")
    libgit2  \(libgit2)
    Swift    \(swift)

    """
  }

  /// The output of `devtool version --format json`.
  package static let contract = JSONContract(
    "version", id: "devtool.version/1", "Output of `devtool version --format json`.",
    .object([
      JSONMember("schema", .constant("devtool.version/1"), "Names this contract."),
      JSONMember("version", .text, "The version of devtool."),
      JSONMember(
        "commit", JSONShape.text.orNull, "The commit that it was built from; null if unknown."),
      JSONMember("libgit2", .text, "The version of libgit2 that it was built for."),
      JSONMember("swift", .text, "The version of Swift that built it, without the patch version."),
    ]))
}
