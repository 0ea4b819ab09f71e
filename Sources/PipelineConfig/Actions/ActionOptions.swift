package import CIModel

/// What `.ci.yml` says of an action. Each type has the action's key, with what may be below it, and reads
/// the value of that key; `PipelineRunner` makes it a `StepRunner`.
package protocol ActionOptions: Hashable, Sendable {
  static var kind: StepActionKind { get }
}
