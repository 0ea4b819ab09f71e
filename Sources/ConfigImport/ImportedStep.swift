/// A variable and its value.
package struct ImportedVariable: Hashable, Sendable {
  package var name: String
  package var value: String
}

/// A step of another service's configuration, in the form of `.ci.yml`.
package struct ImportedStep: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// `swift-build` or `swift-test`, with its options as YAML.
    case swift(keyword: String, options: String)
    case run(String)
  }

  package var id = ""
  package var action: Action
  /// Ids of the steps that it depends on.
  package var needs: [String] = []
  package var environment: [ImportedVariable] = []
  package var matrix = Matrix()
  /// A folder relative to the checkout; `nil` means its root.
  package var folder: String?
  /// The command that runs a script, as a list of words; `nil` uses devtool's own shell.
  package var shell: [String]?
  /// The timeout in minutes.
  package var timeout: Int?
  package var mayFail = false
  /// Whether the other service runs it on macOS alone.
  package var needsMacOS = false

  package struct Matrix: Hashable, Sendable {
    /// The names of the axes.
    package private(set) var axes: [String] = []
    /// The values of each cell, in the order of the axes, without duplicates.
    private var cells: [[String]] = []

    init() {}

    init(axes: [String], cells: [[String]]) {
      self.axes = axes
      self.cells = axes.isEmpty ? [] : Self.unique(cells)
    }

    private static func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
      var seen: Set<Value> = []
      return values.filter { seen.insert($0).inserted }
    }

    /// The lines of YAML: the values of each axis, or the cells when some combinations are missing.
    var yaml: [String] {
      if axes.isEmpty { return [] }
      let values = axes.indices.map { axis in Self.unique(cells.map { $0[axis] }) }
      if values.reduce(1, { min($0 * $1.count, 10_000) }) == cells.count {
        let lists = zip(axes, values).map { "\($0): \(YAMLText.list($1))" }
        return ["matrix: { \(lists.joined(separator: ", ")) }"]
      }
      return ["matrix:", "  include:"]
        + cells.map { cell in
          let pairs = zip(axes, cell).map { "\($0): \(YAMLText.scalar($1))" }
          return "    - { \(pairs.joined(separator: ", ")) }"
        }
    }
  }

  init(_ action: Action) { self.action = action }

  /// The steps that build and test a package without a configuration, in order.
  static let standard = [
    ImportedStep(.swift(keyword: "swift-build", options: " tests: true ")),
    ImportedStep(.swift(keyword: "swift-test", options: " coverage: true ")),
  ]

  /// Whether it may build or test the package. What runs CMake does so with other files.
  var mayBuild: Bool {
    guard case .run(let script) = action else { return true }
    return script.split(separator: "\n").contains { line in
      let line = line.lowercased()
      return !line.contains("cmake") && ["build", "test", "make"].contains(where: line.contains)
    }
  }

  /// Whether another step does the same, regardless of its dependencies, name and system.
  func does(what other: ImportedStep) -> Bool {
    var other = other
    (other.id, other.needs, other.needsMacOS) = (id, needs, needsMacOS)
    return self == other
  }

  /// The YAML, indented by two spaces, without a final line break.
  var yaml: String {
    var lines = ["\(id):"]
    lines += matrix.yaml.map { "  " + $0 }
    switch action {
    case .swift(let keyword, let options): lines.append("  \(keyword): {\(options)}")
    case .run(let script):
      lines.append("  run: \(YAMLText.value(script, indentation: "      "))")
      if let shell { lines.append("  shell: [\(shell.joined(separator: ", "))]") }
    }
    if needsMacOS { lines.append("  if: os == \"macos\"") }
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
  /// The maximum number of imported steps.
  static let mostSteps = 300

  /// Appends a step; if an earlier step does the same, that one is used instead, on the systems of both.
  ///
  /// - Returns: The id of the step.
  mutating func add(_ step: ImportedStep, called name: String) -> String {
    if let same = steps.firstIndex(where: { $0.does(what: step) }) {
      if !step.needsMacOS { steps[same].needsMacOS = false }
      return steps[same].id
    }
    if steps.count == Self.mostSteps, let last = steps.last {
      // The remark is already present if the file was read before.
      let remark = "Only the first \(Self.mostSteps) steps were imported."
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

  /// A name in the form of an id: ASCII letters and digits, with hyphens between words.
  static func identifier(_ name: String) -> String {
    let words = name.prefix(200).lowercased().split { character in
      !(character.isASCII && (character.isLetter || character.isNumber))
    }
    let id = words.joined(separator: "-").prefix(40)
    return id.isEmpty ? "step" : String(id.last == "-" ? id.dropLast() : id)
  }

  /// Whether a name is a valid name of a shell variable.
  static func isVariable(_ name: String) -> Bool {
    name.utf8.first.map { !(48...57).contains($0) } == true
      && name.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (97...122).contains(byte | 0x20) || byte == UInt8(ascii: "_")
      }
  }

  /// A path pattern inside the checkout with no wildcards other than stars and question marks;
  /// `nil` for any other text.
  static func innerPattern(_ text: String) -> String? {
    text.contains { "{}[]".contains($0) } ? nil : innerPath(text)
  }

  /// A path inside the checkout, without `..`; `nil` for any other text.
  static func innerPath(_ text: String) -> String? {
    let parts = text.split(separator: "/").filter { $0 != "." }
    let leaves = text.hasPrefix("/") || text.hasPrefix("~") || parts.contains("..")
    guard !leaves, !parts.isEmpty, text.utf8.count < 500, !text.contains("$"), !text.contains("\\")
    else { return nil }
    return parts.joined(separator: "/")
  }
}
