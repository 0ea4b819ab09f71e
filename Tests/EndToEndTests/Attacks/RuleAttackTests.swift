import TestSupport
import Testing

/// What single rules are told to find, written so that they would not see it.
@Suite(.blocking) struct RuleAttackTests {
  @Test(arguments: secrets + owners + tests + messages + files + moves)
  func holds(_ attack: Attack) throws { try attack.play() }

  /// A policy of one rule, what the base holds, and the change.
  private static func rule(
    _ name: String, _ rules: String, base: String = ":", _ change: String, status: Int = 1,
    arguments: [String] = [], shows: [String]
  ) -> Attack {
    Attack(
      name: name, setUp: "new; \(base); policy 'rules: { \(rules) }\\n'; \(change)",
      arguments: Attack.gate + arguments, status: status, shows: shows)
  }

  private static let armour =
    #"B='-----BEGIN RSA PRIVATE 'KEY-----; E='-----END RSA PRIVATE 'KEY-----"#
  private static let key = #"$(seq 99 | sha512sum | head -c 100)"#

  private static let secrets: [Attack] = [
    rule(
      "a key between the lines of a placeholder", "secrets: error",
      base: #"\#(armour); printf '%s\n(your key)\n%s\n' "$B" "$E" > k"#,
      #"printf '%s\n%s\n%s\n' "$B" "\#(key)" "$E" > k; ci"#,
      shows: ["k:2:1: error: rsa private key in an added line"]),
    rule(
      "the same in between", "secrets: error",
      base: #"\#(armour); printf '%s\n(your key)\n%s\n' "$B" "$E" > k"#,
      #"printf '%s\n%s\n%s\n' "$B" "\#(key)" "$E" > k; ci; git checkout -q origin/main k; ci"#,
      shows: ["k: error: rsa private key in commit"]),
    rule(
      "the first line of a key above what an earlier commit added", "secrets: error",
      #"""
      \#(armour); echo "\#(key)" > k; ci; printf '%s\n%s\n' "$B" "\#(key)" > k; ci; rm k; ci
      """#, shows: ["k: error: rsa private key in commit"]),
    rule(
      "the same in UTF-16", "secrets: error",
      #"""
      \#(armour); u() { printf '%s\n' "$@" | iconv -t UTF-16LE > k; ci; }
      u "\#(key)"; u "$B" "\#(key)"; rm k; ci
      """#, shows: ["k: error: rsa private key in commit"]),
    rule(
      "a first line that moves above the rest of the key", "secrets: error",
      #"""
      \#(armour); printf '%s\n%s\n' "\#(key)" "$B" > k; ci
      printf '%s\n%s\n' "$B" "\#(key)" > k; ci; rm k; ci
      """#, shows: ["k: error: rsa private key in commit"]),
    rule(
      "a key whose lines come one by one from the last to the first", "secrets: error",
      #"""
      \#(armour); printf '%s\n%s\n' "$B" "$E" > k; ci
      for i in $(seq 8); do sed -i "1a $(echo $i | sha512sum | head -c 12)Zz" k; ci; done; rm k; ci
      """#, shows: ["k: error: rsa private key in commit"]),
    rule(
      "the value of a key of AWS below its name", "secrets: error",
      base: "printf -- '- name: AWS_SECRET_ACCESS_KEY\\n  value: none\\n- name: B\\n' > k",
      "sed -i s,none,wJalrXUtnFEMI/K7MDENG/bPxRfi''CYzR4nD0mQ7x, k; ci",
      shows: ["k:2:10: error: AWS secret access key in an added line"]),
    rule(
      "a value far behind the name", "secrets: error",
      base: "{ echo AWS_SECRET_ACCESS_KEY; printf '%999s\\n' | tr ' ' .; echo none; } > k",
      "sed -i s,none,wJalrXUtnFEMI/K7MDENG/bPxRfi''CYzR4nD0mQ7x, k; ci",
      shows: ["k:3:1: error: AWS secret access key in an added line"]),
    rule(
      "a value too far behind the name", "secrets: error",
      base: "{ echo AWS_SECRET_ACCESS_KEY; printf '%1000s\\n' | tr ' ' .; echo none; } > k",
      "sed -i s,none,wJalrXUtnFEMI/K7MDENG/bPxRfi''CYzR4nD0mQ7x, k; ci", status: 0,
      shows: ["Passed"]),
    rule(
      "a value behind the name and blanks", "secrets: error",
      base: "{ echo AWS_SECRET_ACCESS_KEY; printf '%9000s\\n'; echo none; } > k",
      "sed -i s,none,wJalrXUtnFEMI/K7MDENG/bPxRfi''CYzR4nD0mQ7x, k; ci",
      shows: ["k:3:1: error: AWS secret access key in an added line"]),
    rule(
      "a key in a block of AWS", "secrets: error",
      base: #"printf 'provider "aws" {\n  region = "eu"\n}\n' > k"#,
      #"""
      K=wJalrXUtnFEMI/K7MDENG/bPxRfi''CYzR4nD0mQ7x
      sed -i "/region/a\\  secret_key = \"$K\"" k; ci
      """#,
      shows: ["k:3:17: error: AWS secret access key in an added line"]),
    rule(
      "the name of a key of AWS above what an earlier commit added", "secrets: error",
      """
      K=wJalrXUtnFEMI/K7MDENG/bPxRfi''CYzR4nD0mQ7x; echo "'$K'" > k; ci
      sed -i '1i aws_secret_access_key:' k; ci; rm k; ci
      """, shows: ["k: error: AWS secret access key in commit"]),
    rule(
      "the first line of another block in a comment above a key", "secrets: error",
      base: #"\#(armour); printf '"%s",\n//\n"%s"\n' "$B" "$E" > k"#,
      #"""
      printf '"%s",\n// -----BEGIN CERTIFICATE-----\n//\n"%s",\n"%s"\n' "$B" "\#(key)" "$E" > k; ci
      """#, shows: ["k:4:1: error: rsa private key in an added line"]),
    rule(
      "another block behind the first line of a key", "secrets: error",
      base: #"\#(armour); printf '"%s",\n"-----BEGIN CERTIFICATE-----",\n' "$B" > k"#,
      #"echo "\"\#(key)\"" >> k; ci"#,
      shows: ["k:3:1: error: rsa private key in an added line"]),
    rule(
      "a new certificate behind a key of the base", "secrets: error",
      base: #"""
        \#(armour); C=CERTIFICATE-----
        printf '%s\n' "$B" "\#(key)" "$E" "-----BEGIN $C" old "-----END $C" > k
        """#,
      #"sed -i "s,old,$(seq 98 | sha512sum | head -c 100)," k; ci"#, status: 0, shows: ["Passed"]),
    rule(
      "a line beside a key of the base", "secrets: error",
      base: #"\#(armour); printf '%s\n%s\n' "$B" "\#(key)" > k"#,
      "sed -i '1i x' k; ci; git checkout -q origin/main k; ci", status: 0, shows: []),
    rule(
      "merges of what is there", "secrets: error",
      """
      git checkout -q main
      for i in $(seq 200); do
        printf 'commit refs/heads/pr\\nmark :%d\\ncommitter E <e@x.y> %d +0000\\ndata 1\\nx\\n' \
          $i $((1700000000+i))
        if [ $i = 1 ]; then echo 'from refs/heads/main'; else printf 'from :%d\\nmerge :1\\n' $((i-1)); fi
        echo
      done | git fast-import --force --quiet; git checkout -q pr
      """, status: 0, shows: []),
  ]

  private static func owners(
    _ name: String, place: String = ".github", _ text: String, _ change: String,
    shows: [String]
  ) -> Attack {
    rule(
      name, "codeowners: { level: error, include: \"@org/core\" }",
      base: "mkdir -p .github .gitlab; printf '\(text)' > \(place)/CODEOWNERS",
      "cd \(place); \(change); ci; cd ..", shows: shows)
  }

  private static let owners: [Attack] = [
    owners(
      "a heading where the service has no sections", #"* @org/core\n"#,
      #"printf '[Sources] @org/core\n/Sources/\n' >> CODEOWNERS"#,
      shows: [".github/CODEOWNERS:3: error: does not name @org/core"]),
    owners(
      "a heading at a place of several services", place: ".", #"* @org/core\n"#,
      #"printf '[Sources] @org/core\n/Sources/\n' >> CODEOWNERS"#,
      shows: ["CODEOWNERS:3: error: does not name @org/core"]),
    owners(
      "one approval fewer", place: ".gitlab", #"[Core][2] @org/core\n/Sources/\n"#,
      "sed -i 's/2/1/' CODEOWNERS", shows: [".gitlab/CODEOWNERS:2: error: needs fewer approvals"]),
    owners(
      "a list that is too large to be read", #"* @org/core\n"#,
      "{ printf '# '; head -c 3000000 /dev/zero | tr '\\0' x; echo; } >> CODEOWNERS",
      shows: ["more than services read"]),
  ]

  private static func removed(_ name: String, _ change: String, shows: [String]) -> Attack {
    rule(
      name, "removed-tests: error",
      base: """
        mkdir Tests; t() { printf '  func test%s() {\\n    XCTAssertEqual(f(%s), 3)\\n  }\\n' $1 $2; }
        { echo 'final class C: XCTestCase {'; t One 1; t Two 2; echo '}'; } > Tests/C.swift
        """, "\(change); ci", shows: shows)
  }

  private static let tests: [Attack] = [
    removed(
      "a regular expression that looks like a text",
      """
      { echo 'let quote = /"/'; echo 'final class C: XCTestCase {'; t Two 2; echo '}'; } > Tests/C.swift
      """, shows: ["1 test was removed: C.testOne"]),
    removed(
      "a file that cannot be read any more",
      "{ echo 'final class C: XCTestCase {'; t Two 2; echo '} /*'; } > Tests/C.swift",
      shows: ["can no longer be read as Swift"]),
    removed(
      "a method that returns something",
      "sed -i 's/testOne()/testOne() -> Bool/; s/(1), 3)/&; return true/' Tests/C.swift",
      shows: ["removed: C.testOne"]),
    removed(
      "a class that is none of XCTest", "sed -i 's/XCTestCase/NSObject/' Tests/C.swift",
      shows: ["2 tests were removed"]),
    removed(
      "a class that a new file declares without tests",
      "sed -i 's/XCTestCase/TestBase/' Tests/C.swift; echo 'class TestBase {}' > Tests/B.swift",
      shows: ["2 tests were removed"]),
    removed(
      "a file that is hidden", "git mv Tests/C.swift Tests/.C.swift",
      shows: ["2 tests were removed"]),
    removed(
      "a file in a catalogue", "mkdir Tests/a.docc; git mv Tests/C.swift Tests/a.docc/C.swift",
      shows: ["2 tests were removed"]),
    removed(
      "a file in a hidden folder", "mkdir Tests/.build; git mv Tests/C.swift Tests/.build/C.swift",
      shows: ["2 tests were removed"]),
    removed(
      "tests that go into a hidden file",
      "{ echo 'final class D: XCTestCase {'; t One 1; echo '}'; } > Tests/.D.swift; "
        + "{ echo 'final class C: XCTestCase {'; t Two 2; echo '}'; } > Tests/C.swift",
      shows: ["removed: C.testOne"]),
    rule(
      "a test that several lines disable", "disabled-tests: error",
      base: #"mkdir Tests; printf '@Test func a() {\n  #expect(f())\n}\n' > Tests/A.swift"#,
      #"sed -i '1s/.*/@Test(\n  .disabled(\n  )\n)\nfunc a() {/' Tests/A.swift; ci"#,
      shows: ["Tests/A.swift:2:3: error: test is disabled without a reason"]),
  ]

  private static let messages: [Attack] = [
    rule(
      "a mark for the service, in a revert of nothing",
      #"commit-subject: { level: error, forbid-pattern: "\\\\[skip ci\\\\]" }"#,
      #"git commit -q --allow-empty -m 'Revert "Add [skip ci]"' -m 'This reverts commit 1234567.'"#,
      shows: ["[skip ci]"]),
    rule(
      "the same with the id of another commit",
      #"commit-subject: { level: error, forbid-pattern: "\\\\[skip ci\\\\]" }"#,
      #"git commit -q --allow-empty -m 'Revert "Add [skip ci]"' -m "This reverts commit $(git rev-parse HEAD).""#,
      shows: ["[skip ci]"]),
    rule(
      "any subject and body, in a revert of nothing",
      "commits: { level: error, style: conventional }, commit-body: { level: error, pattern: JIRA-1 }",
      #"git commit -q --allow-empty -m 'Revert "anything"' -m 'This reverts commit 1234567.'"#,
      shows: ["[commits]", "[commit-body]"]),
    rule(
      "a revert of what the base has",
      "commits: { level: error, style: conventional }, commit-body: { level: error, pattern: JIRA-1 }",
      base: "git rm -q a; ci 'Remove a'", "git revert --no-edit HEAD~", status: 0, shows: []),
    rule(
      "a correction that nobody signed", "commit-footers: { level: error, sign-off: true }",
      "echo 1 > b; ci 'fixup! Add the parser'", shows: ["is not signed off"]),
    rule(
      "an author without an address", "commit-footers: { level: error, sign-off: true }",
      """
      echo 1 > b; git add b
      git commit -q --author 'Eve <>' -m "$(printf 'Add b\\n\\nSigned-off-by: Linus <l@example.org>')"
      """, shows: ["is not signed off by its author, Eve"]),
    rule(
      "an author whose name is the beginning of another",
      "commit-footers: { level: error, sign-off: true }",
      """
      echo 1 > b; git add b
      git commit -q --author 'L <>' -m "$(printf 'Add b\\n\\nSigned-off-by: Linus <l@example.org>')"
      """, shows: ["is not signed off by its author, L"]),
    rule(
      "words of a revert", "commit-body: { level: error, required: always }",
      "ci 'Revert \"nothing\", and add b'; ci 'Revert \"nothing\"'",
      shows: ["2 errors", "has no body"]),
    rule(
      "a word very often", "commit-body: { level: error, forbid-words: [todo] }",
      """
      { head -c 40000 /dev/zero | tr '\\0' s; printf '\\n\\n'
        for i in $(seq 8000); do echo 'todo todo todo todo todo'; done; } > $V/m
      git commit -q --allow-empty -F $V/m
      """, shows: ["1 error", "body contains the word 'todo'"]),
    rule(
      "a comment that is code",
      "pr-body: { level: error, checkboxes: ticked, forbid: [\"DO NOT MERGE\"] }", "ci",
      arguments: [
        "--pr-title", "x", "--pr-body",
        "Removes the `<!--` from the page.\n\n- [ ] security\n\nDO NOT MERGE\n",
      ], shows: ["1 unticked box: security", "contains 'DO NOT MERGE'"]),
  ]

  private static func lockFile(_ name: String, _ change: String, shows: [String]) -> Attack {
    rule(
      name, "lock-files: error",
      base: """
        mkdir web; echo '{"dependencies":{}}' > web/package.json; echo '{}' > web/package-lock.json
        """, "echo '{\"dependencies\":{\"evil\":\"1\"}}' > web/package.json; \(change); ci",
      shows: shows)
  }

  private static let moves: [Attack] = [
    lockFile(
      "a lock file that goes", "git rm -q web/package-lock.json",
      shows: ["web/package-lock.json is deleted, but web/package.json still exists"]),
    lockFile(
      "a lock file that moves away", "git mv web/package-lock.json web/old.json",
      shows: ["web/package-lock.json is ", "but web/package.json still exists"]),
    lockFile(
      "a lock file that gets another mode", "chmod +x web/package-lock.json",
      shows: ["web/package.json changes without web/package-lock.json"]),
    lockFile(
      "a link in place of a lock file", "ln -sf ../a web/package-lock.json",
      shows: ["web/package-lock.json is replaced", "web/package.json still exists"]),
    lockFile(
      "a folder that moves with its lock file", "git mv web site",
      shows: ["site/package.json changes without site/package-lock.json"]),
    rule(
      "a dependency on a line that ends a comment", "lock-files: error",
      base: "printf 'let p = 1\\n' > Package.swift; echo '{}' > Package.resolved",
      """
      printf '/*\\n" */ let d = [.package(url: "https://e.x", from: "1.0.0")] //"\\n' >> Package.swift; ci
      """, shows: ["Package.swift changes without Package.resolved"]),
    rule(
      "a source from a folder that is left out",
      "licence-header: { level: error, sources: [\"**/*.swift\"], exclude: [\"Vendor/**\"] }",
      base: "mkdir Vendor Sources; seq 30 > Vendor/x.swift",
      "git mv Vendor/x.swift Sources/x.swift; echo evil >> Sources/x.swift; ci",
      shows: ["Sources/x.swift:1: error: has no licence header"]),
    rule(
      "a program from a folder that is left out", "file-modes: { level: error, exclude: [Vendor] }",
      base: "mkdir Vendor; seq 30 > Vendor/x.txt; chmod +x Vendor/x.txt",
      "git mv Vendor/x.txt x.txt; ci", shows: ["x.txt: error: becomes executable"]),
    rule(
      "binaries from a folder that is left out",
      "binary-files: { level: error, exclude: [Vendor] }",
      base: "mkdir Vendor; head -c 999 /dev/zero > Vendor/x.so", "git mv Vendor/x.so x.so; ci",
      shows: ["x.so: error: is a binary file"]),
    rule(
      "a branch that is called like those of the merge queue",
      "pr-branches: { level: error, forbid: [\".*secret.*\"] }", "ci",
      arguments: ["--pr-base", "main", "--pr-branch", "gh-readonly-queue/main/secret"],
      shows: ["has a forbidden name"]),
    report(
      "a report that is cut off", "l.xml",
      "<checkstyle version=\"4.3\"><file name=\"Sources/0.swift\">",
      shows: ["is incomplete: it ends in line 2"]),
    report(
      "a report of tests that is cut off", "l.xml",
      "<testsuites><testsuite name=\"A\"><testcase classname=\"A\" name=\"t1\"/><testcase name=\"t2",
      shows: ["is incomplete: it ends in line 2"]),
    // The tool ends lines where JavaScript does, and says 14 for the third line.
    report(
      "line separators that move the numbers of a tool", "l.json",
      "[{\"file\":\"web/a.js\",\"line\":14,\"severity\":\"Error\",\"reason\":\"eval is harmful\"}]",
      shows: ["eval is harmful"]),
  ]

  private static func report(
    _ name: String, _ file: String, _ text: String, shows: [String]
  ) -> Attack {
    rule(
      name, "linter-reports: { level: error, files: \"out/*\" }",
      base: "mkdir web; printf 'a\\nb\\n' > web/a.js; echo out > .gitignore",
      """
      { printf '// '; printf '\\342\\200\\250%.0s' $(seq 10); printf '\\neval(c)\\n'; } >> web/a.js
      git add web; git commit -qm x; mkdir out; echo '\(text)' > out/\(file)
      """, shows: shows)
  }

  private static let dependency = #"  .package(url: "https://example.com/evil", branch: "main"),"#

  private static func forbidden(_ name: String, _ change: String) -> Attack {
    rule(
      name,
      """
      file-names: { level: error, forbid: ["vendor/**"] }, custom: [
        { id: f, level: error, forbid: ["vendor/**"] },
        { id: c, level: error, if: changed("vendor/**") },
        { id: e, level: error, exists: "vendor/**" }]
      """, change, shows: ["[file-names]", "[f]", "[c]", "[e]"])
  }

  private static let files: [Attack] = [
    rule(
      "a dependency beside a word in a comment", "lock-files: error",
      base:
        #"printf 'let p = Package(dependencies: [\n])\n' > Package.swift; echo '{}' > Package.resolved"#,
      #"sed -i '1a \\#(dependency) // instead of path: ../a' Package.swift; ci"#,
      shows: ["Package.swift changes without Package.resolved"]),
    rule(
      "a dependency of a package beside the one with the lock file", "lock-files: error",
      base: """
        mkdir App Core; echo '{}' > App/Package.resolved; echo 'let p = 1' > Core/Package.swift
        echo 'let p = Package(dependencies: [.package(path: "../Core")])' > App/Package.swift
        """,
      "printf 'let p = Package(dependencies: [\\n%s\\n])\\n' '\(dependency)' > Core/Package.swift; ci",
      shows: ["Core/Package.swift changes without App/Package.resolved"]),
    rule(
      "a manifest of one version of Swift", "lock-files: error",
      base: "echo '{}' > Package.resolved",
      "printf 'let p = Package(dependencies: [\\n%s\\n])\\n' '\(dependency)' > Package@swift-6.0.swift; ci",
      shows: ["Package@swift-6.0.swift changes without Package.resolved"]),
    forbidden(
      "a submodule in place of a forbidden folder",
      "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),vendor; git commit -qm x"),
    forbidden(
      "a link in place of a forbidden folder", "mkdir ok; echo x > ok/x; ln -s ok vendor; ci"),
    rule(
      "a block that is copied and not moved", "pr-size: { fail: 100, ignore-moved: true }",
      base: """
        l() { for i in $(seq 10); do echo "let someRatherLongName$i = compute($i)"; done; }
        { echo x; l; } > a.swift
        """, "echo x > a.swift; for k in $(seq 30); do l; done > b.swift; ci",
      shows: ["[pr-size]"]),
    rule(
      "new lines beside blocks that swap their indentation",
      "pr-size: { fail: 100, ignore-moved: true, ignore-whitespace: true }",
      base: """
        l() { for i in $(seq 200); do echo "${1-}let someRatherLongName$i = compute($i)"; done; }
        { l; echo; l '  '; } > a.swift
        """, "{ l '  '; echo; l; seq 10000 10199; } > a.swift; ci", shows: ["changes 200 lines"]),
    rule(
      "a file that is moved away",
      "custom: [{ id: l, level: error, if: deleted(\"LICENSE*\") }]",
      base: "seq 300 > LICENSE", "git mv LICENSE attic.txt; ci", shows: ["[l]"]),
    rule(
      "a source that was none", "licence-header: error", base: "seq 40 > notes.txt; mkdir Sources",
      "git mv notes.txt Sources/A.swift; ci",
      shows: ["Sources/A.swift:1: error: has no licence header"]),
  ]
}
