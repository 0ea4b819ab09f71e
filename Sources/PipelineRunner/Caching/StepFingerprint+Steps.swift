import CIModel
import FileSystem
import PipelineConfig
import ProcessExecution
import RunEvents
import SecretMasking
import StepCache
import SwiftPackage

extension StepFingerprint {
  /// - Parameters:
  ///   - files: The files that match `inputs`: path relative to the root, and identity as
  ///     `FileDigests` computes it.
  init(
    _ scope: StepScope, files: [(path: String, identity: String)]
  ) {
    let (step, environment, run) = (scope.step, scope.environment, scope.run)
    var parts: [Part] = []
    parts.reserveCapacity(files.count + 8)
    func add(_ name: String, _ value: String, isSecret: Bool = false) {
      parts.append(Part(name, value, isSecret: isSecret))
    }
    let mask = scope.mask
    func holdsSecret(_ text: String) -> Bool { mask?.finds(in: Array(text.utf8)) ?? false }
    for (index, command) in scope.planned.commands.enumerated() {
      var hash = SHA256()
      for word in CollectionOfOne(command.executable) + command.arguments {
        hash.update("\(word.utf8.count):")
        hash.update(word)
      }
      add(
        "command" + (index == 0 ? "" : " \(index + 1)"), hash.hex,
        isSecret: mask != nil && command.arguments.contains(where: holdsSecret))
    }
    if let directory = step.directory { add("dir", directory) }
    var names = Set((run.pipeline.environment + step.environment).map(\.name))
    names.formUnion(step.cell?.values.map(\.variable) ?? [])
    names.formUnion(step.secrets)
    names.formUnion(environment.dotenvNames)
    for name in names {
      guard let value = environment[name] else { continue }
      add(
        "env \(name)", SHA256.hex(value),
        isSecret: run.secrets.names.contains(name) || SecretName.isSecret(name)
          || SecretName.isSecretValue(value) || holdsSecret(value))
    }
    for (path, identity) in files { add("input \(path)", identity) }
    add("machine", run.environment.machine)
    add("outputs", (step.outputs ?? []).joined(separator: " "))
    // Only for steps that use Swift: for others, whether the toolchain is known depends on the
    // other steps of the run.
    if scope.planned.speaksOfSwift, let version = run.environment.toolchain?.version {
      add("tool swift", version)
    }
    self.init(parts: parts)
  }
}
