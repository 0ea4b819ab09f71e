import Patterns
import TestSupport
import Testing

/// Random patterns find in random texts what Swift's own engine finds by Unicode scalars.
@Suite struct DifferentialTests {
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func findsWhatSwiftFinds(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let text = PatternWriter.pattern(&random)
      let regex: Regex<AnyRegexOutput>
      do {
        regex = try Regex(text).matchingSemantics(.unicodeScalar).wordBoundaryKind(.simple)
      } catch {
        Issue.record("\(text) is no pattern of Swift: \(error)")
        continue
      }
      let matcher = try Pattern(text).matcher()
      for _ in 0..<6 {
        // To Swift a digit is no part of a word where it looks for `\b`, though it is to `\w`.
        var subject = PatternWriter.subject(&random)
        if text.contains("\\b") || text.contains("\\B") { subject.replace("1", with: "") }
        let found = matcher.firstMatch(in: subject)
        let expected = subject.firstMatch(of: regex).map { match in
          PatternMatch(
            range: subject.offsets(match.range),
            groups: match.output.dropFirst().map { $0.range.map(subject.offsets) })
        }
        #expect(found == expected, "/\(text)/ in \(subject.debugDescription)")
        #expect(
          matcher.occurs(in: subject) == (expected != nil),
          "/\(text)/ in \(subject.debugDescription)")
        #expect(
          matcher.matchesWhole(subject) == (subject.wholeMatch(of: regex) != nil),
          "all of \(subject.debugDescription) by /\(text)/")
      }
    }
  }
}

/// Writes patterns out of the parts that both engines have.
private enum PatternWriter {
  static func pattern(_ random: inout SeededRandom) -> String {
    let options = ["", "", "", "(?i)", "(?s)", "(?m)"].randomElement(using: &random) ?? ""
    return options + alternatives(&random, depth: 2)
  }

  static func subject(_ random: inout SeededRandom) -> String {
    let letters = ["a", "a", "a", "b", "b", "c", "A", "é", " ", "\n", "1", "-"]
    return (0..<Int.random(in: 0...6, using: &random))
      .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
  }

  private static func alternatives(_ random: inout SeededRandom, depth: Int) -> String {
    let count = [1, 1, 1, 2].randomElement(using: &random) ?? 1
    return (0..<count).map { _ in sequence(&random, depth: depth) }.joined(separator: "|")
  }

  private static func sequence(_ random: inout SeededRandom, depth: Int) -> String {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in term(&random, depth: depth) }.joined()
  }

  private static func term(_ random: inout SeededRandom, depth: Int) -> String {
    if Int.random(in: 0..<10, using: &random) == 0 {
      return ["^", "$", "\\b", "\\B", "\\A", "\\z", "\\Z"].randomElement(using: &random) ?? ""
    }
    let atom: String
    if depth > 0, Int.random(in: 0..<3, using: &random) == 0 {
      let open = ["(", "(", "(?:", "(?i:"].randomElement(using: &random) ?? ""
      atom = open + alternatives(&random, depth: depth - 1) + ")"
    } else {
      let atoms = [
        "a", "a", "b", "b", "c", "é", ".", "[ab]", "[^a]", "\\w", "\\d", "\\s", "[a-c&&[^b]]",
        "\\W",
        "\\n", "1", "[\\w-]",
      ]
      atom = atoms.randomElement(using: &random) ?? ""
    }
    let quantifiers = [
      "", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,2}", "{0,3}", "{2,4}", "{,1}", "{1,}",
    ]
    let quantifier = quantifiers.randomElement(using: &random) ?? ""
    let isLazy = !quantifier.isEmpty && Bool.random(using: &random)
    return atom + quantifier + (isLazy ? "?" : "")
  }
}

extension String {
  fileprivate func offsets(_ range: Range<Index>) -> Range<Int> {
    let start = utf8.distance(from: startIndex, to: range.lowerBound)
    return start..<(start + utf8.distance(from: range.lowerBound, to: range.upperBound))
  }
}
