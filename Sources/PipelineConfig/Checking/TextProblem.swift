/// Why a text is invalid for its field.
struct TextProblem: Error, Hashable {
  /// Follows the name of the field: `has no unit: '10'`.
  var message: String
  /// Values to write instead.
  var fixes: [String] = []
  /// Help, when no value can be suggested.
  var help: String?
}
