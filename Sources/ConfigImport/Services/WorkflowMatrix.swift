internal import YAMLDocument

/// The axes of a job's matrix that devtool supports.
struct WorkflowMatrix {
  struct Axis {
    var name: String
    /// 1-based.
    var line: Int
    /// Whether all jobs have a value that is valid in devtool.
    var isUsable: Bool
  }

  private(set) var axes: [Axis] = []
  /// The 1-based line of the first variables that are no axis, or of an expression; `nil` when there
  /// are none.
  private(set) var variables: Int?
  /// The values of each job, in the order of the axes; empty for a value that is missing or no text.
  private var jobs: [[String]] = [[]]

  /// The maximum number of jobs.
  private static let mostJobs = 256

  init(_ node: Node? = nil) {
    let lists = (node?.entries ?? []).filter { $0.key != "include" && $0.key != "exclude" }
    let product = lists.reduce(1) {
      min($0 * max(1, min($1.value.elements.count, 1_000)), 1_000)
    }
    if product <= Self.mostJobs {
      for list in lists {
        let values = list.value.elements.map { $0.text ?? "" }
        jobs = jobs.flatMap { job in values.map { job + [$0] } }
      }
    }
    /// The values of an element of `include` or `exclude`; `nil` for a missing axis.
    func row(_ element: Node) -> [String?] {
      lists.map { list in element[list.key].map { $0.text ?? "" } }
    }
    func doesMatch(_ job: [String], _ row: [String?]) -> Bool {
      zip(job, row).allSatisfy { $1 == nil || $0 == $1 }
    }
    let excluded = node?["exclude"]?.elements ?? []
    let included = node?["include"]?.elements ?? []
    for row in excluded.map(row) { jobs.removeAll { doesMatch($0, row) } }
    // An element that changes no value of the axes adds variables to existing jobs.
    let added = included.map(row).filter { row in !jobs.contains { doesMatch($0, row) } }
    jobs += added.map { $0.map { $0 ?? "" } }
    // Expressions, also one such as `${{ fromJSON(…) }}` instead of a list, have any values.
    let isKnown =
      product <= Self.mostJobs && jobs.count <= Self.mostJobs
      && (excluded + included).allSatisfy { element in
        !element.entries.isEmpty
          && !row(element).contains { $0?.contains("${{") == true }
      }
    for (index, list) in lists.enumerated() {
      let isUsable =
        isKnown && !jobs.isEmpty && jobs.allSatisfy { Self.isValue($0[index]) }
        && Self.isName(list.key)
      axes.append(Axis(name: list.key, line: list.keyRange.start.line, isUsable: isUsable))
    }
    let names = Set(axes.map(\.name))
    let rows = node.map { $0.entries.isEmpty ? [$0] : included } ?? []
    variables =
      rows.first { $0.entries.isEmpty || !names.isSuperset(of: $0.entries.map(\.key)) }?.line
  }

  /// The matrix of a step that refers to some of the axes.
  func part(of names: Set<String>) -> ImportedStep.Matrix {
    let used = axes.indices.filter { names.contains(axes[$0].name) }
    return ImportedStep.Matrix(
      axes: used.map { axes[$0].name }, cells: jobs.map { job in used.map { job[$0] } })
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
