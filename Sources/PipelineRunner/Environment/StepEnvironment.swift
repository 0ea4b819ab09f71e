import CIModel
import PipelineConfig

/// The variables that the commands of a step find, and what of them is secret.
///
/// From the weakest to the strongest: files of variables (which never change what is set), the
/// environment devtool was started with, `env` of the file, `env` of the step, devtool's own.
struct StepEnvironment: Sendable {
  private(set) var variables: [String: String]
  private(set) var mask: SecretMask?
  /// The variables of the step's own files.
  private(set) var dotenvNames: Set<String> = []
  /// The outputs of other steps.
  private let outputs: StepOutputs

  /// Why a step cannot begin.
  struct Failure: Error {
    var reason: String
    /// Something is missing that no step makes.
    var missesInput = false
  }

  init(
    _ step: PipelineStep, _ pipeline: Pipeline, _ context: RunContext
  ) throws(Failure) {
    variables = context.environment
    mask = context.mask
    outputs = context.outputs
    do throws(DotenvReadingFailure) {
      let values = try DotenvReading.values(step.dotenv, root: context.root)
      dotenvNames = Set(values.keys)
      for (name, value) in values where context.environment[name] == nil { variables[name] = value }
    } catch {
      throw Failure(reason: error.description, missesInput: true)
    }
    if !step.dotenv.isEmpty {
      let known = Secrets.values(pipeline, in: context.environment)
      let all = Secrets.values(pipeline, in: variables)
      if known != all { mask = SecretMask(known.union(all)) }
    }
    for name in context.reservedSecrets where !step.secrets.contains(name) {
      variables[name] = nil
    }
    for secret in pipeline.secrets where secret.isFile && variables[secret.name] != nil {
      variables[secret.name] = context.directory.secretPath(secret.name)
    }
    for variable in pipeline.environment {
      variables[variable.name] = try resolve(variable.value)
    }
    // Each of the step's own sees what was set before it.
    for variable in step.environment { variables[variable.name] = try resolve(variable.value) }
    variables["DEVTOOL"] = "1"
    variables["DEVTOOL_STEP"] = step.id
    variables["DEVTOOL_RUN"] = context.directory.id
    variables["DEVTOOL_CHECKOUT"] = context.root
    for value in step.cell?.values ?? [] { variables[value.variable] = value.text }
  }

  /// The text with the values of variables and outputs for their references.
  func resolve(_ text: String) throws(Failure) -> String {
    try text.replacingReferences { kind throws(Failure) in
      switch kind {
      case .matrix, .unknown: return nil
      case .environment(let name): return variables[name] ?? ""
      case .output(let selector, let name):
        guard let values = outputs[selector] else {
          throw Failure(reason: "takes an output of step '\(selector.step)', which did not run")
        }
        guard let value = values[name] else {
          let known =
            values.isEmpty
            ? "it wrote none" : "it wrote \(values.keys.sorted().joined(separator: ", "))"
          throw Failure(reason: "step '\(selector.step)' has no output '\(name)'; \(known)")
        }
        return value
      }
    }
  }
}
