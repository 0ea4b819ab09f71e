import Testing

@testable import CIRules

/// A value is what every program reads, or the file cannot be read.
struct PropertyTreeTests {
  @Test(arguments: [
    #"{"a": 1}"#, #"{"a": [1, -0.5e+3, true, null, "\u0041\ud83d\ude00\n"]}"#, "\u{FEFF}{}", "7",
    "<plist version=\"1.0\"><dict><key>a</key><string><![CDATA[<B>]]></string></dict></plist>",
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <!-- a --><plist version="1.0"><array><true/><integer>7</integer><data> QQ== </data></array></plist>
    """, "<dict/>", "<!DOCTYPE plist>\n<dict/>", "<!DOCTYPE plist SYSTEM 'x'><dict/>",
    "<?xml version='1.0' encoding='utf-8' standalone='yes'?><plist><real>\n1 </real></plist>",
    "\n<!-- - a - --><string>a > b ]] &#9;&#x1F600;\u{7F}\u{FFFD}</string>",
  ])
  func reads(text: String) { #expect(PropertyTree.read(Array(text.utf8)) != nil) }

  @Test(arguments: [
    #"{"a": 1, "a": 2}"#, #"{"a": 1, "\u0061": 2}"#, "{} {}", "[1,]", "01", "1.", "nul", "{",
    #""\ud800""#, #""\udc00""#, "\"\u{1}\"", "// a\n{}", "{'a': 1}", "NaN",
    "<plist><dict/><dict/></plist>", "<plist><dict/></plist><dict/>", "<plist><dict></plist>",
    "<plist><dict><key>a</key><true/><key>a</key><false/></dict></plist>",
    "<!DOCTYPE plist [<!ENTITY x \"6\">]><plist><string>&x;</string></plist>",
    "<plist><string>&x;</string></plist>", "<plist><string a=\"b\">c</string></plist>",
    "<plist><other/></plist>", "<plist><dict>x<key>a</key><true/></dict></plist>",
    "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><dict/></plist>",
    "<!DOCTYPE plist SYSTEM \"><dict/><!--\"><dict/>", "<!DOCTYPE plist x><dict/>",
    "<!DOCTYPEplist><dict/>", "<plist a=\"><dict/></plist>", "<plist a='b'c='d'><dict/></plist>",
    "<plist a='' b='' c='' d='' e='' f='' g='' h='' i=''><dict/></plist>",
    "<?xml version=\"encoding='utf-8'\" encoding='utf-16'?><dict/>",
    "<plist><integer>1<!-- -->2</integer></plist>", "<plist><integer>&#49;</integer></plist>",
    "<plist><string>1<!-- -->2</string></plist>", #"{"a\u0000": 1}"#,
    "<dict><key>a&#1;</key><true/></dict>", "<plist><string>a</integer></plist>",
    "<plist><string><true/></string></plist>", "<", "<string>1<![CDATA[2]]></string>",
    "<string><![CDATA[1]]>2</string>", "<string>a]]>b</string>", "<date>1]]></date>",
    "<string>\u{1}</string>", "<string>&#1;</string>", "<string>&#x1f;</string>",
    "<string>\u{FFFE}</string>", "<string>&#xFFFF;</string>", "<string>&#+65;</string>",
    "<!-- a -- b --><dict/>", "<!-- a ---><dict/>", "<dict><!-- -- --></dict>",
    "\n<?xml version='1.0'?><dict/>", "<!-- a --><?xml version='1.0'?><dict/>",
    "<?xml version='2.0'?><dict/>", "<?xml version='1.0' standalone='maybe'?><dict/>",
    "<plist 1='a'><dict/></plist>",
  ])
  func refuses(text: String) { #expect(PropertyTree.read(Array(text.utf8)) == nil) }

  @Test func refusesWhatIsNoText() {
    #expect(PropertyTree.read([0x22, 0xFF, 0x22]) == nil)
    let deep = String(repeating: "[", count: 100_000)
    #expect(PropertyTree.read(Array(deep.utf8)) == nil)
  }

  @Test(arguments: [
    (#"{"a": 1.0}"#, #"{"a": 1.00}"#), (#"{"a": 9007199254740993}"#, #"{"a": 9007199254740992}"#),
    (#"{"a": "K"}"#, "{\"a\": \"\u{212A}\"}"), (#"{"a": 1}"#, #"{"a": "1"}"#),
    ("<dict><key>a</key><real>12</real></dict>", "<dict><key>a</key><real>1 2</real></dict>"),
    (#"{"a": {"b": 1}}"#, #"{"a": {"b": 1}, "a.b": 2}"#), (#"{"A": 1}"#, #"{"a": 1}"#),
  ])
  func differ(one: String, other: String) throws {
    let key = one.contains("b") ? "a.b" : "a"
    let first = try #require(PropertyTree.read(Array(one.utf8)))
    let second = try #require(PropertyTree.read(Array(other.utf8)))
    #expect(places(first, key) != places(second, key))
  }

  private func places(_ tree: PropertyTree, _ key: String) -> [PropertyTree.Place] {
    PropertyIndex(tree, along: [key]).places(at: key)
  }

  /// Keys that begin alike, and names that hold a dot.
  @Test(arguments: [
    ("a.b", ["1", "3"]), ("a.b.c", ["2"]), ("A", ["an object", "4"]), ("a.x", []), ("b", []),
    ("x.c", []),
  ])
  func severalKeysOfOneTree(key: String, values: [String]) throws {
    let text = #"{"a": {"b": 1, "b.c": 2, "d": 5}, "a.b": 3, "A": 4, "x": {"b": 6}}"#
    let index = PropertyIndex(
      try #require(PropertyTree.read(Array(text.utf8))),
      along: ["a.b", "a.b.c", "A", "a.x", "b", "x.c"])
    #expect(index.places(at: key).map(\.value.description).sorted() == values.sorted())
  }

  @Test func orderDoesNotCount() throws {
    let first = try #require(PropertyTree.read(Array(#"{"a": {"b": 1, "c": 2}}"#.utf8)))
    let second = try #require(PropertyTree.read(Array(#"{"x": 0, "a": {"c": 2, "b": 1}}"#.utf8)))
    #expect(places(first, "a") == places(second, "a"))
    #expect(places(first, "a.c").map(\.value.description) == ["2"])
  }
}
