import CIModel
import PipelineConfig
import ProcessExecution

/// Everything that the result of a step depends on, by name: `command`, `env LEVEL`, `input Package.swift`.
struct StepFingerprint: Hashable, Sendable {
  private(set) var parts: [String: String] = [:]

  /// The language of these parts; another one shares no results.
  private static let version = "devtool.step/1"

  /// - Parameters:
  ///   - planned: With the values of references in its words.
  ///   - files: What `FileDigests` says of the files that `inputs` names, by their path relative to
  ///     the root.
  init(
    _ planned: borrowing Plan.PlannedStep, _ pipeline: borrowing Pipeline,
    _ environment: borrowing StepEnvironment, _ context: borrowing RunContext,
    files: [(path: String, identity: String)]
  ) {
    let step = planned.step
    parts.reserveCapacity(files.count + 8)
    parts["machine"] = "\(context.surroundings.os) \(context.surroundings.architecture)"
    // Whether it is known depends on what else runs.
    if planned.speaksOfSwift { parts["tool swift"] = context.toolchain?.version }
    for (index, command) in planned.commands.enumerated() {
      var hash = SHA256()
      for word in CollectionOfOne(command.executable) + command.arguments {
        hash.update("\(word.utf8.count):")
        hash.update(word)
      }
      parts["command" + (index == 0 ? "" : " \(index + 1)")] = hash.hex
    }
    if let directory = step.directory { parts["dir"] = directory }
    parts["outputs"] = (step.outputs ?? []).joined(separator: " ")
    var names = Set((pipeline.environment + step.environment).map(\.name))
    names.formUnion(step.cell?.values.map(\.variable) ?? [])
    names.formUnion(step.secrets)
    names.formUnion(environment.dotenvNames)
    for name in names {
      // The value may be a secret.
      parts["env \(name)"] = environment[name].map { SHA256.hex($0) }
    }
    for (path, identity) in files { parts["input \(path)"] = identity }
  }

  /// Tells one fingerprint from another.
  var key: String {
    var hash = SHA256()
    hash.update(Self.version + "\n")
    for (name, value) in parts.sorted(by: { $0.key < $1.key }) {
      hash.update(name)
      hash.update("\t")
      hash.update(value)
      hash.update("\n")
    }
    return hash.hex
  }

  init(parts: [String: String]) {
    self.parts = parts
  }

  // MARK: Text

  init(text: String) {
    for line in text.split(separator: "\n") {
      guard let tab = line.firstIndex(of: "\t") else { continue }
      parts[String(line[..<tab])] = String(line[line.index(after: tab)...])
    }
  }

  var text: String {
    parts.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)\n" }.joined()
  }

  /// What is different from an earlier one, in words: `Sources/A.swift changed`.
  func differences(from earlier: StepFingerprint) -> [String] {
    let names = Set(parts.keys).union(earlier.parts.keys).sorted()
    return names.compactMap { name in
      let (new, old) = (parts[name], earlier.parts[name])
      if new == old { return nil }
      var subject = name
      for prefix in ["input ", "tool "] where name.hasPrefix(prefix) {
        subject = String(name.dropFirst(prefix.count))
      }
      if name.hasPrefix("env ") { subject = "the variable \(name.dropFirst(4))" }
      if name.hasPrefix("command") { subject = "the command" }
      return old == nil
        ? "\(subject) is new" : new == nil ? "\(subject) is gone" : "\(subject) changed"
    }
  }
}
