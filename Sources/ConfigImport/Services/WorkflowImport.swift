internal import YAMLDocument

/// Imports the steps of a GitHub Actions workflow that build, test or run something on any machine.
///
/// Source: https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax
struct WorkflowImport: DocumentImport {
  var config: ImportedConfig
  private var workflow = Workflow()
  /// The paths of the workflows whose calls led to this one.
  var callers: [String] = []

  /// The settings of one workflow.
  private struct Workflow {
    var variables: [ImportedVariable] = []
    /// The `defaults` for `run:` steps of all jobs.
    var defaults: Node?
    /// The names of the jobs that called it.
    var name = ""
    var hasSeveralJobs = false
  }

  init(_ config: ImportedConfig) { self.config = config }

  mutating func read(_ root: Node) {
    guard let triggers = root["on"], Self.runsOnChanges(triggers) else {
      return config.leave(
        ImportedConfig.wholeFile, at: root["on"]?.line ?? 1,
        because: "it does not run on pushes to branches or on pull requests")
    }
    config.leave("on", at: triggers.line, because: "triggers stay in the workflow")
    _ = readJobs(of: root, calledBy: "", after: [])
  }

  /// - Parameter caller: The names of the jobs that call the workflow; empty if none does.
  /// - Returns: The ids of the last steps of all jobs.
  mutating func readJobs(of root: Node, calledBy caller: String, after first: [String]) -> [String]
  {
    let outer = workflow
    defer { workflow = outer }
    leaveKeys(of: root, except: ["name", "on", "env", "defaults", "jobs"])
    let jobs = (root["jobs"]?.entries ?? []).prefix(ImportedConfig.mostSteps)
    workflow = Workflow(
      variables: readVariables(root["env"], of: WorkflowMatrix()),
      defaults: root["defaults"]?["run"], name: caller, hasSeveralJobs: jobs.count > 1)
    // A job comes after those that it needs.
    var lastSteps: [String: [String]] = [:]
    var waiting = Array(jobs)
    while !waiting.isEmpty {
      let isReady = { (job: Entry) in
        (job.value["needs"]?.elements ?? []).allSatisfy { lastSteps[$0.text ?? ""] != nil }
      }
      let ready = waiting.filter(isReady)
      if ready.isEmpty { break }
      for job in ready {
        let needs = (job.value["needs"]?.elements ?? []).flatMap { lastSteps[$0.text ?? ""] ?? [] }
        lastSteps[job.key] = read(job, after: needs.isEmpty ? first : needs)
      }
      waiting.removeAll { lastSteps[$0.key] != nil }
    }
    for job in waiting {
      config.leave(
        "job \(job.key)", at: job.keyRange.start.line,
        because: "it needs a job that does not exist")
    }
    return jobs.flatMap { lastSteps[$0.key] ?? [] }
  }

  /// Whether a push to a branch or a pull request triggers the workflow.
  private static func runsOnChanges(_ triggers: Node) -> Bool {
    if triggers.entries.isEmpty {
      return triggers.elements.contains { $0.text == "push" || $0.text == "pull_request" }
    }
    return triggers.entries.contains { trigger in
      let concernsTags = trigger.value["tags"] != nil && trigger.value["branches"] == nil
      return trigger.key == "pull_request" || trigger.key == "push" && !concernsTags
    }
  }

  // MARK: Jobs

