extension PatternParser {
  /// `[a-z]`, `[^\d_]`, `[[:alpha:]]`, `[a-z&&[^x]]`, `[a-z--[x]]`.
  mutating func customClass(depth: Int = 1) throws(PatternError) -> ScalarSet {
    let start = index
    index += 1
    guard depth <= Self.maximumDepth else {
      throw .tooLarge("classes are nested more than \(Self.maximumDepth) levels deep", at: start)
    }
    let isNegated = skip("^")
    var result: ScalarSet?
    var operation = ""
    while true {
      let members = try classMembers(start, depth: depth)
      let right = members.count == 1 ? members[0] : .union(members)
      result =
        switch (result, operation) {
        case (let left?, "&&"): .intersection(left, right)
        case (let left?, "--"): .difference(left, right)
        case (let left?, _): .symmetricDifference(left, right)
        case (nil, _): right
        }
      if skip("]") { break }
      operation = string(index..<(index + 2))
      index += 2
    }
    let set = result ?? .union([])
    return isNegated ? .complement(set) : set
  }

  private var isAtOperator: Bool {
    guard let next = peek(), next == peek(1) else { return false }
    return next == "&" || next == "~" || next == "-" && peek(2) != "]"
  }

  private mutating func classMembers(
    _ start: Int, depth: Int
  ) throws(PatternError) -> [ScalarSet] {
    var members: [ScalarSet] = []
    while let next = peek() {
      if options.isExtended, next.properties.isPatternWhitespace {
        index += 1
        continue
      }
      let place = index
      if next == "]" || isAtOperator {
        guard members.isEmpty else { return members }
        throw .malformed(
          next == "]" ? "the class is empty" : "'\(next)\(next)' has no left operand",
          at: place, help: "write '\\\(next)' for a literal '\(next)'")
      }
      if next == "[" {
        if let posix = try posixClass() {
          members.append(posix)
        } else {
          members.append(try customClass(depth: depth + 1))
        }
      } else if skip("\\Q") {
        while !isAtEnd, !skip("\\E") {
          members.append(.literal(scalars[index], ignoringCase: options.ignoresCase))
          index += 1
        }
      } else if let set = try setEscape() {
        if peek() == "-", peek(1) != "]", peek(1) != "-" { throw badBound(place) }
        members.append(set)
      } else {
        members.append(try rangeOrScalar())
      }
    }
    throw .malformed("'[' has no ']'", at: start)
  }

  private func badBound(_ place: Int) -> PatternError {
    .malformed(
      "the bounds of a range must be single characters", at: place,
      help: "write '-' first or last in the class for a literal '-'")
  }

  private mutating func rangeOrScalar() throws(PatternError) -> ScalarSet {
    let place = index
    let first = try classScalar()
    guard peek() == "-", let next = peek(1), next != "]", next != "-" else {
      return .literal(first, ignoringCase: options.ignoresCase)
    }
    index += 1
    if next == "[" { throw badBound(place) }
    var ahead = self
    if try ahead.setEscape() != nil { throw badBound(place) }
    let last = try classScalar()
    guard first <= last else {
      throw .malformed("'\(first)' comes after '\(last)'", at: place, help: "swap them")
    }
    let range = first.value...last.value
    return options.ignoresCase ? .rangeIgnoringCase(range) : .range(range)
  }

  private mutating func classScalar() throws(PatternError) -> Unicode.Scalar {
    let place = index
    guard let next = peek() else { throw .malformed("the class has no ']'", at: place) }
    guard next == "\\" else {
      index += 1
      return next
    }
    if skip("\\b") { return "\u{8}" }
    if let scalar = try literalEscape() { return scalar }
    throw .malformed(
      "'\\\(peek(1).map(String.init) ?? "")' has no meaning in a class", at: place,
      help: "remove the backslash")
  }

  /// Parses `[:alpha:]` or `[:^alpha:]`; without one, returns `nil` and does not move.
  private mutating func posixClass() throws(PatternError) -> ScalarSet? {
    let start = index
    guard skip("[:") else { return nil }
    let isNegated = skip("^")
    let first = index
    while let next = peek(), ScalarProperty.asciiWord.contains(next) { index += 1 }
    let name = string(first..<index)
    guard skip(":]") else {
      index = start
      return nil
    }
    guard let posix = POSIXClass(rawValue: name) else {
      throw .malformed(
        "'[:\(name):]' is not a character class", at: start,
        help: "use one of \(POSIXClass.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let set = ScalarSet.property(.posix(posix, isASCII: options.hasASCIIClasses))
    return isNegated ? .complement(set) : set
  }
}
