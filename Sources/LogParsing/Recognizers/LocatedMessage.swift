import CIModel

/// Recognizes messages that begin with a place or a tool: compilers, linters, linkers, XCTest.
///
///     /p/F.swift:7:29: warning: 'old()' is deprecated: use add [#DeprecatedDeclaration]
///     /p/T.swift:6: error: MathTests.testFails : XCTAssertEqual failed: ("3") is not equal to ("4")
///     /p/T.swift:8: MathTests.testSkip : Test skipped - not today
///     /p/T.swift:14: Test Case 'MathTests.testPerf' measured [Time, seconds] average: 0.002, …
///     Crash/C.swift:2: Fatal error: custom message
///     /p/math.c:4:52: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented
///     clang: error: no such file or directory: 'x.c'
///
/// Source: `PrintObserver.swift` in swift-corelibs-xctest; the diagnostic printers of swiftc,
/// clang and swift-format; `Assert.cpp` in the Swift runtime.
struct LocatedMessage: LineRecognizer {
  static let firstBytes: [UInt8]? = nil

  /// In bytes; `PATH_MAX` of Linux.
  private static let longestPath = 4096

  func event(in line: LogLine) -> LogEvent? {
    let content = line.content
    var from = 0
    // The most severe message with a place. A folder can be named like a message.
    var found: (event: LogEvent, severity: Severity)?
    var isNamed = false
    // No place is behind the longest path, and a line full of colons must not take quadratic time.
    while from < Self.longestPath,
      let offset = content.dropFirst(from).offset(of: UInt8(ascii: ":"))
    {
      let colon = from + offset
      from = colon + 1
      guard colon > 0, let next = content.peek(colon + 1) else { continue }
      if next == UInt8(ascii: " "), found == nil, !isNamed {
        // `tool: error: …`; only the first colons can end the name of a tool or file.
        let rest = content.dropFirst(colon + 2)
        guard let (severity, message) = DiagnosticText.severity(rest) else { continue }
        let event = Self.unplaced(content.prefix(colon), severity, message)
        guard content.first == UInt8(ascii: "/") else { return event }
        isNamed = true
        if let event { found = (event, severity) }
        continue
      }
      guard next &- 0x30 < 10 else { continue }
      var rest = content.dropFirst(colon + 1)
      guard let number = rest.integer() else { continue }
      var column: Int?
      if rest.first == UInt8(ascii: ":"), let digit = rest.peek(1), digit &- 0x30 < 10 {
        rest.advance(by: 1)
        column = rest.integer()
      }
      guard rest.skip(": ") else { continue }
      if let found, let (severity, _) = DiagnosticText.severity(rest), severity <= found.severity {
        continue
      }
      guard let event = Self.placed(content.prefix(colon), number, column, rest) else { continue }
      let severity: Severity =
        switch event {
        case .diagnostic(let diagnostic): diagnostic.severity
        case .skipReason, .measured, .notice: .note
        default: .error
        }
      if found.map({ severity > $0.severity }) ?? true { found = (event, severity) }
      guard severity < .error, case .diagnostic = event else { break }
      from = content.count - rest.count
    }
    return found?.event ?? undefinedReference(content)
  }

  /// GNU ld's `main.c:(.text+0x5): undefined reference to `foo'`.
  private func undefinedReference(_ content: ByteCursor) -> LogEvent? {
    guard content.last == UInt8(ascii: "'"),
      let offset = content.offset(of: ": undefined reference to `")
    else { return nil }
    return .diagnostic(Diagnostic(.error, content.dropFirst(offset + 2).text))
  }

