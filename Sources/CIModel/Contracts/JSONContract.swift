/// A document that devtool writes or reads, and other programs rely on: printed as JSON Schema by
/// `devtool schema --for`.
///
/// Its `$id` is the name that the document itself carries in `schema`, such as `devtool.changes/1`.
///
/// What the document looks like is put together when somebody asks: every start of devtool reads the
/// names for its help.
package struct JSONContract: Sendable {
  /// What `--for` takes.
  package var name: String
  package var id: String
  /// One sentence: what the document is.
  package var summary: String
  private var shape: @Sendable () -> JSONShape
  /// What the shape refers to by name.
  private var definitions: @Sendable () -> [String: JSONShape]
  /// Whether other keys than the known ones are wrong; true of what devtool reads.
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

  /// - Parameter isClosed: Whether other keys than the known ones are wrong.
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
  /// The documents that devtool writes and the ones that programs of `command:` rules read and
  /// write; sorted by name. That of `.ci.yml` is made where its language is defined.
  package static let all = [
    changes, comparison, coverage, doctor, log, ruleInput, ruleOutput, run, runs, trends, who,
  ]
}
