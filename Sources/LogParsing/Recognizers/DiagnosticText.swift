import CIModel

/// Parses the common parts of the messages of compilers and linters.
enum DiagnosticText {
  /// The severity and the text after it; `nil` when there is no severity.
  static func severity(_ content: ByteCursor) -> (Severity, ByteCursor)? {
    var rest = content
    switch content.first {
    case UInt8(ascii: "e") where rest.skip("error: "): return (.error, rest)
    case UInt8(ascii: "w") where rest.skip("warning: "): return (.warning, rest)
    case UInt8(ascii: "n") where rest.skip("note: "): return (.note, rest)
    case UInt8(ascii: "r") where rest.skip("remark: "): return (.note, rest)
    case UInt8(ascii: "f") where rest.skip("fatal error: "): return (.error, rest)
    default: return nil
    }
  }

  /// Whether the message is about an option that the toolchain passed to its own tools; the package
  /// cannot change it.
  ///
  ///     argument unused during compilation: '-rdynamic' [-Wunused-command-line-argument]
  ///
  /// Source: output of `swift build --build-system swiftbuild` of Swift 6.3.
  static func isToolchainsOwn(_ message: ByteCursor) -> Bool {
    message.contains("argument unused during compilation: '-rdynamic'")
  }

  /// The failed command in a message of the swiftbuild build system; `nil` for other messages.
  ///
  ///     Ld /p/tool normal failed with a nonzero exit code. Command line:     cd /p
  ///
  /// Source: `emitFailedTaskOutput` in `SwiftBuildSystemMessageHandler.swift`, SwiftPM.
  static func failedCommand(_ message: ByteCursor) -> String? {
    guard let offset = message.offset(of: " failed with a nonzero exit code. Command line: ")
    else { return nil }
    return message.prefix(offset + " failed with a nonzero exit code".utf8.count).text
  }

  /// Whether the message only reports that another program failed.
  static func isWrapper(_ message: ByteCursor) -> Bool {
    // The swiftbuild build system prints `cancelled` for tasks that it no longer started.
    if message.equals("fatalError") || message.equals("Build failed") || message.equals("cancelled")
    {
      return true
    }
    return message.contains(" command failed with exit code ")
      || message.starts(with: "linker command failed")
      || message.starts(with: "Process '")
      || message.starts(with: "Exited with ")
      || message.starts(with: "terminated(")
      || message.starts(with: "ExitCode(rawValue: ")
      || message.contains(": Invalid manifest (compiled with: ")
  }

  /// Splits a message into its text and the name of its diagnostic group or rule.
  ///
  ///     'old()' is deprecated: use add [#DeprecatedDeclaration]      swiftc
  ///     unused variable 'x' [-Wunused-variable]                      clang
  ///     [AlwaysUseLowerCamelCase] rename 'X'                         swift-format
  ///     Force Try Violation: Force tries should be avoided (force_try)   SwiftLint
  static func split(_ message: ByteCursor) -> (text: String, group: String?) {
    if message.last == UInt8(ascii: "]"), let offset = message.lastOffset(of: " [") {
      var name = message.dropFirst(offset + 2)
      if name.dropSuffix("]"), !name.contains(" ") {
        if name.skip("#") || name.starts(with: "-W") {
          return (message.prefix(offset).text, name.text)
        }
      }
    }
    if message.first == UInt8(ascii: "[") {
      var rest = message.dropFirst(1)
      if let name = rest.take(upTo: "] "), isWord(name) { return (rest.text, name.text) }
    }
    if message.last == UInt8(ascii: ")"), message.contains(" Violation: "),
      let offset = message.lastOffset(of: " (")
    {
      var name = message.dropFirst(offset + 2)
      if name.dropSuffix(")"), isWord(name) { return (message.prefix(offset).text, name.text) }
    }
    return (message.text, nil)
  }

  private static func isWord(_ name: ByteCursor) -> Bool {
    guard !name.isEmpty else { return false }
    return name.bytes.allSatisfy {
      ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_")
    }
  }
}
