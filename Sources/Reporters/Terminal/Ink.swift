/// The style of a piece of text.
enum Ink: Hashable, Sendable {
  case plain
  case bold
  case dim
  case red
  case green
  case yellow
  case cyan
  case boldRed
  case boldGreen
  case boldYellow

  /// The parameters of the SGR escape sequence; ECMA-48, 8.3.117.
  var parameters: String? {
    switch self {
    case .plain: nil
    case .bold: "1"
    case .dim: "2"
    case .red: "31"
    case .green: "32"
    case .yellow: "33"
    case .cyan: "36"
    case .boldRed: "1;31"
    case .boldGreen: "1;32"
    case .boldYellow: "1;33"
    }
  }
}

/// A piece of text in one style, on one line.
struct Span: Hashable, Sendable {
  var text: String
  var ink: Ink

  init(_ text: String, _ ink: Ink = .plain) {
    self.text = text
    self.ink = ink
  }

  var width: Int { DisplayWidth.of(text) }
}
