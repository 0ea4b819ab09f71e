import CIModel
import CIServices
import ProcessExecution
import Reporters

/// Makes text safe to show: nothing in it controls the terminal or executes commands of the CI
/// service that shows the log.
struct Presentation: Sendable {
  /// Whether to keep the colours of devtool.
  private let keepsColor: Bool
  /// Neutralizes commands of a CI service; `nil` when a person reads directly.
  private let neutralizer: LogNeutralizer?

  /// - Parameter service: A name from `CIEnvironment.name`.
  init(_ terminal: Terminal, service: String?) {
    keepsColor = terminal.showsColor
    neutralizer = terminal.isInteractive ? nil : LogNeutralizer(service: service)
  }

  /// Creates a presentation for a descriptor of this process.
  init(descriptor: Int32) {
    let environment = currentEnvironment()
    self.init(
      Terminal(descriptor: descriptor, environment: environment),
      service: CIEnvironment.detect(environment).name)
  }

  /// Makes a result in this medium safe.
  /// - Parameter isFile: Whether it goes to a file, where no service reads commands.
  func presented(_ text: String, _ medium: ReportMedium, isFile: Bool) -> String {
    switch medium {
    case .people: presented(text)
    case .commands:
      lines(of: text) { line in
        line.utf8.starts(with: "::".utf8)
          ? neutralizer?.neutralizedInside(line) ?? line : presented(line)
      }
    case .lines where isFile: text
    // On a screen, people read them as well.
    case .lines: rewritten(VisibleText.shown(text, tab: "\t"), medium)
    case .json, .xml: rewritten(text, medium)
    }
  }

  /// Makes text for people safe, with any number of lines.
  func presented(_ text: String) -> String {
    let visible = VisibleText.shown(text, keepsColor: keepsColor, tab: "\t")
    guard let neutralizer else { return visible }
    if !visible.utf8.contains(UInt8(ascii: "\n")) { return neutralizer.neutralized(visible) }
    if !mayCommand(visible) { return visible }
    return lines(of: visible, neutralizer.neutralized)
  }

  /// Makes a line of a step's output safe, without its line break.
  func outputLine(_ bytes: some Sequence<UInt8>) -> String {
    let text = PrintableText.line(bytes, keepsColor: keepsColor)
    return neutralizer?.neutralized(text) ?? text
  }

  /// Whether a line of a step's output can be shown unchanged.
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

  /// Escapes the characters that begin a command, in the syntax of the document.
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
      // By bytes: `#` may form one `Character` with its neighbours.
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
      // Handles lines that begin with a group marker, which only text contains.
      return neutralizer.neutralized(String(decoding: result, as: UTF8.self))
    }
  }

  /// Replaces each line of a text.
  ///
  /// By bytes, because a carriage return and the following line feed form one `Character`.
  private func lines(of text: String, _ replace: (String) -> String) -> String {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { replace(String(Substring($0))) }.joined(separator: "\n")
  }
}
