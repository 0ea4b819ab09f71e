/// The names and addresses in a file such as `AUTHORS`, with one author on each line in the usual
/// notations.
///
///     Ada Lovelace <ada@lovelace.org>
///     * Grace Hopper (@grace)
///     | Mary Jackson | mary@example.com |
struct AuthorList: Sendable {
  private var names: Set<String> = []
  private var addresses: Set<String> = []

  init(_ text: String) {
    for line in text.lowercased().split(whereSeparator: \.isNewline) {
      names.insert(Self.name(line))
      names.formUnion(line.split { "<(|,;\t".contains($0) }.map(Self.name))
      addresses.formUnion(line.split { " \t<>()[]|,;:\"'".contains($0) }.map(String.init))
    }
    names.remove("")
    addresses = addresses.filter { $0.contains("@") }
  }

  /// Whether the list contains the address or the name; whole values are compared, ignoring case.
  func lists(name: String, address: String) -> Bool {
    addresses.contains(address.lowercased()) || names.contains(Self.name(name.lowercased()[...]))
  }

  /// A name without the sign of a list item and without white space around it.
  private static func name(_ text: Substring) -> String {
    var text = text.drop { !$0.isLetter && !$0.isNumber }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
