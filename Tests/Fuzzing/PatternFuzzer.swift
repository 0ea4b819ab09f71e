// A program that `scripts/fuzz` builds with libFuzzer; no target of the package holds it.
import Patterns

/// Reads the input up to the first NUL as a pattern and searches the rest: it may not crash, take long
/// or depend on what was searched before, and all questions have to agree.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPattern(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: data, count: count)
  guard let end = bytes.firstIndex(of: 0) else { return 0 }
  guard let pattern = try? Pattern(String(decoding: bytes[..<end], as: UTF8.self)) else { return 0 }
  let text = UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...])
  let matcher = pattern.matcher()
  let found = matcher.firstMatch(in: text)
  precondition(matcher.occurs(in: text) == (found != nil), "found, and does not occur")
  precondition(matcher.firstMatch(in: text) == found, "the second search finds something else")
  precondition(
    pattern.matcher().firstMatch(in: text) == found, "another matcher finds another place")
  if let found {
    precondition(found.range.upperBound <= text.count)
    for case let group? in found.groups { precondition(group.upperBound <= found.range.upperBound) }
    if let required = pattern.requiredText {
      precondition(
        required.occurs(in: UnsafeRawBufferPointer(rebasing: text[found.range])),
        "the match is without the text that every match holds")
    }
  }
  precondition(
    !matcher.matchesWhole(text) || found != nil, "the whole matches, and nothing is found")
  return 0
}
