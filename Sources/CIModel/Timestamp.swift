/// A point in time in whole seconds, written as ISO 8601 in UTC (`2026-11-20T23:31:18Z`).
package struct Timestamp: Hashable, Sendable, Comparable {
  /// Seconds since 1970-01-01T00:00:00Z, negative before it.
  package var secondsSinceEpoch: Int64

  package init(secondsSinceEpoch: Int64) {
    self.secondsSinceEpoch = secondsSinceEpoch
  }

  /// Reads `YYYY-MM-DDTHH:MM:SSZ`; `nil` for anything else.
  package init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 20, bytes[10] == UInt8(ascii: "T"), bytes[19] == UInt8(ascii: "Z") else {
      return nil
    }
    func number(_ range: Range<Int>) -> Int64? {
      var value: Int64 = 0
      for byte in bytes[range] {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        value = value * 10 + Int64(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
    else { return nil }
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": days_from_civil.
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    secondsSinceEpoch = days * 86_400 + hour * 3_600 + minute * 60 + second
  }

  /// The ISO 8601 form, such as `2026-11-20T23:31:18Z`.
  package var iso8601: String {
    let days = Int64((Double(secondsSinceEpoch) / 86_400).rounded(.down))
    let secondOfDay = secondsSinceEpoch - days * 86_400
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": civil_from_days.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthIndex = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthIndex + 2) / 5 + 1
    let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func padded(_ value: Int64, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
      + "\(padded(secondOfDay / 3_600, 2)):\(padded(secondOfDay / 60 % 60, 2)):"
      + "\(padded(secondOfDay % 60, 2))Z"
  }

  /// Parses a calendar day such as `2026-11-20` as midnight UTC; `nil` for anything else.
  package init?(calendarDay text: String) {
    guard let start = Timestamp(iso8601: "\(text)T00:00:00Z"), start.calendarDay == text else {
      return nil
    }
    self = start
  }

  /// The calendar day in UTC, such as `2026-11-20`.
  package var calendarDay: String { String(iso8601.prefix(10)) }

  /// The possible values of `weekday`.
  package static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// The day of the week in UTC.
  package var weekday: String {
    // 1970-01-01 was a Thursday.
    let days = Int64((Double(secondsSinceEpoch) / 86_400).rounded(.down))
    return Self.weekdays[Int(((days % 7) + 10) % 7)]
  }

  /// The seconds of a day.
  package static let day: Int64 = 86_400

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.secondsSinceEpoch < right.secondsSinceEpoch
  }
}

extension Timestamp: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Timestamp(iso8601: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected a time like 2026-11-20T23:31:18Z, got '\(text)'")
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(iso8601)
  }
}
