import Testing

@testable import SourceCode

/// What the gate takes for a comment or a text of another language than Swift is one.
struct SourceKindsTests {
  /// `c` is code, `/` a comment, `s` text; `?` may be anything.
  private static let texts: [(String, String, String)] = [
    ("a.c", "a//b\nc", "c///cc"), ("a.c", "a/*\n*/c", "c/////c"), ("a.c", "\"//\"c", "ssssc"),
    ("a.c", "'\"';f()", "ssscccc"), ("a.c", "'\\''c", "ssssc"),
    ("a.c", "{\n *p = f();", "cccccccccccc"), ("a.c", "1'000; 'a'", "c?????????"),
    ("a.c", "R\"(\")\"", "??????"), ("a.c", "// a\\\nb", "???????"), ("a.c", "//??/\nb", "//?????"),
    ("a.c", "f(); \\\n//a", "ccccccc///"), ("a.c", "/\\\n/a", "c????"), ("a.c", "\"a\nb", "????"),
    // gcc passes over all of these before a line break, clang over all but the NUL.
    ("a.c", "//a\\\u{C}\nb", "???????"), ("a.c", "//a\\ \0\nb", "????????"),
    ("a.c", "/*a*\\\0\n/b", "?????????"), ("a.c", "/*a*\\\u{B}\t\n/b", "??????????"),
    ("a.c", "/\\\u{B}\n/a", "c?????"), ("a.c", "//a\\\u{C}b\nc", "//////cc"),
    ("a.cpp", "import <a/*b>", "ccccccccc????"), ("a.cpp", "int a<b/*b*/", "ccccccc/////"),
    ("a.cpp", "export import <a//b>", "cccccccccccccccc????"),
    ("a.c", "#include <a\"b> //", "ccccccccccc??????"),
    ("a.c", "# include \"a\\\" \"/*\"", "cccccccccc?????????"),
    // gcc joins lines before it looks for directives.
    ("a.c", "# \\\ninclude \"a\\\" \"/*\"", "cccccccccccc?????????"),
    ("a.c", "# \\ \n\tif \"a\\\" \"/*\"", "ccccccccc?????????"),
    ("a.cpp", "export import \"a\\\"; // \"/*", "cccccccccccccc????????????"),
    // Clang reads no comments there.
    ("a.c", "#warning /*\nb", "ccccccccc????"), ("a.m", "#pragma mark /*\nb", "ccccccccccccc????"),
    ("a.c", "#/**/warning /*\nb", "c////cccccccc????"),
    ("a.c", "#warning //b\nc", "ccccccccc///cc"), ("a.c", "#define A /*\n*/b", "cccccccccc/////c"),
    // A shell runs these.
    ("a.c", "//usr/bin/env b; exit\n//c", "?????????????????????????"),
    ("a.go", "\n///usr/bin/go run $0\n//c", "?????????????????????????"),
    ("a.java", "//bin/b\n//c", "???????????"), ("a.js", "/*bin/b\n*/c", "???????????"),
    ("a.c", "//===-- a/b --===//\nc", "///////////////////cc"), ("a.c", "//a\n//b/c", "///c/////"),
    ("a.c", "//https://b/c", "/////////////"), ("a.c", "// bin/b", "////////"),
    ("a.c", "/*/bin/b */c", "????????????"), ("a.c", "/*a*/b", "/////c"),
    ("a.sh", "//bin/b #c", "cccccccc//"),
    ("a.c", "#define A \"\\n\" //", "ccccccccccssssc//"),
    ("a.c", "#if __has_include(\"a\\\") // \" /*", "cccccccccccccccccc?????????????"),
    ("a.c", "a ??'b'", "cc?????"), ("a.c", "#/**/import \"a\\\" \"/*\"", "c////ccccccc?????????"),
    ("a.c", "#include <a/*b>\nc", "ccccccccccc??????"), ("a.c", "a<b/*b*/", "ccc/////"),
    ("a.c", "a//*b*/c", "c???????"), ("a.c", "//a\rb", "///??"),
    ("a.java", "//\\u000af()", "//?????????"),
    ("a.go", "`\"`c", "sssc"), ("a.go", "'\"'c", "sssc"),
    ("a.go", "//go:b\n//go", "??????c////"), ("a.c", "//go:b", "//////"),
    ("a.go", "//export A\n//", "??????????c//"), ("a.java", "//DEPS a:b\n//A", "??????????c///"),
    ("a.ts", "/// <a/>\n//b", "????????c///"), ("a.ts", "/* @jsx a */b//", "????????????c//"),
    ("a.py", "#b\n# /// script\n# a=1\n# ///\n#b", "//c????????????c?????c?????c//"),
    ("a.sh", "alias a='b #'\na #b", "??????????????????"),
    ("a.js", "'\"' + f()", "ssscccccc"), ("a.js", "`${f()}`", "????????"),
    ("a.js", "a / b // c", "cccccc////"), ("a.js", "= /\"/; f()", "cc????????"),
    ("a.js", "i < n;//c", "cccccc///"), ("a.jsx", "= <p>//{f()}", "cc??????????"),
    ("a.ts", "//\u{2028}f()", "//??????"),
    ("a.js", "break\n/\"/; f()", "cccccc????????"), ("a.js", "a\n/ b", "ccccc"),
    ("a.js", "=\u{A0}/\"/; f()", "ccc????????"), ("a.js", "\u{A0}return /\"/", "ccccccccc???"),
    ("a.js", "é / b / c", "ccc???????"), ("a.js", "class A extends /\"/", "cccccccccccccccc???"),
    ("a.js", "\u{FEFF}#!node\nf", "ccc//////cc"), ("a.js", "#!/*\nf()", "????????"),
    ("a.mjs", "#!/bin/node\nf", "///////////cc"), ("a.cts", "//a", "///"),
    ("a.c", "\u{FEFF}#include <a/*b>\nc", "cccccccccccccc??????"),
    ("a.sh", "\u{FEFF}#!sh", "ccccccc"), ("a.sh", "a\u{C}#b", "cccc"),
    ("a.sh", "#!sh -e\nc", "///////cc"),
    ("a.sh", "#!/bin/awk -f\n#", "???????????????"), ("a.py", "#!ruby\n#", "????????"),
    ("a.sh", "#!env -S bash\n#", "/////////////c/"), ("a.sh", "#!sh x\n#", "????????"),
    ("a.sh", "[[ x == +(a #) ]]", "cccccccc?????????"),
    ("a.sh", "[[ a =~ (b #) ]]", "ccccc???????????"),
    ("a.go", "/*f()*/\nimport \"C\"", "??????????????????"),
    ("a.go", "/*f()*/\n\"D\"", "///////csss"),
    ("a.yml", "a #b\u{85}c", "cc//???"),
    ("a.sh", "$# -ge 0", "cccccccc"), ("a.sh", "a=${x#y}; #b", "cccccccccc//"),
    ("a.sh", "\"$a\" #b", "ssssc//"), ("a.sh", "\"$(f)\"", "??????"),
    ("a.sh", "'a\nb' #c", "sssssc//"), ("a.sh", "a=${x/ #/}; f", "cc???????????"),
    ("a.sh", "a\\ #b", "ccc??"), ("a.sh", "a[x #y]=b", "cccc?????"), ("a.sh", "a[ #]=b", "ccc????"),
    ("a.sh", "a=([x #y]=b)", "cccccc??????"), ("a.sh", "a=( [ #]=b)", "cccccc?????"),
    ("a.sh", "a[x\n#y]=b", "cccc?????"), ("a.sh", "a[$(b", "ccc??"),
    ("a.sh", "a[${b]} #y]", "cccccccc???"), ("a.sh", "a[[0] #b]=1", "cccccc?????"),
    ("a.sh", "a[0]=b #c", "ccccccc//"), ("a.sh", "[ a ] #b", "cccccc//"),
    ("a.sh", "[[ a ]] #b", "cccccccc//"),
    ("a.sh", "[[ a &&\n #b", "ccccccccc//"), ("a.sh", "ls [a-z]* #b", "cccccccccc//"),
    ("a.sh", "a=($(b) [ #c", "cccccccccc??"), ("a.sh", "a=($(b)) #c", "ccccccccc//"),
    ("a.sh", "a=(b\n #c\n)", "cccccc//cc"), ("a.sh", "cat <<E\n#", "cccc?????"),
    ("a.sh", "(#b", "c??"),
    ("a.py", "f() #c\n", "cccc//c"), ("a.py", "\"\"\"\n#\"\"\"c", "ssssssssc"),
    ("a.py", "r'#' #", "csssc/"), ("a.py", "f'{g()}'", "c???????"), ("a.py", "f'g' #", "csssc/"),
    ("a.py", "# coding: utf-7\n", "????????????????"),
    ("a.py", "# coding: utf-8\na", "///////////////cc"),
    ("a.yml", "a: b#c #d", "ccccccc//"), ("a.yml", "a: \"#\" #", "cccsssc/"),
    ("a.yml", "a: |\n #", "cc?????"), ("a.yml", "#<%= b %>\n#c", "?????????c//"),
    ("a.yml", "#{{ b }}\n#c", "????????c//"), ("a.yml", "#{% b %}\n#c", "????????c//"),
    ("a.js", "/* @jest-environment ./b */c", "???????????????????????????c"),
    ("a.js", "// @vitest-environment b\nc", "????????????????????????cc"),
    ("a.yml", "a: b \"#", "ccccc??"), ("a.rb", "#a", ""),
  ]

