/// The format of a document that devtool writes or reads and other programs rely on; `devtool
/// schema --for` prints it as JSON Schema.
///
/// Its `$id` equals the value of the document's own `schema` key, such as `devtool.changes/1`.
///
/// The shape is built on demand, because every start of devtool reads the names for its help.
package struct JSONContract: Sendable {
  /// The argument of `--for`.
  package var name: String
  package var id: String
  /// One sentence that describes the document.
  package var summary: String
  private var shape: @Sendable () -> JSONShape
  /// The shapes that the document refers to by name.
  private var definitions: @Sendable () -> [String: JSONShape]
  /// Whether unknown keys are errors; true for documents that devtool reads.
  package var isClosed: Bool

  package init(
    _ name: String, id: String, _ summary: String,
    _ shape: @autoclosure @escaping @Sendable () -> JSONShape,
    definitions: @autoclosure @escaping @Sendable () -> [String: JSONShape] = [:],
    isClosed: Bool = false
  ) {
    self.name = name
    self.id = id
    self.summary = summary
    self.shape = shape
    self.definitions = definitions
    self.isClosed = isClosed
  }

  /// The contract as JSON Schema, draft 2020-12.
  package var schema: JSONValue { schema(isClosed: isClosed) }

  /// - Parameter isClosed: Whether unknown keys are errors.
  package func schema(isClosed: Bool) -> JSONValue {
    guard case .object(var members) = shape().schema(isClosed: isClosed) else { return .null }
    members["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    members["$id"] = .text(id)
    members["title"] = .text(id)
    members["description"] = .text(summary)
    let definitions = definitions()
    if !definitions.isEmpty {
      members["$defs"] = .object(definitions.mapValues { $0.schema(isClosed: isClosed) })
    }
    return .object(members)
  }
}

extension JSONContract {
  /// The documents that devtool writes, and those that programs of `command:` rules read and write;
  /// sorted by name. The contract of `.ci.yml` is defined together with its language.
  package static let all = [
    changes, comparison, coverage, doctor, log, ruleInput, ruleOutput, run, runs, trends, who,
  ]
}