  private static func placed(
    _ file: ByteCursor, _ line: Int, _ column: Int?, _ rest: ByteCursor
  ) -> LogEvent? {
    if let reason = FatalErrorLine.reason(rest) {
      // The system log prepends a date and a process.
      let path = file.lastOffset(of: " ").map { file.dropFirst($0 + 1) } ?? file
      return .fatalError(reason: reason.text, file: path.text, line: line)
    }
    if rest.starts(with: "runtime error: ") {
      // UndefinedBehaviorSanitizer, whose name is only in a summary that is often missing.
      return .sanitizerReport(
        category: RuntimeWarningCategory.undefinedBehaviorSanitizer,
        reason: rest.dropFirst("runtime error: ".utf8.count).text, file: file.text, line: line)
    }
    if let (severity, message) = DiagnosticText.severity(rest) {
      if column == nil, severity != .note, let (test, text) = XCTestFailure.parse(message) {
        return .issueRecorded(
          test: test.text, .xctest,
          TestIssue(
            text.text, file: XCTestFailure.file(file),
            line: XCTestFailure.file(file) == nil ? nil : line,
            severity: severity))
      }
      let (text, group) = DiagnosticText.split(message)
      // `<unknown>:0` is no place.
      guard let path = XCTestFailure.file(behindManifest(file)) else {
        return .diagnostic(Diagnostic(severity, text, group: group))
      }
      return .diagnostic(
        Diagnostic(severity, text, file: path, line: line, column: column, group: group))
    }
    guard column == nil else { return nil }
    var body = rest
    if body.skip("Test Case '"), let test = body.take(upTo: "' measured [") {
      return .measured(test: test.text)
    }
    body = rest
    if let test = body.take(upTo: " : Test skipped"), XCTestFailure.isTestName(test) {
      // An error in `setUpWithError`, which the line before reports as a failure.
      if file.equals("<unknown>"), body.starts(with: ": threw error ") { return .notice }
      _ = body.skip(" - ") || body.skip(": ")
      let reason = body.isEmpty ? "Test skipped" : body.text
      return .skipReason(
        test: test.text, TestIssue(reason, file: file.text, line: line, severity: .note))
    }
    return nil
  }

  /// Removes the manifest and the target that the swiftbuild build system puts before a linker's
  /// message.
  ///
  ///     /p/Package.swift: tool-product: /p/Sources/tool/main.swift:4: error: undefined reference to 'f'
  private static func behindManifest(_ file: ByteCursor) -> ByteCursor {
    guard let manifest = file.offset(of: "/Package.swift: "),
      let target = file.dropFirst(manifest + "/Package.swift: ".utf8.count).offset(of: ": /")
    else { return file }
    return file.dropFirst(manifest + "/Package.swift: ".utf8.count + target + 2)
  }

  private static func unplaced(
    _ subject: ByteCursor, _ severity: Severity, _ message: ByteCursor
  ) -> LogEvent? {
    guard subject.count < 1024, let first = subject.first, first &- 0x30 >= 10 else { return nil }
    let isPath = subject.contains("/") && subject.lastOffset(of: "/ld") == nil
    // A sentence is no tool.
    if !isPath, subject.contains(" ") && !subject.contains(".x") { return nil }
    if severity == .note && !isPath { return nil }
    let (text, group) = DiagnosticText.split(message)
    if DiagnosticText.isWrapper(message) { return .failureWrapper(text) }
    if DiagnosticText.isToolchainsOwn(message) { return .notice }
    // `/p/Package.swift: Demo: clang: warning: …` names the tool after the file.
    if isPath, let end = subject.offset(of: ": ") {
      let tool = subject.dropFirst(end + 2).text
      return .diagnostic(
        Diagnostic(severity, "\(tool): \(text)", file: subject.prefix(end).text, group: group))
    }
    let isFile = isPath || subject.contains(".xc") || subject.contains(".swift")
    let isLinker = subject.equals("ld") || subject.lastOffset(of: "/ld") != nil
    return .diagnostic(
      Diagnostic(
        severity, text, file: isFile ? subject.text : nil,
        group: group ?? (isLinker ? WarningPolicy.linker : nil)))
  }
}
