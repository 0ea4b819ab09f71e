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
    var search = ReportedFiles(files: files, checkout: "/checkout")
    #expect(search.files(named: reported)?.map(\.path) == expected)
  }

  /// A report is text, and a path is bytes.
  @Test func namesThatAreNotUTF8() {
    let file = FileChange(.added, "\u{FFFD}.js", pathBytes: "/y5qcw==", additions: 1)
    for name in ["web/\u{FFFD}.js", "\u{FFFD}.js"] {
      var search = ReportedFiles(files: [file])
      #expect(search.files(named: name)?.count == 1)
    }
  }

  /// Windows ignores case, and MSVC writes paths in lower case.
  @Test(arguments: [
    ("file:///c:/agent/1/s/sources/net.cpp", ["Sources/Net.cpp"]),
    ("C:\\agent\\1\\s\\SOURCES\\Net.cpp", ["Sources/Net.cpp"]),
    ("sources\\net.cpp", ["Sources/Net.cpp"]), ("c:/s/sources/größe.cpp", ["Sources/Größe.cpp"]),
    ("\\\\host\\s\\sources\\net.cpp", ["Sources/Net.cpp"]), ("c:/s/sources/a.cpp", []),
    ("a\\b.cpp", ["a\\b.cpp"]),
    ("A\\b.cpp", []),
  ])
  func pathsOfWindows(reported: String, expected: [String]) {
    let files = ["Sources/Net.cpp", "Sources/Größe.cpp", "a\\b.cpp"].map {
      FileChange(.modified, $0, additions: 1)
    }
    for distrusts in [false, true] {
      var search = ReportedFiles(files: files, distrustsChange: distrusts)
      #expect(search.files(named: reported)?.map(\.path) == expected)
    }
  }

  /// The disk of the tool may ignore case, too; then a stranger's new file can have two names.
  @Test(arguments: ["sources/net.cpp", "/agent/1/s/sources/net.cpp"])
  func pathsInAnotherCase(reported: String) {
    let files = [FileChange(.modified, "Sources/Net.cpp", additions: 1)]
    for distrusts in [false, true] {
      var search = ReportedFiles(files: files, distrustsChange: distrusts)
      #expect(search.files(named: reported) == (distrusts ? files : []))
    }
  }

  /// Macs report decomposed names, whichever git stores.
  @Test(arguments: [
    ("Gro\u{308}\u{DF}e/A.swift", ["Gr\u{F6}\u{DF}e/A.swift"]),
    ("/checkout/Gro\u{308}\u{DF}e/A.swift", ["Gr\u{F6}\u{DF}e/A.swift"]),
    ("/ci/Gro\u{308}\u{DF}e/A.swift", ["Gr\u{F6}\u{DF}e/A.swift"]),
    ("Gr\u{F6}\u{DF}e/A.swift", ["Gr\u{F6}\u{DF}e/A.swift"]), ("Gro\u{DF}e/A.swift", []),
    ("e\u{301}.swift", ["e\u{301}.swift"]), ("Lib/u\u{308}.swift", ["Lib/\u{FC}.swift"]),
    ("\u{FC}.swift", ["Lib/\u{FC}.swift"]), ("u\u{308}.swift", ["Lib/\u{FC}.swift"]),
  ])
  func normalizations(reported: String, expected: [String]) {
    let paths = ["Gr\u{F6}\u{DF}e/A.swift", "Lib/\u{FC}.swift", "e\u{301}.swift", "\u{E9}.swift"]
    let files = paths.map { FileChange(.added, $0, additions: 1) }
    var search = ReportedFiles(files: files, checkout: "/checkout")
    let found = search.files(named: reported)?.map(\.exactPath)
    #expect(found == expected.map { RepositoryPath($0) })
    // A change could add the decomposed name.
    var strict = ReportedFiles(files: files, checkout: "/checkout", distrustsChange: true)
    #expect(strict.files(named: reported)?.isEmpty == expected.isEmpty)
    #expect(strict.files(named: "/ci/x/e\u{301}.swift")?.count == 2)
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
      var search = ReportedFiles(
        files: [file], checkout: "/checkout", distrustsChange: distrusts)
      #expect(search.files(named: reported)?.map(\.path) == expected)
    }
  }

  /// A file that a stranger adds takes no other one's place.
  @Test func decoys() {
    let files = ["A.swift", "sub/A.swift"].map { FileChange(.added, $0, additions: 1) }
    var search = ReportedFiles(files: files, distrustsChange: true)
    #expect(search.files(named: "A.swift")?.map(\.path) == ["A.swift", "sub/A.swift"])
  }
}
