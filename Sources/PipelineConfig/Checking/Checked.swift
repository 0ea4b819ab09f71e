internal import YAMLDocument

/// A value that has been checked against its kind.
struct Checked {
  var value: Value
  var range: SourceRange

  indirect enum Value {
    /// Invalid and already reported; readers report nothing more.
    case invalid
    /// Absent, where that is allowed.
    case null
    case text(String)
    case boolean(Bool)
    case integer(Int)
    case duration(Duration)
    /// Hundredths of a percent.
    case percent(Int)
    /// Not checked yet.
    case condition(ConditionText)
    case list([Checked])
    case mapping(CheckedMapping)
  }

  var isInvalid: Bool {
    if case .invalid = value { return true }
    return false
  }

  var text: String? {
    if case .text(let text) = value { return text }
    return nil
  }

  var condition: ConditionText? {
    if case .condition(let condition) = value { return condition }
    return nil
  }

  var boolean: Bool? {
    if case .boolean(let boolean) = value { return boolean }
    return nil
  }

  var integer: Int? {
    if case .integer(let integer) = value { return integer }
    return nil
  }

  var duration: Duration? {
    if case .duration(let duration) = value { return duration }
    return nil
  }

  var percent: Int? {
    if case .percent(let hundredths) = value { return hundredths }
    return nil
  }

  var list: [Checked]? {
    if case .list(let list) = value { return list }
    return nil
  }

  /// The mapping; an absent options mapping counts as an empty one.
  var mapping: CheckedMapping? {
    switch value {
    case .mapping(let mapping): mapping
    case .null: CheckedMapping()
    default: nil
    }
  }

  /// The texts of a list, without invalid elements.
  var texts: [String]? {
    guard let list else { return nil }
    var texts: [String] = []
    texts.reserveCapacity(list.count)
    for element in list {
      if let text = element.text { texts.append(text) }
    }
    return texts
  }
}

/// The known keys of a mapping, in the order in which they are written.
struct CheckedMapping {
  var entries: [CheckedEntry] = []
  /// Whether keys were reported as unknown or misplaced; a key that seems to be missing may then be
  /// present under another name.
  var hasRejectedKeys = false

  subscript(key: String) -> Checked? {
    position(of: key).map { entries[$0].value }
  }

  func entry(_ key: String) -> CheckedEntry? {
    position(of: key).map { entries[$0] }
  }

  /// Searches by index, since `first(where:)` on the entries copies each one.
  private func position(of key: String) -> Int? {
    // Most keys differ in length, which is quicker to compare.
    let count = key.utf8.count
    return entries.indices.first { entries[$0].key.utf8.count == count && entries[$0].key == key }
  }
}

struct CheckedEntry {
  var key: String
  var keyRange: SourceRange
  var value: Checked
}
