internal import YAMLDocument

/// Imports the scripts and variables of a `.travis.yml`.
///
/// Source: https://docs.travis-ci.com/user/job-lifecycle/
struct TravisImport: DocumentImport {
  private(set) var config: ImportedConfig
  /// Variables whose value differs between the jobs of Travis.
  private var varying: Set<String> = []
  /// Whether Travis runs the scripts on macOS alone.
  private var needsMacOS = false

  init(_ config: ImportedConfig) { self.config = config }

  mutating func read(_ root: Node) {
    config.environment = variables(root["env"])
    let needsMacOS = Self.namesMacOSAlone(root["os"])
    self.needsMacOS = needsMacOS
    var previous: [String] = []
    add(root["before_script"], named: nil, after: &previous)
    let common = previous
    add(root["script"], named: nil, after: &previous)
    for key in ["jobs", "matrix"] {
      let jobs = root[key]?["include"]?.elements ?? []
      for (index, job) in jobs.enumerated() {
        self.needsMacOS = job["os"].map(Self.namesMacOSAlone) ?? needsMacOS
        read(job, named: job["name"]?.text ?? "job \(index + 1)", after: common)
      }
      for entry in root[key]?.entries ?? [] where entry.key != "include" { leave(entry) }
    }
    for entry in root.entries { leave(entry) }
    if config.steps.count > 1 {
      config.remarks.append(
        "A failed step skips the steps that follow; Travis runs all of `script`.")
    }
  }

  private mutating func read(_ job: Node, named name: String, after common: [String]) {
    if job["if"] != nil || job["deploy"] != nil
      || job["stage"]?.text?.lowercased().contains("deploy") == true
    {
      return config.leave(
        name, at: job.line, because: "it deploys, or has a condition of Travis")
    }
    guard job["script"] != nil else {
      return config.leave(
        name, at: job.line,
        because: "machines and versions need one service job each: docs/scaling-out.md")
    }
    let own = variables(job["env"])
    var previous = common
    add(job["before_script"], named: name, after: &previous, with: own)
    add(job["script"], named: name, after: &previous, with: own)
    for entry in job.entries where !["name", "stage"].contains(entry.key) { leave(entry) }
  }

  // MARK: Scripts

  /// Adds the commands of a phase: one step for each, or one step for all if a line changes the
  /// state of the shell.
  private mutating func add(
    _ node: Node?, named name: String?, after previous: inout [String],
    with variables: [ImportedVariable] = []
  ) {
    guard let node else { return }
    var scripts: [(text: String, line: Int)] = []
    for element in node.elements {
      guard let text = element.text else {
        config.leave("a script", at: element.line, because: "it is not text")
        continue
      }
      if let objection = ForeignScript(text).objection {
        config.leave(text, at: element.line, because: objection)
      } else if let name = varying.sorted().first(where: {
        text.contains("$\($0)") || text.contains("${\($0)")
      }) {
        config.leave(
          text, at: element.line,
          because: "$\(name) has a value for each job: write it as `matrix` of a step")
      } else {
        scripts.append((text, element.line))
      }
    }
    if scripts.contains(where: { Self.changesShell($0.text) }) {
      scripts = [(scripts.map(\.text).joined(separator: "\n"), node.line)]
    }
    for script in scripts {
      for var step in ForeignScript(script.text).steps(shell: ["bash", "-e", "-c"]) {
        step.inherit(variables)
        step.needs = previous
        step.needsMacOS = needsMacOS
        previous = [
          config.add(step, called: [name, step.usualName].compactMap { $0 }.joined(separator: " "))
        ]
      }
    }
  }

  private static func namesMacOSAlone(_ systems: Node?) -> Bool {
    guard let names = systems?.elements, !names.isEmpty else { return false }
    return names.allSatisfy { $0.text == "osx" || $0.text == "macos" }
  }

  /// Whether a line changes the state of the shell for the lines after it.
  private static func changesShell(_ text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let first = words.first else { return false }
    let isAssignment = first.contains("=") && words.count == 1
    return isAssignment
      || [".", "alias", "cd", "eval", "export", "pushd", "set", "shopt", "source"].contains(first)
  }

  // MARK: Variables

