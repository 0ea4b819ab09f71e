/// A variable and its value.
package struct ImportedVariable: Hashable, Sendable {
  package var name: String
  package var value: String
}

/// A step of another service's configuration, as `.ci.yml` says it.
package struct ImportedStep: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// `swift-build` or `swift-test`, with its options as YAML.
    case swift(keyword: String, options: String)
    case run(String)
  }

  package var id = ""
  package var action: Action
  /// Ids of steps before it.
  package var needs: [String] = []
  package var environment: [ImportedVariable] = []
  /// Each axis with its values.
  package var matrix: [Axis] = []
  /// Below the checkout; `nil` is its top.
  package var folder: String?
  /// What runs a script, as a list of words; `nil` is devtool's own shell.
  package var shell: [String]?
  /// In minutes.
  package var timeout: Int?
  package var mayFail = false

  package struct Axis: Hashable, Sendable {
    package var name: String
    package var values: [String]
  }

  init(_ action: Action) { self.action = action }

  /// Whether another one does the same, whatever it needs and is called.
  func does(what other: ImportedStep) -> Bool {
    var other = other
    (other.id, other.needs) = (id, needs)
    return self == other
  }

  /// Indented by two spaces, without a line break at its end.
  var yaml: String {
    var lines = ["\(id):"]
    if !matrix.isEmpty {
      let axes = matrix.map { "\($0.name): \(YAMLText.list($0.values))" }
      lines.append("  matrix: { \(axes.joined(separator: ", ")) }")
    }
    switch action {
    case .swift(let keyword, let options): lines.append("  \(keyword): {\(options)}")
    case .run(let script):
      lines.append("  run: \(YAMLText.value(script, indentation: "      "))")
      if let shell { lines.append("  shell: [\(shell.joined(separator: ", "))]") }
    }
    if !needs.isEmpty { lines.append("  needs: [\(needs.joined(separator: ", "))]") }
    if let folder { lines.append("  dir: \(YAMLText.scalar(folder))") }
    if !environment.isEmpty {
      lines.append("  env:")
      lines += environment.map { "    \($0.name): \(YAMLText.scalar($0.value))" }
    }
    if let timeout { lines.append("  timeout: \(timeout)m") }
    if mayFail { lines.append("  allow-failure: true") }
    return lines.map { "  " + $0 }.joined(separator: "\n")
  }
}

extension ImportedConfig {
  /// The most steps that are taken over.
  static let mostSteps = 300

  /// Puts a step behind the others; one that does the same as an earlier one stands for both.
  ///
  /// - Returns: The id of the step.
  mutating func add(_ step: ImportedStep, called name: String) -> String {
    if let same = steps.first(where: { $0.does(what: step) }) { return same.id }
    if steps.count == Self.mostSteps, let last = steps.last {
      // The file has been read before: one remark says it.
      let remark = "Only the first \(Self.mostSteps) steps are here."
      if !remarks.contains(remark) { remarks.append(remark) }
      return last.id
    }
    let taken = Set(steps.map(\.id))
    let base = Self.identifier(name)
    var number = 1
    var id = base
    while taken.contains(id) {
      number += 1
      id = "\(base)-\(number)"
    }
    var step = step
    step.id = id
    steps.append(step)
    return id
  }

  /// A name as ids are written: letters and digits of ASCII, with hyphens between them.
  static func identifier(_ name: String) -> String {
    let words = name.prefix(200).lowercased().split { character in
      !(character.isASCII && (character.isLetter || character.isNumber))
    }
    let id = words.joined(separator: "-").prefix(40)
    return id.isEmpty ? "step" : String(id.last == "-" ? id.dropLast() : id)
  }

  /// Whether a name is one of a variable, as shells have them.
  static func isVariable(_ name: String) -> Bool {
    name.utf8.first.map { !(48...57).contains($0) } == true
      && name.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (97...122).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      }
  }

  /// The same for a path pattern, with nothing but stars and question marks in it.
  static func innerPattern(_ text: String) -> String? {
    text.contains { "{}[]".contains($0) } ? nil : innerPath(text)
  }

  /// A path below the checkout, without a way out of it; `nil` for any other text.
  static func innerPath(_ text: String) -> String? {
    let parts = text.split(separator: "/").filter { $0 != "." }
    let leaves = text.hasPrefix("/") || text.hasPrefix("~") || parts.contains("..")
    guard !leaves, !parts.isEmpty, text.utf8.count < 500, !text.contains("$"), !text.contains("\\")
    else { return nil }
    return parts.joined(separator: "/")
  }
}
