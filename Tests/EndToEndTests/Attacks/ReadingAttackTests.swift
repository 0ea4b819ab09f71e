import TestSupport
import Testing

/// What a change stores is what programs get, and names are what disks make of them.
@Suite(.blocking) struct ReadingAttackTests {
  @Test(arguments: attributes + keys + names + owners + tests + history)
  func holds(_ attack: Attack) throws { try attack.play() }

  private static func attribute(
    _ name: String, _ line: String, base: String = "", status: Int = 1, shows: [String]
  ) -> Attack {
    Attack(
      name: name,
      setUp: """
        new; \(base.isEmpty ? ":" : base); base; \(line); ci
        """, status: status, shows: shows)
  }

  private static let pointer =
    #"printf 'version https://git-lfs.github.com/spec/v1\noid sha256:%064d\nsize 9\n' 7"#

  /// What git converts is not what rules look at.
  private static let attributes: [Attack] = [
    Attack(
      name: "a source in another encoding",
      setUp: """
        new; base; echo 'e.swift working-tree-encoding=UTF-16LE' > .gitattributes; git add .gitattributes
        h=$(echo 0123 | git hash-object -w --no-filters --stdin)
        git update-index --add --cacheinfo 100644,$h,e.swift; git commit -qm x; git checkout -fq HEAD -- .
        """, shows: [".gitattributes:1", "`working-tree-encoding=UTF-16LE` makes git check out"]),
    attribute(
      "the attribute alone, for a file that comes later",
      "printf '# a\\n*.swift ident\\n' > .gitattributes",
      shows: [".gitattributes:2", "`ident` makes git check out"]),
    attribute(
      "a pattern in quotes, and no blank behind it",
      "mkdir d; echo '\"e.swift\"filter=x' > d/.gitattributes",
      shows: ["d/.gitattributes:1", "`filter=x` makes git check out"]),
    attribute(
      "quotes that git cannot undo",
      #"printf '"\\d/*.sh working-tree-encoding=UTF-16LE x="\n' > .gitattributes"#,
      shows: [".gitattributes:1", "`working-tree-encoding=UTF-16LE` makes git check out"]),
    attribute(
      "a macro of the base", "echo 'e.swift wide' >> .gitattributes",
      base: "printf '[attr]w working-tree-encoding=UTF-16\\n[attr]wide w\\n' > .gitattributes; ci",
      shows: [".gitattributes:3", "`wide` makes git check out"]),
    attribute(
      "an exception that goes", "sed -i 2d .gitattributes",
      base: "{ echo '*.ps1 working-tree-encoding=UTF-16'; echo 'a.ps1 -working-tree-encoding'; } "
        + "> .gitattributes; ci",
      shows: ["removes or reorders lines that control which texts git converts"]),
    attribute(
      "an exception too long for git",
      "sed -i \"2s/ /$(printf '%3000s')/\" .gitattributes",
      base: "{ echo '*.ps1 working-tree-encoding=UTF-16'; echo 'a.ps1 -working-tree-encoding'; } "
        + "> .gitattributes; ci",
      shows: ["removes or reorders lines that control which texts git converts"]),
    attribute(
      "an exception that ends at a NUL", "sed -i '2s/ /\\x00/' .gitattributes",
      base: "{ echo '*.ps1 working-tree-encoding=UTF-16'; echo 'a.ps1 -working-tree-encoding'; } "
        + "> .gitattributes; ci",
      shows: ["removes or reorders lines that control which texts git converts"]),
    Attack(
      name: "the author excuses the strictest rule",
      setUp: """
        new
        policy 'rules: { secrets: warning, custom: [{ id: evil, level: error, added-lines: evil }] }
        '
        echo 'e.swift working-tree-encoding=IBM037' > .gitattributes
        ci "$(printf 'x\\n\\nDevtool-Ignore: evil It is fine.')"
        """, shows: [".gitattributes:1: error:", "[secrets]"]),
    attribute(
      "attributes that move up", "git mv d/.gitattributes .gitattributes",
      base: "mkdir d; echo '*.ps1 working-tree-encoding=UTF-16' > d/.gitattributes; ci",
      shows: [".gitattributes:1"]),
    attribute(
      "attributes in other letters", "echo 'e.swift ident' > .GitAttributes",
      shows: [".GitAttributes:1"]),
    attribute(
      "a pointer in place of a source", "\(pointer) > e.swift",
      base: "seq 9 > e.swift; ci", shows: ["e.swift", "is a Git LFS pointer"]),
    attribute(
      "the same, behind a blank line and with the attribute",
      "{ echo; \(pointer); } > e.swift; echo '*.swift filter=lfs' > .gitattributes",
      shows: ["e.swift", "is a Git LFS pointer"]),
    attribute(
      "the same, behind a blank of Unicode",
      "{ printf '\\342\\200\\203'; \(pointer); } > e.swift; echo '*.swift filter=lfs' > .gitattributes",
      shows: ["e.swift", "is a Git LFS pointer"]),
    attribute(
      "a pointer where the base has pointers",
      "\(pointer) > a.psd; echo '*.mp4 filter=lfs' >> .gitattributes",
      base: "echo '*.psd filter=lfs diff=lfs merge=lfs -text' > .gitattributes; ci",
      status: 0, shows: []),
    attribute(
      "attributes of the base that other lines come to",
      "printf '*.md text\\n*.ps1  working-tree-encoding=UTF-16\\n' > .gitattributes",
      base: "echo '*.ps1 working-tree-encoding=UTF-16' > .gitattributes; ci", status: 0, shows: []),
    Attack(
      name: "the strictest rule speaks",
      setUp: """
        new; policy 'rules: { secrets: note, custom: [{ id: evil, level: error, added-lines: evil }] }\\n'
        echo 'e.swift working-tree-encoding=IBM037' > .gitattributes; git add .gitattributes; git commit -qm x
        """, shows: [".gitattributes:1: error:"]),
  ]

