import Testing

@testable import LogParsing

@Suite struct ByteCursorTests {
  private func with<Value>(_ text: String, _ body: (inout ByteCursor) -> Value) -> Value {
    Array(text.utf8).withUnsafeBytes { bytes in
      var cursor = ByteCursor(bytes)
      return body(&cursor)
    }
  }

  @Test(arguments: [
    ("12", 12, ""), ("007x", 7, "x"), ("", nil, ""), ("x1", nil, "x1"),
    ("9223372036854775807", Int.max, ""), ("9223372036854775808", nil, "9223372036854775808"),
  ])
  func integers(text: String, value: Int?, rest: String) {
    let (seen, left) = with(text) { ($0.integer(), $0.text) }
    #expect(seen == value)
    #expect(left == rest)
  }

  @Test(arguments: [
    ("0.001 s", 0.001, " s"), ("1.3", 1.3, ""), ("28.95s", 28.95, "s"), ("5.", 5, "."),
    ("0.30000000000000004441", 0.30000000000000004, ""), (".5", nil, ".5"),
  ])
  func decimals(text: String, value: Double?, rest: String) {
    let (seen, left) = with(text) { ($0.decimal(), $0.text) }
    if let value, let seen {
      #expect(abs(seen - value) <= value * 1e-15)
    } else {
      #expect(seen == value)
    }
    #expect(left == rest)
  }

  @Test func findsFirstAndLast() {
    #expect(with("a: b: c") { $0.offset(of: ": ") } == 1)
    #expect(with("a: b: c") { $0.lastOffset(of: ": ") } == 4)
    #expect(with("a: b: c") { $0.take(upToLast: ": ")?.text } == "a: b")
    #expect(with("abc") { $0.offset(of: "abcd") } == nil)
    #expect(with("aab") { $0.offset(of: "ab") } == 1)
    #expect(with("") { $0.lastOffset(of: "a") } == nil)
  }
}

@Suite struct WarningShapeTests {
  @Test(arguments: [
    ("<UIView: 0x7f8a>", "<UIView>"), ("UIView:0x7fa0.width == 12.5", "UIView.width == #"),
    ("attribute 33496", "attribute #"), ("UILabel2 x3", "UILabel2 x3"), ("0x", "#x"),
  ])
  func shapes(text: String, shape: String) {
    #expect(WarningShape.shape(of: text) == shape)
  }

  @Test(arguments: [
    (
      "<NSLayoutConstraint:0x61 'UISV-spacing' H:[App.Cell:0x7f]-(8)-|>",
      ["App.Cell", "UISV-spacing"]
    ),
    ("names: '|':UIView:0x7fa0", ["UIView"]), ("no names", []), ("it's", []),
  ])
  func identifiers(text: String, expected: [String]) {
    #expect(WarningShape.identifiers(in: text) == expected)
  }
}
