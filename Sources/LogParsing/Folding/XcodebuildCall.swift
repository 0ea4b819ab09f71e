import CIModel

/// The command line of xcodebuild, with the parts needed to run a test again.
///
///     /Applications/Xcode.app/Contents/Developer/usr/bin/xcodebuild test -scheme "My App" -workspace …
///
/// Source: `xcodebuild -help` and xcodebuild(1).
package struct XcodebuildCall: Hashable, Sendable {
  package var project: String?
  package var workspace: String?
  package var scheme: String?
  /// `nil` when the line names a device by its id, which no other machine has.
  package var destination: String?

  package init() {}

  /// Parses the arguments after the name of the program.
  init(arguments: ByteCursor) {
    var words = XcodebuildCall.words(arguments)[...]
    while let word = words.popFirst() {
      switch word {
      case "-project": project = words.popFirst()
      case "-workspace": workspace = words.popFirst()
      case "-scheme": scheme = words.popFirst()
      case "-destination":
        destination = words.popFirst().flatMap { $0.contains("id=") ? nil : $0 }
      // The following words belong to another program.
      case "|", "&&", ";": return
      default: break
      }
    }
  }

  /// The command that runs this test alone; `nil` when the log does not contain its target.
  func command(for test: TestCase) -> String? {
    guard let module = test.module else { return nil }
    var words = ["xcodebuild", "test"]
    // A path on the machine of the log is useless to the reader.
    if let workspace { words += ["-workspace", workspace.lastPathPart] }
    if let project { words += ["-project", project.lastPathPart] }
    if let scheme { words += ["-scheme", scheme] }
    if let destination { words += ["-destination", destination] }
    var name = test.function
    if test.framework == .xctest, name.hasSuffix("()") { name = String(name.dropLast(2)) }
    let suite = test.suite.map { $0 + "/" } ?? ""
    words.append("-only-testing:\(module)/\(suite)\(name)")
    return words.map(shellQuoted).joined(separator: " ")
  }

  /// Splits the words as a shell does, with quotes and backslashes; nothing is expanded, since a
  /// line of a log is not a safe command.
  private static func words(_ content: ByteCursor) -> [String] {
    var words: [[UInt8]] = []
    var word: [UInt8]?
    var quote: UInt8?
    var isEscaped = false
    for byte in content.bytes.prefix(limit) {
      if isEscaped {
        word = (word ?? []) + [byte]
        isEscaped = false
      } else if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "'") {
        isEscaped = true
      } else if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
        word = word ?? []
      } else if quote == nil, byte == 0x20 || byte == 0x09 {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? []) + [byte]
      }
    }
    if let word { words.append(word) }
    return words.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Maximum number of bytes of a command line to parse.
  private static let limit = 4096
}

extension String {
  fileprivate var lastPathPart: String {
    split(separator: "/").last.map(String.init) ?? self
  }
}