  private static let protectedKeys =
    #"rules: { protected-keys: { level: error, files: ["**/*.json", "**/*.plist"], keys: [version] } }\n"#

  private static func plist(_ name: String, _ change: String) -> Attack {
    Attack(
      name: name,
      setUp: """
        new; P="<plist version='1.0'><dict><key>version</key><integer>12</integer></dict></plist>"
        echo "$P" > p.plist; policy '\(protectedKeys)'; \(change); ci
        """, shows: ["p.plist"])
  }

  private static let keys: [Attack] = [
    plist(
      "a document type that ends in a text",
      #"printf '<!DOCTYPE plist SYSTEM ">%s<!--">\n%s<!-- -->\n' "$P" "$(echo "$P" | sed s/12/6/)" > p.plist"#
    ),
    plist("a blank in a number", "sed -i 's/12/1 2/' p.plist"),
    plist("another format", "echo '{\"version\": 12}' > p.plist"),
    plist("a comment in a number", "sed -i 's/12/1<!-- -->2/' p.plist"),
    Attack(
      name: "a key that ends at a NUL for some",
      setUp: """
        new; echo '{"version":"1"}' > p.json; policy '\(protectedKeys)'
        echo '{"version":"1","version\\u0000":"6"}' > p.json; ci
        """, shows: ["is neither valid JSON"]),
    Attack(
      name: "a key with another s",
      setUp: """
        new; echo '{"version":"1"}' > p.json; policy '\(protectedKeys)'
        printf '{"version":"1","ver\\305\\277ion":"6"}' > p.json; ci
        """, shows: ["'version' changes"]),
    Attack(
      name: "a file with protected keys in other letters",
      setUp: """
        new; mkdir App; echo '{"version":"1"}' > App/p.json; policy '\(protectedKeys)'
        mkdir app; echo '{"version":"6"}' > app/P.json; ci
        """, shows: ["app/P.json", "has the same name as App/p.json on other systems"]),
    Attack(
      name: "a new file is no twin",
      setUp: """
        new; mkdir App; echo '{"version":"1"}' > App/p.json; policy '\(protectedKeys)'
        echo '{"version":"6"}' > App/q.json; ci
        """, status: 0),
  ]

  private static func names(_ name: String, _ rules: String, _ change: String) -> Attack {
    Attack(
      name: name, setUp: "new; policy 'rules: { \(rules) }\\n'; \(change); ci",
      shows: ["error: "])
  }

  private static let hooks =
    #"protected-files: { level: error, files: [".github/**", Package.swift] }"#

  private static let names: [Attack] = [
    names(
      "a link in other letters above protected files", hooks,
      "mkdir z; echo 1 > z/a; ln -s z .GitHub"),
    names("a file in other letters in place of a protected folder", hooks, "echo 1 > .GitHub"),
    names("a letter that folds to another", hooks, "echo 1 > $(printf 'Package.\\305\\277wift')"),
    names("a file beside one of the base in other letters", "file-names: error", "echo 1 > A"),
    names(
      "a sign that Windows refuses, with an accent", "file-names: error",
      "echo 1 > \"$(printf 'b:\\314\\201c')\""),
    names("a name of a device, with a blank", "file-names: error", "echo 1 > 'aux .txt'"),
  ]

  private static func owners(
    _ name: String, _ change: String, message: String = "x", status: Int = 1,
    shows: [String] = ["CODEOWNERS:"]
  ) -> Attack {
    Attack(
      name: name,
      setUp: """
        new; printf '[Core] @org/core\\n/x\\n/y @org/core\\n' > CODEOWNERS
        policy 'rules: { codeowners: { level: error, include: "@org/core" } }\\n'; \(change)
        ci "$(printf '\(message)')"
        """, status: status, shows: shows)
  }

