/// The number of occurrences of a warning in two runs: a diagnostic, or a form of a runtime
/// warning.
package struct WarningChange: Codable, Hashable, Sendable {
  /// `warning`, `error`, or the category of a runtime warning.
  package var kind: String
  /// Relative to the repository root if that is known; `nil` without a location. The line is not
  /// compared, because lines move.
  @NullCoded package var file: String?
  package var message: String
  /// For a diagnostic, the number of its locations, however often the build printed it; for a
  /// runtime warning, how often it was printed.
  package var before: Int
  package var after: Int

  package init(kind: String, file: String?, message: String, before: Int, after: Int) {
    (self.kind, self.file, self.message) = (kind, file, message)
    (self.before, self.after) = (before, after)
  }
}