  /// - Returns: The ids of the job's last steps; empty when it has none.
  private mutating func read(_ job: Entry, after needs: [String]) -> [String] {
    let line = job.keyRange.start.line
    func leave(_ reason: String) { config.leave("job \(job.key)", at: line, because: reason) }
    if let reason = Self.objection(to: job.value["if"]) {
      leave(reason)
      return []
    }
    let names = [workflow.name, workflow.hasSeveralJobs ? job.key : ""].filter { !$0.isEmpty }
    if let called = job.value["uses"]?.text {
      leaveKeys(of: job.value, except: ["name", "if", "needs", "uses", "with"])
      return call(called, by: job, named: names.joined(separator: " "), after: needs)
    }
    let machines = WorkflowMatrix.machines(of: job.value)
    if machines.allSatisfy({ $0.contains("windows") }), !machines.isEmpty {
      leave("it runs on Windows")
      return []
    }
    if let checkout = Self.otherCheckout(of: job.value) {
      leave("its steps need \(checkout), but devtool runs in the checkout of this repository")
      return []
    }
    leaveKeys(
      of: job.value, except: ["name", "if", "needs", "strategy", "env", "defaults", "steps"])
    if let strategy = job.value["strategy"] { leaveKeys(of: strategy, except: ["matrix"]) }
    let matrix = WorkflowMatrix(job.value["strategy"]?["matrix"])
    let ownVariables = readVariables(job.value["env"], of: matrix)
    let overridden = Set(ownVariables.map(\.name))
    let inherited = workflow.variables.filter { !overridden.contains($0.name) } + ownVariables
    var settings = JobSettings(
      name: names.joined(separator: " "), matrix: matrix, variables: inherited)
    settings.needsMacOS = !machines.isEmpty && machines.allSatisfy { $0.contains("macos") }
    let own = job.value["defaults"]?["run"]
    settings.folder = own?["working-directory"] ?? workflow.defaults?["working-directory"]
    settings.shell = (own?["shell"] ?? workflow.defaults?["shell"])?.text
    var previous = needs
    var used: Set<String> = []
    for step in job.value["steps"]?.elements ?? [] {
      for var made in steps(step, settings) {
        used.formUnion(made.step.matrix.axes)
        made.step.needs = previous
        previous = [config.add(made.step, called: made.name)]
      }
    }
    for axis in matrix.axes where !used.contains(axis.name) {
      config.leave(
        "matrix \(axis.name)", at: axis.line,
        because: axis.isUsable
          ? Self.machineReason : "some jobs have no value, or one that is no plain text")
    }
    if let variables = matrix.variables {
      config.leave("matrix", at: variables, because: Self.machineReason)
    }
    return previous == needs ? [] : previous
  }

  private static let machineReason =
    "machines and versions need one service job each: docs/scaling-out.md"

  /// The checkout of another repository, or in a folder, that a job makes: a fragment; `nil` when it
  /// only checks out its own repository into the usual place.
  private static func otherCheckout(of job: Node) -> String? {
    let checkouts = (job["steps"]?.elements ?? [])
      .filter { $0["uses"]?.text?.hasPrefix("actions/checkout@") == true }.compactMap { $0["with"] }
    // An expression names the repository of the pull request.
    let others = checkouts.compactMap { $0["repository"]?.text }.filter { !$0.contains("${{") }
    if let other = others.first { return "a checkout of \(other)" }
    let folders = checkouts.compactMap { $0["path"]?.text.flatMap(ImportedConfig.innerPath) }
    return folders.first.map { "a checkout in \($0)" }
  }

  /// Why a job or step with this `if:` is left out; `nil` when it always runs.
  private static func objection(to condition: Node?) -> String? {
    switch condition?.text {
    case nil, "success()", "true": nil
    case "false", "": "the inputs of its workflow switch it off"
    default: "it has a GitHub condition: `if:` of a step takes devtool conditions"
    }
  }

  private mutating func leaveKeys(of node: Node, except known: Set<String>) {
    let reasons = [
      "container": "start devtool in the container",
      "services": "start them in a step with `detach: true`",
      "timeout-minutes": "`timeout` limits a step",
      "outputs": "`$DEVTOOL_OUTPUT` passes values to later steps",
      "runs-on": "devtool runs where it is started",
      "continue-on-error": "use `allow-failure` of a step",
      "fail-fast": "`fail-fast` of devtool concerns all steps",
    ]
    for entry in node.entries where !known.contains(entry.key) {
      config.leave(
        entry.key, at: entry.keyRange.start.line,
        because: reasons[entry.key] ?? "it is a setting of the service")
    }
  }

  private struct JobSettings {
    var name: String
    var matrix: WorkflowMatrix
    var variables: [ImportedVariable]
    var folder: Node?
    var shell: String?
    var needsMacOS = false
  }

  // MARK: Steps

