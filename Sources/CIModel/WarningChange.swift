/// A message of the compiler or a linter, or a form of a runtime warning.
package struct WarningChange: Codable, Hashable, Sendable {
  /// `warning`, `error`, or the category of a runtime warning.
  package var kind: String
  /// Relative to the repository root where that is known; `nil` without a place. Lines move, so they
  /// do not count.
  @NullCoded package var file: String?
  package var message: String
  /// At how many places a diagnostic stood, however often the build repeated it; how often a runtime
  /// warning was printed.
  package var before: Int
  package var after: Int

  package init(kind: String, file: String?, message: String, before: Int, after: Int) {
    (self.kind, self.file, self.message) = (kind, file, message)
    (self.before, self.after) = (before, after)
  }
}
