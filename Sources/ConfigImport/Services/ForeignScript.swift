/// A script of a service's configuration, with a check whether it can run elsewhere.
struct ForeignScript {
  /// The script without surrounding line breaks.
  let text: String
  /// The lines that are neither empty nor comments.
  let lines: [Substring]

  init(_ text: String) {
    var rest = text.replacing("\r\n", with: "\n")[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    self.text = String(rest)
    lines = rest.split(separator: "\n").filter { line in
      line.first { !$0.isWhitespace }.map { $0 != "#" } ?? false
    }
  }

  /// Why the script only runs on the service's machines; `nil` when it runs anywhere.
  var objection: String? {
    if lines.isEmpty { return "it runs nothing" }
    for word in ["GITHUB_", "RUNNER_", "TRAVIS_"] where text.contains(word) {
      return "it uses \(word)…, which only the service sets"
    }
    if text.contains("::set-") || text.contains("::add-") {
      return "it contains workflow commands of the service"
    }
    if Self.refersToSteps(text) { return "devtool would expand `${…}`" }
    for line in lines {
      let words = line.split(whereSeparator: \.isWhitespace).prefix(3)
      let isSetup =
        words.first.map(Self.installers.contains) == true
        || words.contains("install") && words.first != "make" || Self.prepares(words)
      let isFetched =
        (words.first == "curl" || words.first == "wget")
        && ["| bash", "| sh", "| sudo", "| tar"].contains { line.contains($0) }
      if isSetup || isFetched { return "it sets up the machine: do that before devtool runs" }
    }
    return nil
  }

  private static let installers: Set<Substring> = [
    "apk", "apt", "apt-get", "brew", "choco", "dnf", "rvm", "sudo", "swiftenv", "xcode-select",
    "xcodes", "yum",
  ]

  /// Whether the words begin a command that installs or configures packages, not one like
  /// `bundle exec` that runs them.
  private static func prepares(_ words: ArraySlice<Substring>) -> Bool {
    guard let tool = words.first, ["bundle", "gem", "npm", "pip", "pip3"].contains(tool) else {
      return false
    }
    // `bundle` by itself installs, too.
    guard let verb = words.dropFirst().first, !verb.hasPrefix("-") else { return true }
    return ["add", "ci", "config", "i", "update"].contains(verb)
  }

  /// Whether a text contains a reference in the syntax of `.ci.yml`.
  static func refersToSteps(_ text: String) -> Bool {
    ["matrix", "env", "steps", "with"].contains { text.contains("${\($0).") }
  }

  /// The equivalent steps: one for each line if all are `swift build` and `swift test`, else one.
  ///
  /// - Parameter shell: The command that runs the script in the other case.
  func steps(shell: [String]) -> [ImportedStep] {
    let commands = lines.compactMap { SwiftCommand($0) }
    guard commands.count == lines.count else {
      var step = ImportedStep(.run(text))
      step.shell = shell
      return [step]
    }
    return commands.map { command in
      var step = ImportedStep(command.action)
      step.environment = command.environment
      return step
    }
  }
}

extension ImportedStep {
  /// A default name for a step without one.
  var usualName: String {
    switch action {
    case .swift(let keyword, _): String(keyword.dropFirst("swift-".count))
    case .run(let script):
      script.split(whereSeparator: \.isWhitespace).prefix(2).joined(separator: " ")
    }
  }

  /// Adds variables that the step does not set itself.
  mutating func inherit(_ variables: [ImportedVariable]) {
    let own = Set(environment.map(\.name))
    environment = variables.filter { !own.contains($0.name) } + environment
  }
}