  private mutating func variables(_ node: Node?) -> [ImportedVariable] {
    guard let node else { return [] }
    var variables: [ImportedVariable] = []
    let keys: Set<String> = ["global", "jobs", "matrix"]
    let groups = node.entries.filter { keys.contains($0.key) }
    if groups.isEmpty { return self.variables(lines: node) }
    for group in groups {
      let isGlobal = group.key == "global"
      variables +=
        isGlobal
        ? group.value.elements.flatMap { assigned($0) } : self.variables(lines: group.value)
    }
    return Self.unique(variables)
  }

  /// The variables of a list in which each element defines a job.
  private mutating func variables(lines node: Node) -> [ImportedVariable] {
    if case .sequence(let nodes) = node.content, nodes.count > 1 {
      config.leave(
        "env", at: node.line,
        because: "each line is a job: `matrix` of a step, or jobs of the service")
      varying.formUnion(nodes.flatMap { assigned($0) }.map(\.name))
      return []
    }
    return Self.unique(node.elements.flatMap { assigned($0) })
  }

  /// The variables without duplicates; the later one counts.
  private static func unique(_ variables: [ImportedVariable]) -> [ImportedVariable] {
    variables.enumerated().filter { index, variable in
      !variables[(index + 1)...].contains { $0.name == variable.name }
    }.map(\.element)
  }

  /// The variables in `A=1 B="two words"`, or in a mapping.
  private mutating func assigned(_ node: Node) -> [ImportedVariable] {
    var pairs: [(name: String, value: String)] = []
    for entry in node.entries {
      if entry.key == "secure" {
        config.leave(
          "env: secure", at: node.line,
          because: "a secret: set it where devtool runs, and list it in `secrets`")
      } else if let value = entry.value.text {
        pairs.append((entry.key, value))
      } else {
        config.leave(
          "env: \(entry.key)", at: entry.keyRange.start.line,
          because: "it is not a name and a value")
      }
    }
    if let text = node.text {
      guard let words = Self.words(text) else {
        config.leave(text, at: node.line, because: "it is not a list of names and values")
        return []
      }
      pairs += words
    }
    return pairs.compactMap { pair in
      let isPlain = ImportedConfig.isVariable(pair.name) && !pair.value.contains("$")
      if !isPlain {
        config.leave(
          "env: \(pair.name)", at: node.line, because: "it is not a name and a value")
      }
      return isPlain ? ImportedVariable(name: pair.name, value: pair.value) : nil
    }
  }

  private static func words(_ text: String) -> [(name: String, value: String)]? {
    var pairs: [(name: String, value: String)] = []
    var rest = text.drop(while: \.isWhitespace)
    while !rest.isEmpty {
      guard let equals = rest.firstIndex(of: "=") else { return nil }
      let name = String(rest[..<equals])
      rest = rest[rest.index(after: equals)...]
      let value: Substring
      if let quote = rest.first, quote == "\"" || quote == "'" {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: quote) else { return nil }
        value = rest[..<end]
        rest = rest[rest.index(after: end)...]
        guard rest.first?.isWhitespace ?? true else { return nil }
      } else {
        value = rest.prefix { !$0.isWhitespace }
        rest = rest.dropFirst(value.count)
      }
      guard !value.contains(where: { "\"'`\\(".contains($0) }) else { return nil }
      pairs.append((name, String(value)))
      rest = rest.drop(while: \.isWhitespace)
    }
    return pairs
  }

  // MARK: Parts without a counterpart

  private mutating func leave(_ entry: Entry) {
    let reasons = [
      "install": "it sets up the machine: do that before devtool runs",
      "before_install": "it sets up the machine: do that before devtool runs",
      "addons": "it sets up the machine: do that before devtool runs",
      "services": "start them in a step with `detach: true`",
      "after_success": "use `needs` and `when: success` of a step",
      "after_failure": "use `when: failure` of a step",
      "after_script": "use `when: always` of a step",
      "cache": "`cache` of `swift-build` keeps build folders: docs/caching.md",
      "deploy": "devtool does not deploy",
      "before_deploy": "devtool does not deploy",
      "notifications": "the service sends them",
      "branches": "the service starts runs",
      "allow_failures": "use `allow-failure` of a step",
      "exclude": "machines and versions need one service job each: docs/scaling-out.md",
      "fast_finish": "the service reports the state",
    ]
    if ["script", "before_script", "env", "jobs", "matrix", "version"].contains(entry.key) {
      return
    }
    config.leave(
      entry.key, at: entry.keyRange.start.line,
      because: reasons[entry.key]
        ?? "devtool runs where it is started, with the installed toolchain")
  }
}
