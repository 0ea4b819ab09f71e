/// Reads sizes with a unit: `500KB`, `5MB`, `1.5 MiB`. Decimal and binary prefixes both mean powers
/// of 1024, as is usual for file sizes.
enum ByteSizeText {
  private static let units: [(name: String, bytes: Int)] = [
    ("B", 1), ("KB", 1 << 10), ("KiB", 1 << 10), ("MB", 1 << 20), ("MiB", 1 << 20),
    ("GB", 1 << 30), ("GiB", 1 << 30),
  ]

  static func parse(_ text: String) -> Result<Int, TextProblem> {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text.dropFirst(number.count).drop { $0 == " " }
    guard let value = Double(number), value >= 0, !number.isEmpty, number.first != ".",
      number.last != "."
    else {
      return .failure(
        TextProblem(
          message: "must be a size with a unit, not '\(shortened(text))'",
          help: "write a number and one of B, KB, MB, GB"))
    }
    if unit.isEmpty {
      return .failure(
        TextProblem(
          message: "has no unit: '\(shortened(text))'", fixes: ["\(number)KB", "\(number)MB"]))
    }
    guard let scale = units.first(where: { $0.name.lowercased() == unit.lowercased() }) else {
      return .failure(
        TextProblem(
          message: "has the unknown unit '\(shortened(String(unit)))'",
          help: "write one of B, KB, MB, GB"))
    }
    let bytes = value * Double(scale.bytes)
    guard bytes <= Double(1 << 50) else {
      return .failure(TextProblem(message: "is too large", help: "write a smaller size"))
    }
    return .success(Int(bytes.rounded()))
  }
}
