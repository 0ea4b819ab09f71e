import CIModel
import Testing

@testable import CIRules

struct ReportedFilesTests {
  @Test(arguments: [
    ("Sources/A.swift", ["Sources/A.swift"]), ("./Sources/A.swift", ["Sources/A.swift"]),
    ("/checkout/Sources/A.swift", ["Sources/A.swift"]), ("/checkout/ci/Sources/B.swift", []),
    ("/ci/Sources/A.swift", ["Sources/A.swift", "ci/Sources/A.swift"]),
    ("file:///checkout/Sources/A.swift", ["Sources/A.swift"]), ("xSources/A.swift", []),
    ("B.swift", ["Tests/B.swift"]), (".//A.swift", []), ("", []), ("/", []), ("./", []),
    ("././Sources/A.swift", ["Sources/A.swift"]), ("x/Tests/B.swift/", []),
    ("Foo\u{212A}it.swift", []), ("/work/x/../Sources/./A.swift", ["Sources/A.swift"]),
    ("./Sources/../Sources//A.swift", ["Sources/A.swift"]),
    ("Sources/x//../A.swift", ["Sources/A.swift"]),
    ("/checkout//Sources///A.swift", ["Sources/A.swift"]), ("Sources//A.swift/", []),
    ("x/../../Sources/A.swift", ["Sources/A.swift"]), ("/work/../x/FooKit.swift", ["FooKit.swift"]),
  ])
  func finds(reported: String, expected: [String]) {
    let paths = ["FooKit.swift", "Sources/A.swift", "Tests/B.swift", "ci/Sources/A.swift"]
    let files = paths.map { FileChange(.modified, $0, additions: 1) }
    let search = ReportedFiles(files: files, checkout: "/checkout")
    #expect(search.files(named: reported)?.map(\.path) == expected)
  }

  /// A report is text, and a path is bytes.
  @Test func namesThatAreNotUTF8() {
    let file = FileChange(.added, "\u{FFFD}.js", pathBytes: "/y5qcw==", additions: 1)
    #expect(ReportedFiles(files: [file]).files(named: "web/\u{FFFD}.js")?.count == 1)
    #expect(ReportedFiles(files: [file]).files(named: "\u{FFFD}.js")?.count == 1)
  }

  /// A tool that follows links names what it reads by the link.
  @Test(arguments: [
    ("Sources/C.swift", ["impl/C.swift"]), ("/checkout/Lib/C.swift", ["impl/C.swift"]),
    ("/ci/Lib/C.swift", ["impl/C.swift"]), ("C.swift", ["impl/C.swift"]), ("Lib/D.swift", []),
  ])
  func links(reported: String, expected: [String]) {
    var file = FileChange(.modified, "impl/C.swift", additions: 1)
    file.otherPaths = ["Lib/C.swift", "Sources/C.swift"]
    for distrusts in [false, true] {
      let search = ReportedFiles(
        files: [file], checkout: "/checkout", distrustsChange: distrusts)
      #expect(search.files(named: reported)?.map(\.path) == expected)
    }
  }

  /// A file that a stranger adds takes no other one's place.
  @Test func decoys() {
    let files = ["A.swift", "sub/A.swift"].map { FileChange(.added, $0, additions: 1) }
    let search = ReportedFiles(files: files, distrustsChange: true)
    #expect(search.files(named: "A.swift")?.map(\.path) == ["A.swift", "sub/A.swift"])
  }
}