  private static let owners: [Attack] = [
    owners("a heading with another owner", "sed -i '1s/.*/[Core] @evil/' CODEOWNERS"),
    owners(
      "a heading whose name is the owner", "sed -i '1s/.*/[a @org\\/core b] @evil/' CODEOWNERS"),
    owners("a new heading without owners", "sed -i '1a [X]' CODEOWNERS"),
    owners("a heading that goes", "sed -i 1d CODEOWNERS"),
    owners("a section that becomes optional", "sed -i '1s/^/^/' CODEOWNERS"),
    owners(
      "owners of a heading that GitLab does not read",
      "sed -i '1s/.*/[Core] ! @org\\/core/' CODEOWNERS"),
    owners(
      "approvals that are no number", "sed -i '1s/.*/[Core][x] @org\\/core/' CODEOWNERS"),
    owners("a list that is emptied", ": > CODEOWNERS"),
    owners(
      "a list of comments at another place",
      "mkdir .github; echo '# nobody' > .github/CODEOWNERS"),
    owners(
      "a second list at a place that is looked at first",
      "mkdir .github; echo '/unused @org/core' > .github/CODEOWNERS"),
    owners("a line that goes", "sed -i 3d CODEOWNERS"),
    Attack(
      name: "lines that move ahead of those of others",
      setUp: """
        new; printf '* @bob\\n/x @org/core\\n' > CODEOWNERS
        policy 'rules: { codeowners: { level: error, include: "@org/core" } }\\n'
        printf '/x @org/core\\n* @bob\\n' > CODEOWNERS; ci
        """, shows: ["CODEOWNERS:2:"]),
    owners(
      "moving the list is fine",
      "mkdir docs; git mv CODEOWNERS docs/CODEOWNERS", status: 0, shows: []),
    owners(
      "moving the list away is not", "git mv CODEOWNERS docs.txt",
      shows: ["docs.txt: error: moves away from CODEOWNERS"]),
    owners(
      "nor to another service's place", "mkdir .github; git mv CODEOWNERS .github/CODEOWNERS",
      shows: ["GitLab will not find it here"]),
    owners("an owner with a backslash", "printf '/z @or\\\\g/core\\n' >> CODEOWNERS"),
    owners("a pattern like a heading", "echo '[y]* @evil' >> CODEOWNERS"),
    owners("a comment with an accent", "printf '[Y]\\n/z#\\314\\201 @org/core\\n' >> CODEOWNERS"),
    owners(
      "its author suppresses it", "echo '/z @evil' >> CODEOWNERS",
      message: "x\\n\\nDevtool-Ignore: codeowners fine"),
  ]

  private static func removed(_ name: String, _ change: String) -> Attack {
    Attack(
      name: name,
      setUp: """
        new; mkdir Tests; O='@Test func one() { #expect(1==1) }'; W='@Test func two() { #expect(2==2) }'
        printf 'struct A {\\n%s\\n%s\\n}\\n' "$O" "$W" > Tests/A.swift
        policy 'rules: { removed-tests: error }\\n'; \(change); ci
        """, shows: ["removed: "])
  }

  private static let tests: [Attack] = [
    removed(
      "a test in a string",
      #"printf 'struct A {\n%s\nlet s = """\n%s\n"""\n}\n' "$O" "$W" > Tests/A.swift"#),
    removed(
      "a test that no build has",
      #"printf 'struct A {\n%s\n#if !(true || X)\n%s\n#endif\n}\n' "$O" "$W" > Tests/A.swift"#),
    removed(
      "a test in a function",
      #"printf 'struct A {\n%s\nfunc x() {\n%s\n}\n}\n' "$O" "$W" > Tests/A.swift"#),
    removed(
      "a test behind a condition on three lines",
      #"printf 'struct A {\n%s\n#if (\nfalse\n)\n%s\n#endif\n}\n' "$O" "$W" > Tests/A.swift"#),
    removed("tests that move away", "git mv Tests/A.swift A.txt"),
    removed("a link in place of tests", "ln -sf ../a Tests/A.swift"),
  ]

  private static func escaped(_ escape: String) -> Attack {
    Attack(
      name: "a token behind \(escape)",
      setUp: "new; base; printf 'let a = \"x%s%s\"\\n' '\(escape)' $TOK > s.swift; ci",
      shows: ["GitHub token in an added line"])
  }

  private static let history: [Attack] =
    [
      #"\n"#, #"\t"#, "%20", #"\u0020"#, #"\x20"#, #"\e[1;31m"#, #"\cJ"#, "%u0020", #"\e[38:5:1m"#,
      #"\e[2K"#,
    ].map(escaped) + [
      Attack(
        name: "a key whose lines end with blanks",
        setUp: """
          new; base; E=$(head -c 20 /dev/urandom | od -An -tx1 | tr -d ' \\n' | head -c 32)
          printf -- '-----BEGIN RSA PRIVATE KEY-----\\n%s \\n%s \\n%s \\n' $E $E $E > s.txt; ci
          """, shows: ["private key"]),
      Attack(
        name: "a large file that a later commit takes back",
        setUp: """
          new; policy 'rules: { large-files: { fail: 1MB } }\\n'; head -c 1100000 /dev/zero > b.bin; ci
          git rm -q b.bin; ci
          """, shows: ["b.bin", "although a later commit removes or replaces it"]),
      Attack(
        name: "a large file that moves there and back is not new",
        setUp: """
          new; head -c 1100000 /dev/zero > b.bin; policy 'rules: { large-files: { fail: 1MB } }\\n'
          git mv b.bin c.bin; ci; git mv c.bin b.bin; ci
          """, status: 0),
    ]
}