  private mutating func steps(
    _ node: Node, _ settings: JobSettings
  ) -> [(step: ImportedStep, name: String)] {
    let title = node["name"]?.text ?? node["id"]?.text
    func leave(_ reason: String) -> [(step: ImportedStep, name: String)] {
      let what =
        node["uses"]?.text.map { "uses: \($0)" } ?? title.map { "step “\($0)”" } ?? "a step"
      config.leave(what, at: node.line, because: reason)
      return []
    }
    if let action = node["uses"]?.text { return leave(Self.advice(action)) }
    guard let text = node["run"]?.text else { return leave("it runs nothing") }
    if let reason = Self.objection(to: node["if"]) { return leave(reason) }
    let script = ForeignScript(text)
    if let objection = script.objection { return leave(objection) }
    guard let shell = Self.shell(node["shell"]?.text ?? settings.shell) else {
      return leave("its shell is neither bash nor sh")
    }
    var folder: String?
    if let place = node["working-directory"] ?? settings.folder, place.text != "." {
      guard let inner = place.text.flatMap(ImportedConfig.innerPath) else {
        return leave("its folder is not below the repository")
      }
      folder = inner
    }
    guard let replaced = settings.matrix.replacing(in: script.text) else {
      return leave("it has a GitHub expression: ${{ … }}")
    }
    let own = readVariables(node["env"], of: settings.matrix)
    let minutes = node["timeout-minutes"]?.text.flatMap(Int.init)
    for entry in node.entries
    where ["continue-on-error", "timeout-minutes"].contains(entry.key)
      && entry.value.text?.contains("${{") == true
    {
      config.leave(
        entry.key, at: entry.keyRange.start.line, because: "it has a GitHub expression: ${{ … }}")
    }
    let made = ForeignScript(replaced.text).steps(shell: shell)
    return made.map { step in
      var step = step
      step.inherit(own)
      step.inherit(settings.variables)
      let axes = replaced.axes.union(
        step.environment.flatMap { settings.matrix.axes(in: $0.value) })
      step.matrix = settings.matrix.part(of: axes)
      step.folder = folder
      step.needsMacOS = settings.needsMacOS
      step.timeout = minutes.flatMap { (1...10_000).contains($0) ? $0 : nil }
      step.mayFail = node["continue-on-error"]?.text == "true"
      let name = made.count == 1 ? title ?? step.usualName : step.usualName
      return (step, settings.name.isEmpty ? name : "\(settings.name) \(name)")
    }
  }

  /// The shell as the runner starts it: with `-o pipefail` only if bash was explicitly requested.
  private static func shell(_ name: String?) -> [String]? {
    switch name {
    case nil: ["bash", "-e", "-c"]
    case "bash": ["bash", "-eo", "pipefail", "-c"]
    case "sh": ["sh", "-e", "-c"]
    default: nil
    }
  }

  private static func advice(_ action: String) -> String {
    let advices = [
      ("actions/checkout", "devtool runs in the checkout"),
      ("actions/cache", "`cache` of `swift-build` keeps build folders: docs/caching.md"),
      ("actions/upload-artifact", "`artifacts` of a step lists files"),
      ("codecov/", "`coverage` measures and checks it: docs/from-codecov.md"),
      ("maxim-lobanov/setup-xcode", "devtool uses the toolchain of the machine"),
      ("swift-actions/setup-swift", "devtool uses the toolchain of the machine"),
      ("norio-nomura/action-swiftlint", "run it as a step: docs/from-danger.md#swiftlint"),
    ]
    return advices.first { action.hasPrefix($0.0) }?.1
      ?? "only GitHub runs actions: keep it in the workflow that calls devtool"
  }

  // MARK: Variables

  private mutating func readVariables(_ node: Node?, of matrix: WorkflowMatrix)
    -> [ImportedVariable]
  {
    var variables: [ImportedVariable] = []
    for entry in node?.entries ?? [] {
      let line = entry.keyRange.start.line
      guard ImportedConfig.isVariable(entry.key),
        let text = entry.value.text ?? Self.empty(entry.value)
      else {
        config.leave("env \(entry.key)", at: line, because: "its value is not text")
        continue
      }
      if text.contains("secrets.") {
        config.leave(
          "env \(entry.key)", at: line,
          because: "a secret: set it where devtool runs, and list it in `secrets`")
      } else if ForeignScript.refersToSteps(text) {
        config.leave(
          "env \(entry.key)", at: line, because: "devtool would expand `${…}`")
      } else if let replaced = matrix.replacing(in: text) {
        variables.append(ImportedVariable(name: entry.key, value: replaced.text))
      } else {
        config.leave(
          "env \(entry.key)", at: line, because: "it has a GitHub expression: ${{ … }}")
      }
    }
    return variables
  }

  private static func empty(_ node: Node) -> String? {
    if case .scalar = node.content { "" } else { nil }
  }
}
