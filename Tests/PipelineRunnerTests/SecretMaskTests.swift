import CIModel
import Testing

@testable import PipelineRunner

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
  ])
  func hidesEveryForm(values: [String], text: String, expected: String) throws {
    guard let mask = SecretMask(values) else {
      #expect(text == expected)
      return
    }
    #expect(mask.masked(text) == expected)
  }

  /// Wherever the pieces are cut, the result is that of the whole; and nothing but secrets is lost.
  @Test(arguments: 0..<100) func isTheSameInPieces(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
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
    result.outputs = ["x": "1 a/b\"c"]
    let masked = mask.masked(result)
    #expect(masked.status == .passed)
    #expect(masked.reason == "*** ***")
    #expect(masked.outputs == ["x": "1 ***"])
    #expect(mask.masked([Finding(.warning, "id", "fine")]) == [Finding(.warning, "id", "fine")])
  }
}
