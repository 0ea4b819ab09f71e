/// Why a text is not what its field asks for.
struct TextProblem: Error, Hashable {
  /// Follows the name of the field: `has no unit: '10'`.
  var message: String
  /// Values to write instead.
  var fixes: [String] = []
  /// What to do next, where no value can be named.
  var help: String?
}
