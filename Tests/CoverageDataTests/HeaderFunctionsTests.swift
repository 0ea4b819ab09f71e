import CIModel
import Testing

@testable import CoverageData

struct HeaderFunctionsTests {
  @Test(arguments: [
    ("#pragma once\ninline int a(int b) {\n  return b;\n}\nint c(void);\n", [[2, 4]]),
    ("int a()\n{\n\n  // b\n  if (c) { d(); }\n}\n", [[2, 2], [5, 6]]),
    (
      "struct A {\n  int b;\n  int c() const { return b; }\n};\nstruct A d(void) {\n}\n",
      [[3, 3], [5, 6]]
    ),
    ("int a[] = {\n  1,\n};\nint (*b[])(void) = {\n  c,\n};\n", []),
    ("typedef NS_ENUM(int, A) {\n  B,\n};\n@interface C (D) {\n}\n- (void)e;\n@end\n", []),
    ("#define A(b) {\\\n  b(); }\n#if defined(C)\nextern \"C\" {\nint d(int e);\n}\n#endif\n", []),
    ("struct __attribute__((packed)) A {\n  int b;\n};\nclass alignas(8) B {\n};\n", []),
    // Members that begin with braces; functions that return a named type.
    ("A(int b) : c{b} {\n  d();\n}\nint e;\n", [[1, 3]]),
    ("A(int b)\n  : c{b}\n  , d{1}\n{\n  e();\n}\nstruct F {\n  int g;\n};\n", [[2, 6]]),
    ("enum A a(enum A b) {\n  return b;\n}\nunion A a() const {\n}\n", [[1, 3], [4, 5]]),
    ("struct a::A a() const noexcept(true)\n{\n}\nstruct A *a() -> B {\n}\n", [[2, 3], [4, 5]]),
    ("enum __attribute__((a)) A {\n  b,\n};\nunion __attribute__((a)) {\n  int b;\n};\n", []),
    ("enum class A : decltype(a) {\n  b,\n};\nclass A(b) C : public D {\n  int e;\n};\n", []),
    // Each branch in a function.
    (
      "void a() {\n#ifdef B\n  b();\n#else\n  c();\n# if D\n  d();\n#endif\n  e();\n#endif\n  f();\n}\nvoid g() {\n}\n",
      [[1, 1], [3, 3], [5, 5], [7, 7], [9, 9], [11, 12], [13, 14]]
    ),
    ("#ifdef A\nvoid a() {\n#define B \\\n#if\n  b();\n}\n#endif\n", [[2, 2], [5, 6]]),
    ("}}\nauto a() -> int {\n", [[2, 2]]), ("", []),
    // The types of the parameters come behind the list, and a method may have a semicolon.
    ("static int a(b, c) int b; char *c; {\n  return b;\n}\nint d;\n", [[1, 3]]),
    ("int a(b)\n  int (*b)();\n{\n  c();\n}\n", [[3, 5]]),
    ("extern \"C\" {\nint a(b) B *b;\n{\n}\n}\n", [[3, 4]]),
    ("- (void)a;\n{\n}\n", [[2, 3]]),
    ("A<b> = requires { b(c); { d } -> E; { f } -> G; };\nint f(int);\nint g;\nenum { H };\n", []),
    ("int f(int) B;\nstruct C {\n  int d;\n};\n", []),
    ("int a() <% if (b) <% c(); %>\n  d();\n%>\nint e;\n", [[1, 3]]),
    (
      "void a() {\n%:if B\n  b();\n%:else\n  c(\"%>\");\n#endif\n}",
      [[1, 1], [3, 3], [5, 5], [7, 7]]
    ),
    // A long head.
    ("int a(\(String(repeating: "\n", count: 5_000))) {\n}\n", [[5_001, 5_002]]),
    ("int a(\(String(repeating: "int,", count: 5_000))int) {\n}\n", [[1, 2]]),
  ])
  func find(text: String, lines: [[Int]]) {
    #expect(
      HeaderFunctions.find(in: Array(text.utf8), path: "a.hpp").runs.map { [$0.first, $0.last] }
        == lines)
  }
}
