/// A file with `[section]`s of `key = value` lines, in the format of Python's `configparser`.
///
/// An indented line continues the previous value; `#` and `;` begin comments.
struct SettingsFile {
  struct Setting: Hashable {
    /// The key in lower case.
    var key: String
    var value: String
    /// 1-based.
    var line: Int
  }

  struct Section: Hashable {
    var name: String
    /// 1-based.
    var line: Int
    var settings: [Setting] = []

    subscript(key: String) -> Setting? { settings.last { $0.key == key } }
  }

  private(set) var sections: [Section] = []
  /// The 1-based numbers of lines that are neither a section nor a setting.
  private(set) var unreadable: [Int] = []

  init(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() { read(line, at: index + 1) }
  }

  private mutating func read(_ line: Substring, at number: Int) {
    let text = Self.trimmed(line)
    guard let first = text.first, first != "#", first != ";" else { return }
    if line.first?.isWhitespace == true, let section = sections.indices.last,
      let setting = sections[section].settings.indices.last
    {
      sections[section].settings[setting].value += "\n" + text
    } else if first == "[", let end = text.firstIndex(of: "]") {
      sections.append(
        Section(name: String(text[text.index(after: text.startIndex)..<end]), line: number))
    } else if let section = sections.indices.last,
      let end = text.firstIndex(where: { "=:".contains($0) })
    {
      sections[section].settings.append(
        Setting(
          key: Self.trimmed(text[..<end]).lowercased(),
          value: String(Self.trimmed(text[text.index(after: end)...])), line: number))
    } else {
      unreadable.append(number)
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

extension SettingsFile.Setting {
  /// The parts of the value between commas.
  var list: [String] {
    value.split { $0 == "," || $0.isNewline }
      .map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
  }

  var isTrue: Bool { ["true", "yes", "on", "1"].contains(value.lowercased()) }
}