  @Test(arguments: texts)
  func kinds(path: String, text: String, expected: String) {
    guard let syntax = SourceSyntax(path: path) else {
      #expect(expected == "")
      return
    }
    #expect(Self.letters(text, syntax) == expected)
  }

  /// A Swift file that another program runs.
  @Test(arguments: [
    ("#!/usr/bin/env swift\n//a", false), ("#!/usr/bin/swift -v\n//a", false), ("//a", false),
    ("#!/bin/sh\n//; a", true), ("//usr/bin/env swift $0; exit\n//a", true),
    ("#!/usr/bin/env -S swift x\n//a", true),
  ])
  func scriptsInSwift(text: String, isUnsure: Bool) {
    let kinds = SourceKinds.find(in: Array(text.utf8), path: "a.swift")
    #expect(kinds.allSatisfy { $0 == nil } == isUnsure)
  }

  /// Python looks for the name of an encoding in two lines, however long they are.
  @Test(arguments: [
    (1_100, "coding: utf-8", false), (1_100, "coding: utf-7", true), (70_000, "", true),
  ])
  func longLinesOfPython(length: Int, end: String, isUnsure: Bool) throws {
    let syntax = try #require(SourceSyntax(path: "a.py"))
    let letters = Self.letters("# \(String(repeating: "x", count: length)) \(end)\n#\n", syntax)
    #expect(letters.contains("?") == isUnsure)
  }

  private static func letters(_ text: String, _ syntax: SourceSyntax) -> String {
    let letters = SourceKinds(Array(text.utf8), syntax).kinds.map { kind -> Character in
      switch kind {
      case .code?: "c"
      case .comment?: "/"
      case .name?: "n"
      case .string?: "s"
      case nil: "?"
      }
    }
    return String(letters)
  }
}
