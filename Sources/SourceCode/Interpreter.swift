import CIModel

/// The program that the first line of a script names: `#!/usr/bin/env bash -e`.
///
/// The program decides the language of the file, whatever the file name extension is.
struct Interpreter {
  /// `nil` when it is not certain, as with an option that reads the source from elsewhere.
  let name: String?

  /// - Returns: `nil` for a file without such a line. A file that begins with a command, such as
  ///   `//usr/bin/env go run "$0"; exit`, is a shell script: systems leave it to a shell.
  init?(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
    if Self.isCommand(text) {
      name = "sh"
      return
    }
    guard text.starts(with: "#!".utf8) else { return nil }
    let line = text.dropFirst(2).prefix(Self.longestLine + 1).prefix { $0 != UInt8(ascii: "\n") }
    guard line.count <= Self.longestLine else {
      name = nil
      return
    }
    var words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      .map { String(decoding: $0, as: UTF8.self) }[...]
    func takeName() -> String? {
      words.popFirst().map { String($0.utf8.last == UInt8(ascii: "/") ? "" : $0.lastPathName) }
    }
    var found = takeName()
    if found == "env" {
      if words.first == "-S" { words.removeFirst() }
      found = takeName()
    }
    name = words.allSatisfy(Self.isHarmless) ? found : nil
  }

  private static let longestLine = 255

  /// Whether a text begins with the path of a program that most languages take for a comment:
  /// `//usr/bin/env`, or `/*bin/env`, in which a shell replaces the `*`. An address is none, and code
  /// may follow the end of a comment.
  private static func isCommand(_ text: ArraySlice<UInt8>) -> Bool {
    let word = text.drop { $0 <= 0x20 }.prefix(longestPath).prefix { $0 > 0x20 }
    let isBlock = word.starts(with: "/*".utf8)
    guard isBlock || word.starts(with: "//".utf8) else { return false }
    let names = word.split(separator: UInt8(ascii: "/"))
    return names.count > 1 && !names[0].starts(with: "http".utf8)
      && !(isBlock && names[0].count > 1 && names[0].last == UInt8(ascii: "*"))
  }

  private static let longestPath = 4_096

  /// Whether an option leaves the reading of this file unchanged.
  private static func isHarmless(_ word: String) -> Bool {
    word.first == "-" && word.count > 1 && word.dropFirst().allSatisfy { "BEIeluvx".contains($0) }
  }

  func reads(_ family: SourceSyntax.Family) -> Bool {
    guard let name else { return false }
    return switch family {
    case .shell: ["bash", "dash", "ksh", "sh"].contains(name)
    case .python: Self.isPython(name)
    case .javaScript: ["bun", "deno", "node", "nodejs"].contains(name)
    case .c, .go, .java, .yaml: false
    }
  }

  /// Whether the name is that of a Python: `python`, `python3`, `python3.12`.
  private static func isPython(_ name: String) -> Bool {
    name.hasPrefix("python")
      && name.dropFirst("python".count).allSatisfy { $0 == "." || $0.isASCII && $0.isNumber }
  }
}
