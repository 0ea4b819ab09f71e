import CIModel
import Foundation
import TestSupport
import Testing

@testable import SecretMasking

@Suite struct SecretMaskTests {
  @Test(arguments: [
    (["hunter22"], "pass hunter22!", "pass ***!"),
    (["hunter22"], "hunter2 hunter22hunter22 hunter", "hunter2 *** hunter"),
    // One that holds the other, and two that overlap.
    (["secret", "secretive"], "secretive secret", "*** ***"),
    (["abcdef", "defghi"], "abcdefghi abcdef defghi", "*** *** ***"),
    (["line one\nline two\nxy\n"], "line two, line one, xy", "***, ***, xy"),
    (["abc"], "abc", "abc"),
    (["a\"b\\c"], #"{"k": "a\"b\\c"}"#, #"{"k": "***"}"#),
    (["it's mine"], #"'it'\''s mine'"#, "'***'"),
    (["a b/c+d"], "a%20b%2Fc%2Bd and a+b%2Fc%2Bd", "*** and ***"),
    // The base64 of the value, and behind one and two other bytes.
    (["hunter22"], "aHVudGVyMjI= eGh1bnRlcjIy eHhodW50ZXIyMg==", "***I= eG*** eHh***g=="),
    (["?>?>?>?>"], "Pz4/Pj8+Pz4= Pz4_Pj8-Pz4=", "***4= ***4="),
    (["Schlüssel"], "der Schlüssel.", "der ***."),
    // A colour and what no screen shows inside of it.
    (["hunter22"], "hun\u{1B}[31mter\u{1B}[0m22.", "***."),
    (["hunter22"], "h\0u\0n\0t\0e\0r\u{1B}]0;x\u{7}2\u{7F}2\0", "***\0"),
    (["first line\nsecond"], "first line\r\nsecond", "***"),
    // Inside of a sequence, or behind one that would swallow its first letter.
    (["hunter22"], "\u{1B}hunter22 \u{1B}[hunter22", "\u{1B}*** \u{1B}[***"),
    (
      ["p@ss/word"], "\u{1B}]8;;https://u:p@ss/word@h?p%40ss%2Fword\u{7}link\u{1B}]8;;\u{7}",
      "\u{1B}]8;;https://u:***@h?***\u{7}link\u{1B}]8;;\u{7}"
    ),
    // Inside of escape sequences, which logs and records keep, whole or not.
    (
      ["hunter22"], "\u{1B}]0;hunter22\u{7} \u{1B}P\nhunter22\n", "\u{1B}]0;***\u{7} \u{1B}P\n***\n"
    ),
    (["hunter22"], "\u{1B}[hunter22 \u{1B}_a\rhunter22", "\u{1B}[*** \u{1B}_a\r***"),
    (["hunter22"], "\u{1B}]hun\u{1B}[31mter22\u{7}", "\u{1B}]***\u{7}"),
    (["hunter22"], "\u{1B}]x\rhun\u{1B}]y\u{7}ter22", "\u{1B}]x\r***"),
    (["hunter22"], "hun\u{1B}]y\u{7}ter22 \u{1B}]0;hun\u{7}ter22", "*** \u{1B}]0;***"),
    // Control characters of the upper half, also in the value.
    (["hunter22"], "hun\u{85}ter\u{9B}22", "***"),
    (["hun\u{81}ter22"], #"hunter22 hun\u0081ter22"#, #"*** hun\u0081ter22"#),
    (["hun\u{81}ter 22"], #"hun\u0081ter 22"#, "***"),
    (["a b\r\nc d"], "a%20b%0D%0Ac%20d", "***"),
    // Base64 whose characters are escaped.
    (
      ["?>?>?>?>"], #"Pz4\/Pj8+Pz4= Pz4%2FPj8%2bPz4%3D Pz4&#x2F;Pj8&#43;Pz4="#,
      "***4= ***4%3D ***4="
    ),
    (["?>?>?>?>"], #"Pz4\u002fPj8\u002BPz4= Pz4\x2fPj8\53\nPz4="#, "***4= ***4="),
    (["hunter22 is long"], "aHVudGVyMjIg%0Aa\\nXMgbG9u%0d%0AZw==", "***w=="),
    // Percent encoding in every way.
    (["pä/ß +"], "p%c3%a4/%C3%9F%20+ p%C3%A4%2f%c3%9f+%2B p%C3%A4/ß%20%2b", "*** *** ***"),
    // JSON of Python and of Swift, C, Swift, Python, and bash's `$'…'` and `printf %q`.
    (
      ["é/\u{1F600}x"], #""\u00e9/\ud83d\ude00x" "\u00E9\/\u{1F600}x" \303\251/😀\x78"#,
      #""***" "***" ***"#
    ),
    (
      ["a b&c'd"], #"a\ b\&c\'d $'a b&c\'d' "a b&c'd" 'a b&c'"'"'d'"#,
      #"*** $'***' "***" '***'"#
    ),
    (["a\"b$c`d"], ##"a\"b\$c\`d 'a""b$c`d' a"b$c`d"##, "*** '***' ***"),
    (["it's"], "it''s it&#39;s it&apos;s it&#x27;s", "*** *** *** ***"),
    // Quotes in a row that one language doubles and another leaves alone.
    (["it's \"\""], #"'it'\''s ""' it''s "" it's """""#, "'***' *** ***"),
    (["<a&b>"], "&lt;a&amp;b&gt; &#60;a&#x26;b>", "*** ***"),
    // Not an escape after all.
    (["50%x"], "50%x 50%25x 50%", "*** *** 50%"),
    (["a&b;c"], "a&b;c a&", "*** a&"),
  ])
  func hidesEveryForm(values: [String], text: String, expected: String) throws {
    guard let mask = SecretMask(values) else {
      #expect(text == expected)
      return
    }
    #expect(mask.masked(text) == expected)
  }

  /// As `base64` prints it: lines of 76 characters, wherever the value begins and ends.
  @Test(arguments: 0..<90) func hidesBase64OnSeveralLines(shift: Int) throws {
    let value = "The quick brown fox jumps\nover the lazy dog 0123456789-é"
    let mask = try #require(SecretMask([value]))
    let whole = Data((String(repeating: "x", count: shift) + value + "yyy").utf8)
    for options: Data.Base64EncodingOptions in [
      [.lineLength76Characters, .endLineWithLineFeed],
      [.lineLength64Characters, .endLineWithCarriageReturn, .endLineWithLineFeed],
    ] {
      let encoded = whole.base64EncodedString(options: options)
      let masked = mask.masked(encoded)
      for word in ["quick", "lazy"] {
        // Whatever is before it, its base64 is one of three.
        for core in ["", "x", "xx"].map({ SecretMaskTests.base64Core(word, behind: $0) }) {
          #expect(!masked.filter { !$0.isNewline }.contains(core), "\(masked)")
        }
      }
      #expect(masked.contains("***"))
      #expect(masked.count < encoded.count - 40)
    }
  }

  private static func base64Core(_ word: String, behind prefix: String) -> String {
    let encoded = Data((prefix + word).utf8).base64EncodedString()
    return String(encoded.dropFirst(prefix.isEmpty ? 0 : 4).prefix(5))
  }

  /// Escapes are found wherever the pieces are cut, too.
  @Test func findsEscapesInPieces() throws {
    let mask = try #require(SecretMask(["é/\"\u{1F600} x"]))
    let text = Array(
      #"1 \u00e9\/\"\ud83d\ude00 x 2 %C3%A9/%22%F0%9F%98%80+x 3 &#233;/&quot;😀 x"#.utf8)
    for cut in 0..<text.count {
      for other in cut..<text.count {
        var stream = MaskedStream(mask)
        var result: [UInt8] = []
        for piece in [text[..<cut], text[cut..<other], text[other...]] {
          Array(piece).withUnsafeBytes { stream.take($0) { result += $0 } }
        }
        stream.finish { result += $0 }
        #expect(String(decoding: result, as: UTF8.self) == "1 *** 2 *** 3 ***")
      }
    }
  }

  /// Sequences and what they hold are found wherever the pieces are cut, too.
  @Test func findsSecretsInSequencesInPieces() throws {
    let mask = try #require(SecretMask(["hunter22"]))
    let text = Array(
      "1 \u{1B}]0;hunter22\u{7} 2 hun\u{1B}[1mter22 3 \u{1B}[hunter22 4 hun\u{1B}]a\u{1B}\\ter22"
        .utf8)
    for cut in 0..<text.count {
      for other in cut..<text.count {
        var stream = MaskedStream(mask)
        var result: [UInt8] = []
        for piece in [text[..<cut], text[cut..<other], text[other...]] {
          Array(piece).withUnsafeBytes { stream.take($0) { result += $0 } }
        }
        stream.finish { result += $0 }
        #expect(
          String(decoding: result, as: UTF8.self)
            == "1 \u{1B}]0;***\u{7} 2 *** 3 \u{1B}[*** 4 ***")
      }
    }
  }

  /// A long secret does not need a table of its own for each of its characters.
  @Test func takesLittleForALongSecret() throws {
    var random = SeededRandom(seed: 1)
    let value = String(
      decoding: (0..<12_000).map { _ in UInt8.random(in: 0x21...0x7E, using: &random) },
      as: UTF8.self)
    let automaton = SecretAutomaton(SecretForms(value).base64, alike: SecretForms.inURLs)
    #expect(automaton.transitions.count < 20_000)
    let mask = try #require(SecretMask([value]))
    let encoded = Data("xy\(value)z".utf8).base64EncodedString()
    #expect(mask.masked("a \(value) b") == "a *** b")
    #expect(mask.masked(encoded).count < 20)
    #expect(mask.masked(encoded.replacing("+", with: "-").replacing("/", with: "_")).count < 20)
  }

  @Test func isNotFilledByWhatNeverEnds() throws {
    var stream = MaskedStream(try #require(SecretMask(["hunter22"])))
    var count = 0
    let nothing = [UInt8](repeating: 0, count: 1 << 17)
    for _ in 0..<8 {
      Array("hunter".utf8).withUnsafeBytes { stream.take($0) { count += $0.count } }
      nothing.withUnsafeBytes { stream.take($0) { count += $0.count } }
    }
    #expect(count >= 7 << 17)
  }

  /// Wherever the pieces are cut, the result is that of the whole; and nothing but secrets is lost.
  @Test(arguments: 0..<100) func isTheSameInPieces(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func word(_ length: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: length, using: &random)).map { _ in
          "ab".randomElement(using: &random) ?? "a"
        })
    }
    let values = (0..<3).map { _ in word(4...9) }
    let text = word(0...200)
    let mask = try #require(SecretMask(values))
    var stream = MaskedStream(mask)
    var pieces: [UInt8] = []
    let bytes = Array(text.utf8)
    var position = 0
    while position < bytes.count {
      let end = min(bytes.count, position + Int.random(in: 0...7, using: &random))
      bytes[position..<end].withUnsafeBytes { stream.take($0) { pieces += $0 } }
      position = end
    }
    stream.finish { pieces += $0 }
    let expected = Self.masked(bytes, values)
    #expect(String(decoding: pieces, as: UTF8.self) == expected)
    #expect(mask.masked(text) == expected)
  }

  /// By trying every value at every place.
  private static func masked(_ bytes: [UInt8], _ values: [String]) -> String {
    var isHidden = [Bool](repeating: false, count: bytes.count)
    for value in values.map({ Array($0.utf8) }) where value.count <= bytes.count {
      for start in 0...(bytes.count - value.count)
      where bytes[start..<start + value.count].elementsEqual(value) {
        for index in start..<start + value.count { isHidden[index] = true }
      }
    }
    var text: [UInt8] = []
    for index in bytes.indices {
      if !isHidden[index] {
        text.append(bytes[index])
      } else if index == 0 || !isHidden[index - 1] {
        text += Array("***".utf8)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A prompt is not held back for longer than it may be a secret's beginning.
  @Test func holdsBackWhatMayBeASecretOnly() throws {
    var stream = MaskedStream(try #require(SecretMask(["hunter22"])))
    var shown = ""
    func take(_ text: String) {
      var text = text
      text.withUTF8 { bytes in
        stream.take(UnsafeRawBufferPointer(bytes)) { shown += String(decoding: $0, as: UTF8.self) }
      }
    }
    take("Name: hun")
    #expect(shown == "Name: ")
    take("gry")
    #expect(shown == "Name: hungry")
    take("hunter2")
    take("2")
    #expect(shown == "Name: hungry")
    take(".")
    #expect(shown == "Name: hungry***.")
  }

  @Test func hidesTextsOfValuesAndKeepsTheirWords() throws {
    let mask = try #require(SecretMask(["passed", "a/b\"c"]))
    var result = StepResult(id: "s", action: "run", status: .passed, reason: "passed a/b\"c")
    result.outputs = ["x": "1 a/b\"c", "status": "a/b\"c", "passed": "y"]
    let masked = mask.masked(result)
    #expect(masked.status == .passed)
    #expect(masked.reason == "*** ***")
    #expect(masked.outputs == ["x": "1 ***", "status": "***", "***": "y"])
    result.reason = "a/\u{1B}[31mb\"c and \u{1B}]0;a/b\"c\u{7}"
    #expect(mask.masked(result).reason == "*** and \u{1B}]0;***\u{7}")
    #expect(mask.masked([Finding(.warning, "id", "fine")]) == [Finding(.warning, "id", "fine")])
  }
}
