/// A set of Unicode scalars, defined by a test instead of a table.
///
/// `LetterTable` and `LetterReader` store the results, so matching tests a distinct scalar of a
/// text about once.
indirect enum ScalarSet: Hashable, Sendable {
  case any
  case scalar(Unicode.Scalar)
  /// A scalar in any case; the given one is case-folded.
  case scalarIgnoringCase(Unicode.Scalar)
  case range(ClosedRange<UInt32>)
  case rangeIgnoringCase(ClosedRange<UInt32>)
  case property(ScalarProperty)
  case union([ScalarSet])
  case intersection(ScalarSet, ScalarSet)
  case difference(ScalarSet, ScalarSet)
  case symmetricDifference(ScalarSet, ScalarSet)
  case complement(ScalarSet)

  static func literal(_ scalar: Unicode.Scalar, ignoringCase: Bool) -> ScalarSet {
    ignoringCase && scalar.properties.isCased
      ? .scalarIgnoringCase(scalar.folded) : .scalar(scalar)
  }

  func contains(_ scalar: Unicode.Scalar, _ names: NamedProperties) -> Bool {
    switch self {
    case .any: true
    case .scalar(let only): scalar == only
    case .scalarIgnoringCase(let only): scalar.folded == only
    case .range(let range): range.contains(scalar.value)
    case .rangeIgnoringCase(let range):
      range.contains(scalar.value) || range.contains(scalar.folded.value)
        || range.contains(scalar.uppercased.value)
    case .property(let property): property.contains(scalar, names)
    case .union(let sets): sets.contains { $0.contains(scalar, names) }
    case .intersection(let left, let right):
      left.contains(scalar, names) && right.contains(scalar, names)
    case .difference(let left, let right):
      left.contains(scalar, names) && !right.contains(scalar, names)
    case .symmetricDifference(let left, let right):
      left.contains(scalar, names) != right.contains(scalar, names)
    case .complement(let set): !set.contains(scalar, names)
    }
  }
}

extension Unicode.Scalar {
  /// The scalar in a form that does not depend on case: as Unicode's simple case folding, the same
  /// for `ς`, `σ` and `Σ`, or `ſ` and `s`, and another one for `ı`.
  fileprivate var folded: Unicode.Scalar { self == "ı" ? self : uppercased.lowercased }

  /// The lower case of the scalar if that is a single scalar; else the scalar itself.
  private var lowercased: Unicode.Scalar {
    if isASCII { return (65...90).contains(value) ? Unicode.Scalar(UInt8(value) + 32) : self }
    let mapped = properties.lowercaseMapping.unicodeScalars
    return mapped.count == 1 ? mapped.first ?? self : self
  }

  fileprivate var uppercased: Unicode.Scalar {
    if isASCII { return (97...122).contains(value) ? Unicode.Scalar(UInt8(value) - 32) : self }
    let mapped = properties.uppercaseMapping.unicodeScalars
    return mapped.count == 1 ? mapped.first ?? self : self
  }
}
