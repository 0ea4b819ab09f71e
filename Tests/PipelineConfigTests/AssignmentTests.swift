import Testing

@testable import PipelineConfig

@Suite struct AssignmentFileTests {
  @Test(arguments: [
    ("", [:]),
    ("a=1\nb-c=x=y\n\n_=", ["a": "1", "b-c": "x=y", "_": ""]),
    ("a=1\r\na=2", ["a": "2"]),
    ("a<<E\none\n\ntwo=2\nE\nb=3", ["a": "one\n\ntwo=2", "b": "3"]),
    ("a<<E\nE\n", ["a": ""]),
    ("a=x<<y", ["a": "x<<y"]),
  ])
  func reads(text: String, expected: [String: String]) throws {
    #expect(try AssignmentFile(text).values == expected)
  }

  @Test(arguments: [
    ("a=1\nnothing", 2, "is neither name=value nor name<<END"),
    ("=1", 1, "does not begin with a name of letters, digits, '_' and '-'"),
    ("1a=1", 1, "does not begin with a name of letters, digits, '_' and '-'"),
    ("a b=1", 1, "does not begin with a name of letters, digits, '_' and '-'"),
    ("a<<", 1, "has no end marker after '<<'"),
    ("x=1\na<<END\nEND ", 2, "is not followed by a line 'END'"),
  ])
  func refuses(text: String, line: Int, reason: String) throws {
    let error = #expect(throws: AssignmentFile.Failure.self) { try AssignmentFile(text) }
    #expect(error == AssignmentFile.Failure(line: line, reason: reason))
  }
}

@Suite struct DotenvFileTests {
  @Test(arguments: [
    ("", []),
    ("A=1\n# comment\n\n  B = two words  # comment\nC=a#b", ["A=1", "B=two words", "C=a#b"]),
    ("export A=1\nexport\tB='$HOME # no'", ["A=1", "B=$HOME # no"]),
    ("A=\"x\\n\\\"y\\\" \\$HOME \\q\" # c\nB=", ["A=x\n\"y\" $HOME \\q", "B="]),
    ("A=\"one\ntwo\"\r\nB=2\r\n", ["A=one\ntwo", "B=2"]),
    ("\u{FEFF}A=ü", ["A=ü"]),
    ("export=1", ["export=1"]),
    ("A=1\nA=2", ["A=1", "A=2"]),
  ])
  func reads(text: String, expected: [String]) throws {
    #expect(try DotenvFile(text).values.map { "\($0.name)=\($0.value)" } == expected)
  }

  @Test(arguments: [
    ("A=1\nB", 2, "is not NAME=value"),
    ("1A=1", 1, "is not NAME=value"),
    ("A-B=1", 1, "is not NAME=value"),
    ("\nA=\"x\ny", 2, "has no closing \""),
    ("A='x", 1, "has no closing '"),
    ("A=\"x\" y", 1, "has text after the closing quote"),
  ])
  func refuses(text: String, line: Int, reason: String) throws {
    let error = #expect(throws: DotenvFile.Failure.self) { try DotenvFile(text) }
    #expect(error?.line == line)
    #expect(error?.reason == reason)
  }
}
