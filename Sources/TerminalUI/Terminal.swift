package import Reporters

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The capabilities of the terminal behind a descriptor.
package struct Terminal: Hashable, Sendable {
  package var isInteractive: Bool
  /// The number of columns.
  package var width: Int
  package var showsColor: Bool
  package var showsUnicode: Bool

  /// Whether standard output and standard error are the same terminal.
  package static var isOneForBothOutputs: Bool {
    var (output, errors) = (stat(), stat())
    return isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1
      && fstat(STDOUT_FILENO, &output) == 0 && fstat(STDERR_FILENO, &errors) == 0
      && output.st_rdev == errors.st_rdev
  }

  /// Widths outside of this range are ignored.
  private static let widths = 20...400

  /// Examines a descriptor, `NO_COLOR`, `FORCE_COLOR`, `CLICOLOR_FORCE`, `TERM`, `COLUMNS` and the
  /// locale.
  ///
  /// Source: https://no-color.org, https://bixense.com/clicolors, https://force-color.org.
  package init(descriptor: Int32, environment: [String: String]) {
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    let isTerminal = isatty(descriptor) == 1
    // Without `TERM`, the capabilities of the terminal are unknown.
    let isDumb = !isSet("TERM") || environment["TERM"] == "dumb"
    isInteractive = isTerminal && !isDumb && !isSet("CI")

    var size = winsize()
    if isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
      Terminal.widths.contains(Int(size.ws_col))
    {
      width = Int(size.ws_col)
    } else if let columns = environment["COLUMNS"].flatMap({ Int($0) }),
      Terminal.widths.contains(columns)
    {
      width = columns
    } else {
      width = isTerminal ? 80 : 100
    }

    if isSet("NO_COLOR") {
      showsColor = false
    } else if let force = environment["FORCE_COLOR"] ?? environment["CLICOLOR_FORCE"] {
      showsColor = !force.isEmpty && force != "0" && force != "false"
    } else {
      showsColor = isTerminal && !isDumb
    }

    // The first of these that is set decides. No locale at all is the "C" locale of a bare
    // container, whose log viewers show UTF-8 anyway.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let name = (locale ?? "C.UTF-8").lowercased()
    showsUnicode = name.contains("utf-8") || name.contains("utf8") || !isTerminal
  }
}

extension TerminalStyle {
  /// The style of standard output.
  package static func standardOutput(_ environment: [String: String]) -> TerminalStyle {
    let terminal = Terminal(descriptor: 1, environment: environment)
    var style = TerminalStyle(
      width: terminal.width, color: terminal.showsColor, unicode: terminal.showsUnicode)
    style.isOnScreen = terminal.isInteractive
    return style
  }
}
