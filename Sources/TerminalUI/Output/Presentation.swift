import CIModel
import CIServices
import ProcessExecution
import Reporters

/// How text is written so that it can only be read: nothing in it drives the terminal or commands the
/// CI service that shows the log.
struct Presentation: Sendable {
  /// Colours stay, which are ours.
  private let keepsColor: Bool
  /// `nil` where a person reads along, and no service.
  private let neutralizer: LogNeutralizer?

  /// - Parameter service: As `CIEnvironment.name` has it.
  init(_ terminal: Terminal, service: String?) {
    keepsColor = terminal.showsColor
    neutralizer = terminal.isInteractive ? nil : LogNeutralizer(service: service)
  }

  /// For what is behind a descriptor of this process.
  init(descriptor: Int32) {
    let environment = currentEnvironment()
    self.init(
      Terminal(descriptor: descriptor, environment: environment),
      service: CIEnvironment.detect(environment).name)
  }

  /// A result in this medium.
  /// - Parameter isFile: It goes to a file, where a service reads no commands.
  func presented(_ text: String, _ medium: ReportMedium, isFile: Bool) -> String {
    switch medium {
    case .people: presented(text)
    case .commands:
      lines(of: text) { line in
        line.utf8.starts(with: "::".utf8)
          ? neutralizer?.neutralizedInside(line) ?? line : presented(line)
      }
    case .lines where isFile: text
    // On a screen they are read by people as well.
    case .lines: rewritten(VisibleText.shown(text, tab: "\t"), medium)
    case .json, .xml: rewritten(text, medium)
    }
  }

  /// Text for people, of any number of lines.
  func presented(_ text: String) -> String {
    let visible = VisibleText.shown(text, keepsColor: keepsColor, tab: "\t")
    guard let neutralizer else { return visible }
    if !visible.utf8.contains(UInt8(ascii: "\n")) { return neutralizer.neutralized(visible) }
    if !mayCommand(visible) { return visible }
    return lines(of: visible, neutralizer.neutralized)
  }

  /// A line of what a step prints, without its end.
  func outputLine(_ bytes: some Sequence<UInt8>) -> String {
    let text = PrintableText.line(bytes, keepsColor: keepsColor)
    return neutralizer?.neutralized(text) ?? text
  }

  /// Whether a line of what a step prints can be shown as it is.
  func leaves(_ line: UnsafeRawBufferPointer) -> Bool {
    PrintableText.isPlain(line) && neutralizer?.leaves(line) ?? true
  }

  private func mayCommand(_ text: String) -> Bool {
    guard let neutralizer else { return false }
    var text = text
    return text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
        !neutralizer.leaves(UnsafeRawBufferPointer(rebasing: line))
      }
    }
  }

  /// The same document with other words for the characters that begin a command.
  private func rewritten(_ text: String, _ medium: ReportMedium) -> String {
    guard let neutralizer, mayCommand(text) else { return text }
    let (hash, colon) =
      switch medium {
      case .json: ("\\u0023", "\\u003a")
      case .xml: ("&#35;", "&#58;")
      case .people, .commands, .lines: (" #", " :")
      }
    return lines(of: text) { line in
      guard neutralizer.neutralized(line) != line else { return line }
      // Byte by byte: `#` may be one `Character` with what stands before or behind it.
      var result: [UInt8] = []
      var last: UInt8 = 0
      for byte in line.utf8 {
        if byte == last, byte == UInt8(ascii: "#") {
          result += hash.utf8
        } else if byte == last, byte == UInt8(ascii: ":") {
          result += colon.utf8
        } else {
          result.append(byte)
        }
        last = byte
      }
      // What begins with a mark of a group, which only text does.
      return neutralizer.neutralized(String(decoding: result, as: UTF8.self))
    }
  }

  /// A text with each of its lines replaced.
  ///
  /// By bytes, since a carriage return and the line feed behind it are one `Character`.
  private func lines(of text: String, _ replace: (String) -> String) -> String {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { replace(String(Substring($0))) }.joined(separator: "\n")
  }
}
