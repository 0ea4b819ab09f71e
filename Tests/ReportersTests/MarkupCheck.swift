/// Reads a page as a strict parser would, and says what is wrong with it.
struct MarkupCheck {
  private(set) var problems: [String] = []
  private(set) var ids: Set<String> = []
  private(set) var links: [String] = []
  /// The names of all attributes.
  private(set) var attributes: Set<String> = []
  /// How often each element occurs.
  private(set) var elements: [String: Int] = [:]

  private static let void: Set<String> = ["br", "img", "input", "link", "meta"]
  private static let raw: Set<String> = ["script", "style"]
  private var open: [String] = []
  private var rest: Substring

  init(_ page: String) {
    rest = page[...]
    while let start = rest.firstIndex(of: "<") {
      text(rest[..<start])
      rest = rest[rest.index(after: start)...]
      if rest.hasPrefix("!") {
        rest = rest.drop { $0 != ">" }.dropFirst()
      } else {
        tag()
      }
    }
    text(rest)
    if !open.isEmpty { problems.append("not closed: \(open.joined(separator: ", "))") }
  }

  private mutating func text(_ text: Substring) {
    if text.contains(">") { problems.append("a bare '>' in \(text.prefix(60))") }
    let hidden = text.unicodeScalars.first { scalar in
      scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || 0x202A...0x202E ~= scalar.value
    }
    if let hidden { problems.append("U+\(String(hidden.value, radix: 16)) in \(text.prefix(60))") }
  }

  private mutating func tag() {
    let isEnd = rest.hasPrefix("/")
    if isEnd { rest = rest.dropFirst() }
    let name = String(rest.prefix { $0.isLetter || $0.isNumber })
    if name.isEmpty { problems.append("'<' before \(rest.prefix(20))") }
    rest = rest.dropFirst(name.count)
    let closesItself = readAttributes(of: name)
    if isEnd {
      if open.popLast() != name { problems.append("</\(name)> closes another element") }
      return
    }
    elements[name, default: 0] += 1
    if closesItself || Self.void.contains(name) { return }
    open.append(name)
    guard Self.raw.contains(name) else { return }
    guard let end = rest.firstRange(of: "</\(name)>") else {
      return problems.append("<\(name)> has no end")
    }
    rest = rest[end.lowerBound...]
  }

  /// - Returns: Whether the tag ends with `/>`.
  private mutating func readAttributes(of element: String) -> Bool {
    var names: Set<String> = []
    while true {
      rest = rest.drop(while: \.isWhitespace)
      if rest.hasPrefix("/>") {
        rest = rest.dropFirst(2)
        return true
      }
      if rest.hasPrefix(">") {
        rest = rest.dropFirst()
        return false
      }
      let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == ":" })
      guard !name.isEmpty else {
        problems.append("no attribute: \(rest.prefix(40))")
        rest = ""
        return false
      }
      if !names.insert(name).inserted { problems.append("\(name) twice in <\(element)>") }
      attributes.insert(name)
      rest = rest.dropFirst(name.count)
      guard rest.hasPrefix("=\"") else { continue }
      rest = rest.dropFirst(2)
      let value = String(rest.prefix { $0 != "\"" })
      rest = rest.dropFirst(value.count + 1)
      if value.contains("<") { problems.append("'<' in \(name)") }
      if name == "id", !ids.insert(value).inserted { problems.append("id \(value) twice") }
      if name == "href" || name == "src" { links.append(value) }
    }
  }
}
