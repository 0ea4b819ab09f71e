internal import YAMLDocument

/// The axes of a job's matrix that devtool supports.
struct WorkflowMatrix {
  struct Axis {
    var name: String
    var values: [String]
    /// 1-based.
    var line: Int
    /// Whether all values are valid in devtool.
    var isUsable: Bool
  }

  private(set) var axes: [Axis] = []

  init(_ node: Node? = nil) {
    let entries = node?.entries ?? []
    // `include` and `exclude` change the combinations.
    let isPlain = !entries.contains { $0.key == "include" || $0.key == "exclude" }
    let product = entries.reduce(1) { $0 * max(1, min($1.value.elements.count, 1000)) % 1_000_003 }
    for entry in entries where entry.key != "include" && entry.key != "exclude" {
      let values = entry.value.elements.compactMap(\.text)
      let isUsable =
        isPlain && values.count == entry.value.elements.count && !values.isEmpty && product <= 256
        && Set(values).count == values.count && values.allSatisfy(Self.isValue)
        && Self.isName(entry.key)
      axes.append(
        Axis(
          name: entry.key, values: values, line: entry.keyRange.start.line, isUsable: isUsable))
    }
  }

  /// The labels in `runs-on` of a job, in lower case: one text for each machine that its matrix names.
  static func machines(of job: Node) -> [String] {
    let place = job["runs-on"]?["labels"] ?? job["runs-on"]
    let labels = (place?.elements ?? []).compactMap(\.text).joined(separator: " ").lowercased()
    guard let matrix = job["strategy"]?["matrix"], labels.hasPrefix("${{"), labels.hasSuffix("}}")
    else { return labels.isEmpty ? [] : [labels] }
    let name = labels.dropFirst(3).dropLast(2).split(whereSeparator: \.isWhitespace).joined()
    let rows = [matrix] + (matrix["include"]?.elements ?? [])
    return rows.flatMap(\.entries).filter { "matrix.\($0.key.lowercased())" == name }
      .flatMap(\.value.elements).map { $0.text?.lowercased() ?? "" }
  }

  private static func isName(_ name: String) -> Bool {
    ImportedConfig.isVariable(name.replacing("-", with: "_")) && name.first?.isLetter == true
  }

  private static func isValue(_ text: String) -> Bool {
    !text.allSatisfy(\.isWhitespace) && !text.contains("${")
      && !text.unicodeScalars.contains {
        "[],".unicodeScalars.contains($0) || $0.properties.generalCategory == .control
      }
  }

  /// The text with `${matrix.x}` instead of each `${{ matrix.x }}`, and the names of these axes;
  /// `nil` when it contains another expression.
  func replacing(in text: String) -> (text: String, axes: Set<String>)? {
    var result = ""
    var axes: Set<String> = []
    var rest = text[...]
    while let start = rest.firstRange(of: "${{") {
      guard let end = rest[start.upperBound...].firstRange(of: "}}") else { return nil }
      let inside = rest[start.upperBound..<end.lowerBound].split(whereSeparator: \.isWhitespace)
      guard inside.count == 1, inside[0].hasPrefix("matrix."),
        let axis = self.axes.first(where: { $0.name == inside[0].dropFirst(7) }), axis.isUsable
      else { return nil }
      axes.insert(axis.name)
      result += rest[..<start.lowerBound] + "${matrix.\(axis.name)}"
      rest = rest[end.upperBound...]
    }
    return (result + rest, axes)
  }

  /// The axes that a text refers to after the replacement.
  func axes(in text: String) -> [String] {
    axes.map(\.name).filter { text.contains("${matrix.\($0)}") }
  }
}
