import SwiftSource
import Testing

@testable import CIRules

/// What the gate takes for a comment or a text of another language than Swift is one.
struct SourceKindsTests {
  /// `c` is code, `/` a comment, `s` text; `?` may be anything.
  @Test(arguments: [
    ("a.c", "a//b\nc", "c///cc"), ("a.c", "a/*\n*/c", "c/////c"), ("a.c", "\"//\"c", "ssssc"),
    ("a.c", "'\"';f()", "ssscccc"), ("a.c", "'\\''c", "ssssc"),
    ("a.c", "{\n *p = f();", "cccccccccccc"), ("a.c", "1'000; 'a'", "c?????????"),
    ("a.c", "R\"(\")\"", "??????"), ("a.c", "// a\\\nb", "???????"), ("a.c", "//??/\nb", "//?????"),
    ("a.c", "f(); \\\n//a", "ccccccc///"), ("a.c", "/\\\n/a", "c????"), ("a.c", "\"a\nb", "????"),
    ("a.c", "#include <a/*b>\nc", "ccccccccccc??????"), ("a.c", "a<b/*b*/", "ccc/////"),
    ("a.c", "//a\rb", "///??"), ("a.java", "//\\u000af()", "//?????????"),
    ("a.go", "`\"`c", "sssc"), ("a.go", "'\"'c", "sssc"),
    ("a.js", "'\"' + f()", "ssscccccc"), ("a.js", "`${f()}`", "????????"),
    ("a.js", "a / b // c", "cccccc////"), ("a.js", "= /\"/; f()", "cc????????"),
    ("a.js", "i < n;//c", "cccccc///"), ("a.jsx", "= <p>//{f()}", "cc??????????"),
    ("a.ts", "//\u{2028}f()", "//??????"),
    ("a.sh", "$# -ge 0", "cccccccc"), ("a.sh", "a=${x#y}; #b", "cccccccccc//"),
    ("a.sh", "\"$a\" #b", "ssssc//"), ("a.sh", "\"$(f)\"", "??????"),
    ("a.sh", "'a\nb' #c", "sssssc//"), ("a.sh", "a=${x/ #/}; f", "cc???????????"),
    ("a.sh", "a\\ #b", "ccc??"), ("a.sh", "cat <<E\n#", "cccc?????"), ("a.sh", "(#b", "c??"),
    ("a.py", "f() #c\n", "cccc//c"), ("a.py", "\"\"\"\n#\"\"\"c", "ssssssssc"),
    ("a.py", "r'#' #", "csssc/"), ("a.py", "f'{g()}'", "c???????"), ("a.py", "f'g' #", "csssc/"),
    ("a.py", "# coding: utf-7\n", "????????????????"),
    ("a.py", "# coding: utf-8\na", "///////////////cc"),
    ("a.yml", "a: b#c #d", "ccccccc//"), ("a.yml", "a: \"#\" #", "cccsssc/"),
    ("a.yml", "a: |\n #", "cc?????"),
    ("a.yml", "a: b \"#", "ccccc??"), ("a.rb", "#a", ""),
  ])
  func kinds(path: String, text: String, expected: String) {
    guard let syntax = SourceSyntax(path: path) else {
      #expect(expected == "")
      return
    }
    let letters = SourceKinds(Array(text.utf8), syntax).kinds.map { kind -> Character in
      switch kind {
      case .code?: "c"
      case .comment?: "/"
      case .string?: "s"
      case nil: "?"
      }
    }
    #expect(String(letters) == expected)
  }
}
