/// The text of a condition, for quoting parts of it.
struct SourceText: Hashable, Sendable {
  let text: String
  let scalars: [Unicode.Scalar]

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  /// A part in one line; every run of white space becomes one space.
  func excerpt(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    for scalar in scalars[range.clamped(to: 0..<scalars.count)] {
      if scalar.properties.isWhitespace {
        if view.last != " " { view.append(" ") }
      } else {
        view.append(scalar)
      }
    }
    return String(view)
  }
}
