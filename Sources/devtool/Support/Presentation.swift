import CIModel
import CIServices
import ProcessExecution
import Reporters

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
  /// - Parameter isFile: It goes to a file, which nobody reads commands out of.
  func presented(_ text: String, _ medium: ReportMedium, isFile: Bool) -> String {
    switch medium {
    case .people: presented(text)
    case .commands:
      text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.hasPrefix("::")
          ? neutralizer?.neutralizedInside(String(line)) ?? String(line) : presented(String(line))
      }.joined(separator: "\n")
    case .lines where isFile: text
    case .json, .xml, .lines:
      neutralizer == nil || !mayCommand(text) ? text : rewritten(text, medium)
    }
  }

  /// Text for people, of any number of lines.
  func presented(_ text: String) -> String {
    let visible = VisibleText.shown(text, keepsColor: keepsColor, tab: "\t")
    guard let neutralizer else { return visible }
    if !visible.utf8.contains(UInt8(ascii: "\n")) { return neutralizer.neutralized(visible) }
    if !mayCommand(visible) { return visible }
    return visible.split(separator: "\n", omittingEmptySubsequences: false)
      .map { neutralizer.neutralized(String($0)) }.joined(separator: "\n")
  }

  /// A line of what a step prints, without its end.
  /// - Parameter mayCommand: The service has been told to obey nothing.
  func outputLine(_ bytes: some Sequence<UInt8>, mayCommand: Bool = false) -> String {
    let text = PrintableText.line(bytes, keepsColor: keepsColor)
    return mayCommand ? text : neutralizer?.neutralized(text) ?? text
  }

  /// Whether a line of what a step prints can be shown as it is.
  func leaves(_ line: UnsafeRawBufferPointer, mayCommand: Bool = false) -> Bool {
    PrintableText.isPlain(line) && (mayCommand || neutralizer?.leaves(line) ?? true)
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
    let (hash, colon) =
      switch medium {
      case .json: ("\\u0023", "\\u003a")
      case .xml: ("&#35;", "&#58;")
      case .people, .commands, .lines: (" #", " :")
      }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = String(line)
      guard neutralizer?.neutralized(line) != line else { return line }
      var rest = line.replacing("##", with: "#" + hash)
      let start = rest.prefix { $0.isWhitespace }.endIndex
      if rest[start...].hasPrefix("::") {
        rest.replaceSubrange(start...rest.index(after: start), with: ":" + colon)
      }
      return rest
    }.joined(separator: "\n")
  }
}
