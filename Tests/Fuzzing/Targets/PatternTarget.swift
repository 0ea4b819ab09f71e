import Patterns

/// Reads the input up to the first NUL as a pattern and searches the rest: that may not take long or
/// depend on what was searched before, and all questions have to agree.
let patternTarget = FuzzTarget(name: "patterns") { input throws(Contradiction) in
  guard let end = input.firstIndex(of: 0),
    let pattern = try? Pattern(String(decoding: input[..<end], as: UTF8.self))
  else { return }
  let text = UnsafeRawBufferPointer(rebasing: input[(end + 1)...])
  let matcher = pattern.matcher()
  let found = matcher.firstMatch(in: text)
  try expect(matcher.occurs(in: text) == (found != nil), "found, and does not occur")
  try expect(matcher.firstMatch(in: text) == found, "the second search finds something else")
  try expect(pattern.matcher().firstMatch(in: text) == found, "another matcher finds another place")
  if let found {
    try expect(found.range.upperBound <= text.count, "the match ends behind the text")
    for case let group? in found.groups {
      try expect(group.upperBound <= found.range.upperBound, "a group ends behind the match")
    }
    if let required = pattern.requiredText {
      try expect(
        required.occurs(in: UnsafeRawBufferPointer(rebasing: text[found.range])),
        "the match is without the text that every match holds")
    }
  }
  try expect(
    !matcher.matchesWhole(text) || found != nil, "the whole matches, and nothing is found")
}
