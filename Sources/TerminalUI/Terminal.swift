package import Reporters

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the reader's end of a descriptor can show.
package struct Terminal: Hashable, Sendable {
  package var isInteractive: Bool
  /// Columns.
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

  /// Widths outside this range are taken for nonsense.
  private static let widths = 20...400

  /// Looks at a descriptor and at `NO_COLOR`, `FORCE_COLOR`, `CLICOLOR_FORCE`, `TERM`, `COLUMNS`
  /// and the locale.
  ///
  /// Source: https://no-color.org, https://bixense.com/clicolors, https://force-color.org.
  package init(descriptor: Int32, environment: [String: String]) {
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    let isTerminal = isatty(descriptor) == 1
    // Without a name nothing is known of what it can do.
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

    // The first of these that is set decides; no locale at all is the "C" of a bare container,
    // whose log viewers show UTF-8 all the same.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let name = (locale ?? "C.UTF-8").lowercased()
    showsUnicode = name.contains("utf-8") || name.contains("utf8") || !isTerminal
  }
}

extension TerminalStyle {
  /// Standard output as it is.
  package static func standardOutput(_ environment: [String: String]) -> TerminalStyle {
    let terminal = Terminal(descriptor: 1, environment: environment)
    var style = TerminalStyle(
      width: terminal.width, color: terminal.showsColor, unicode: terminal.showsUnicode)
    style.isOnScreen = terminal.isInteractive
    return style
  }
}
