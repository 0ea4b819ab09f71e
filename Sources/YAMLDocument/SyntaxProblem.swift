/// A grammar error, in the words of libyaml and of devtool.
package struct SyntaxProblem: Hashable, Sendable {
  /// The problem in the words of libyaml.
  package var original: String
  /// What libyaml was parsing, or empty.
  package var context: String
  /// The 1-based line where the construct began, if libyaml reports it.
  package var contextLine: Int?

  /// Whether the ':' in question follows the first word of its line, which is therefore a key.
  package var isKey: Bool

  package init(
    original: String, context: String = "", contextLine: Int? = nil, isKey: Bool = false
  ) {
    self.isKey = isKey
    self.original = original
    self.context = context
    self.contextLine = contextLine
  }

  package var message: String { wording.message }
  package var help: String { wording.help }

  /// Whether to show the position where the construct began, not where it failed to end.
  var pointsAtContext: Bool { wording.pointsAtContext }

  private struct Wording {
    var message: String
    var help: String
    var pointsAtContext = false
  }

  /// Source of the problem texts: `src/scanner.c` and `src/parser.c`, libyaml 0.2.5.
  private var wording: Wording {
    switch original {
    case "mapping values are not allowed in this context":
      isKey
        ? Wording(
          message: "unexpected key",
          help: "end the previous line with ':', or check the indentation")
        : Wording(
          message: "unexpected ':'",
          help: "put quotes around a value that contains ': ', or check the indentation")
    case "could not find expected ':'":
      Wording(
        message: "expected ':' after the key",
        help: "write `key: value`, or check the indentation", pointsAtContext: true)
    case "did not find expected key":
      context.contains("flow")
        ? Wording(message: "expected a key", help: "separate the entries with commas")
        : Wording(
          message: "expected a key in the column of the mapping that begins on line "
            + "\(contextLine ?? 1)",
          help: "indent all keys of one mapping equally")
    case "did not find expected '-' indicator":
      Wording(
        message: "expected '- ' in the column of the list that begins on line \(contextLine ?? 1)",
        help: "indent all entries of one list equally")
    case "did not find expected ',' or ']'":
      Wording(
        message: "this '[' is not closed", help: "separate the entries with commas and add ']'",
        pointsAtContext: true)
    case "did not find expected ',' or '}'":
      Wording(
        message: "this '{' is not closed", help: "separate the entries with commas and add '}'",
        pointsAtContext: true)
    case "did not find expected node content":
      Wording(message: "expected a value", help: "remove the extra punctuation or add the value")
    case "found unexpected end of stream":
      Wording(
        message: "this quote is not closed", help: "add the closing quote", pointsAtContext: true)
    case "found unexpected document indicator":
      Wording(
        message: "this quote is not closed before the next document",
        help: "add the closing quote", pointsAtContext: true)
    case "found character that cannot start any token":
      Wording(
        message: "a value cannot begin with this character",
        help: "put quotes around the value")
    case "found unknown escape character":
      Wording(
        message: "unknown escape in double quotes",
        help: "use single quotes, where a backslash has no special meaning")
    case "block sequence entries are not allowed in this context":
      Wording(
        message: "a list entry cannot begin here",
        help: "start the list on a line of its own, below its key")
    case "did not find expected <document start>":
      Wording(
        message: "expected the end of the file",
        help: "indent this line to make it part of the value above, or write it as `key: value`")
    case "did not find expected alphabetic or numeric character":
      Wording(
        message: "an anchor or alias needs a name of letters, digits, '-' and '_'",
        help: "put quotes around text that begins with '*' or '&'", pointsAtContext: true)
    default:
      Wording(
        message: context.isEmpty ? original : "\(original) \(context)",
        help: "check quotes, brackets and indentation near this place")
    }
  }

  /// Whether a tab is in a place where only spaces are allowed.
  var concernsTab: Bool { original.contains("tab character") }

  /// Whether a ':' is in a place where no key is allowed.
  var concernsKey: Bool { original == "mapping values are not allowed in this context" }
}
