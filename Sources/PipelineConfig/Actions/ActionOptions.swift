package import CIModel

/// The options of an action in `.ci.yml`. Each conforming type declares the action's key with the
/// keys below it, and reads that key's value; `PipelineRunner` makes it a `StepRunner`.
package protocol ActionOptions: Hashable, Sendable {
  static var kind: StepActionKind { get }
}
