import CIModel
import PipelineConfig
import RunStorage
import SecretMasking

/// The environment variables of a step's commands, and the mask for the secrets among them.
///
/// In order of increasing precedence: `dotenv` files (which never change a variable that is set),
/// the environment devtool was started with, `env` of `.ci.yml`, `env` of the step, devtool's own
/// variables.
struct StepEnvironment: Sendable {
  /// The variables of the run.
  private let base: [String: String]
  /// Differences from `base`; `nil` unsets a variable.
  private var changes: [String: String?] = [:]
  private(set) var mask: SecretMask?
  /// Names of the variables in the step's `dotenv` files.
  private(set) var dotenvNames: Set<String> = []
  /// The outputs of other steps.
  private let outputs: StepOutputs

  /// Why a step cannot start.
  struct Failure: Error {
    var reason: String
    /// Whether a `dotenv` file is missing or invalid, which another attempt cannot change.
    var missesInput = false
  }

  init(
    _ step: borrowing PipelineStep, _ run: borrowing CheckRun
  ) throws(Failure) {
    let pipeline = run.pipeline
    base = run.environment.variables
    // Devtool sets four variables of its own.
    changes.reserveCapacity(
      pipeline.environment.count + step.environment.count + run.secrets.reserved.count + 4)
    outputs = run.services.outputs
    do throws(DotenvReadingFailure) {
      let values = try DotenvReading.values(
        step.dotenv, root: run.environment.root, policy: run.environment.policy)
      dotenvNames = Set(values.keys)
      for (name, value) in values where run.environment.variables[name] == nil {
        self[name] = value
      }
    } catch {
      throw Failure(reason: error.description, missesInput: true)
    }
    var secrets: Set<String> = []
    if !step.dotenv.isEmpty {
      for name in dotenvNames.intersection(run.secrets.names) {
        if let value = self[name] { secrets.insert(value) }
      }
    }
    for name in run.secrets.reserved where !step.secrets.contains(name) {
      self[name] = nil
    }
    for secret in pipeline.secrets where secret.isFile && self[secret.name] != nil {
      self[secret.name] = run.services.directory.secretPath(secret.name)
    }
    for variable in pipeline.environment {
      self[variable.name] = try resolve(variable.value)
    }
    // A variable of the step can refer to those set before it.
    for variable in step.environment { self[variable.name] = try resolve(variable.value) }
    if !run.secrets.names.isEmpty {
      for variable in pipeline.environment + step.environment
      where run.secrets.names.contains(variable.name) {
        if let value = self[variable.name] { secrets.insert(value) }
      }
    }
    mask = run.secrets.known.add(secrets)
    self["DEVTOOL"] = "1"
    self["DEVTOOL_STEP"] = step.id
    self["DEVTOOL_RUN"] = run.services.directory.id
    self["DEVTOOL_CHECKOUT"] = run.environment.root
    for value in step.cell?.values ?? [] { self[value.variable] = value.text }
  }

  private(set) subscript(name: String) -> String? {
    get { changes[name] ?? base[name] }
    set { changes[name] = .some(newValue) }
  }

  var variables: [String: String] {
    var variables = base
    for (name, value) in changes { variables[name] = value }
    return variables
  }

  /// The text with its references to variables and outputs replaced by their values.
  func resolve(_ text: String) throws(Failure) -> String {
    try text.replacingReferences { kind throws(Failure) in
      switch kind {
      case .matrix, .parameter, .unknown: return nil
      case .environment(let name): return self[name] ?? ""
      case .output(let selector, let name):
        guard let values = outputs[selector] else {
          throw Failure(reason: "uses an output of step '\(selector.step)', which did not run")
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
