import TestSupport
import Testing

/// A change cannot show a rule something else than what compilers, shells and other programs read.
@Suite(.blocking) struct HidingAttackTests {
  @Test(arguments: encodings + values + paths + globs + cuts)
  func holds(_ attack: Attack) throws { try attack.play() }

  private static let token = "GitHub token in an added line"

  /// A rule on lines beside `secrets`.
  private static let lines = """
    new; printf 'rules:\\n  secrets: error\\n  pr-size: { fail: 50 }\\n  conflict-markers: error\\n' > .ci.yml
    printf '  custom: [{ id: t, level: error, added-lines: "^evil" }]\\n' >> .ci.yml; ci
    git update-ref refs/remotes/origin/main HEAD; git checkout -q -b pr
    wide() { sed 's/./&\\x00/g; s/$/\\n/' | tr -d '\\n' | sed 's/\\x00$//'; }

    """

  /// Every text is looked at as it is, and in every other way in which it can be read.
  /// A policy that allows for nothing new, and a violation.
  private static let compared = #"""
    new; bad='[{"file":"A.swift","line":2,"severity":"Error","reason":"bad cast"}]'
    [ -z "${old:-}" ] || echo "$old" > base.json
    echo true > s.sh
    policy 'steps: { s: sh s.sh }\nrules: { linter-reports: { files: lint.json, new: { fail: 0 }, base-files: base.json } }\n'

    """#

  private static let encodings: [Attack] = [
    Attack(
      name: "a byte order mark before a shell script",
      setUp: lines + "printf '\\377\\376\\nT=%s\\nevil()\\n<<<<<<< a\\n' $TOK > b.sh; ci",
      shows: [token, "matches `^evil`", "unresolved merge conflict"]),
    Attack(
      name: "the same, in a commit that is taken back",
      setUp: "new; base; printf '\\377\\376\\nT=%s\\n' $TOK > b.sh; ci; git rm -q b.sh; ci",
      shows: ["GitHub token in commit"]),
    Attack(
      name: "the mark of the other order, and as many lines as nobody reviews",
      setUp: lines + "printf '\\376\\377\\n' > b; seq 99 >> b; ci", shows: ["limit is 50"]),
    Attack(
      name: "a comment that makes a source look like UTF-16",
      setUp: lines + """
        { printf '/*'; printf 'a\\000%.0s' $(seq 2100); printf '*/\\n'; seq 99 | sed 's/.*/int v&;/'
        printf 'evil()\\nx="%s"\\n' $TOK; } > x.c; ci
        """, shows: [token, "matches `^evil`", "limit is 50"]),
    Attack(
      name: "UTF-16 behind letters that have no zero in them",
      setUp: "new; base; "
        + "{ printf '\\077\\004\\100\\004\\070\\004%.0s' $(seq 900); printf %s \" $TOK \" | sed 's/./&\\x00/g'; } > b; ci",
      shows: [token]),
    Attack(
      name: "UTF-16 from an odd byte on",
      setUp:
        "new; base; { printf '\\377\\376X'; printf %s \" $TOK \" | sed 's/./&\\x00/g'; } > b; ci",
      shows: [token]),
    Attack(
      name: "UTF-16 behind a long comment",
      setUp: "new; base; "
        + "{ printf '#%.0s' $(seq 9000); printf %s \" $TOK \" | sed 's/./&\\x00/g'; } > b; ci",
      shows: [token]),
    Attack(
      name: "UTF-32 without a mark",
      setUp: "new; base; printf %s \" $TOK \" | sed 's/./&\\x00\\x00\\x00/g' > b; ci",
      shows: [token]),
    Attack(
      name: "carriage returns for line ends",
      setUp: lines + "{ seq 99; echo 'evil()'; } | tr '\\n' '\\r' > a.swift; ci",
      shows: ["matches `^evil`", "limit is 50"]),
    Attack(
      name: "a byte order mark of UTF-8 before the first line",
      setUp: lines + "printf '\\357\\273\\277evil()\\n' > a.swift; ci", shows: ["matches `^evil`"]),
    Attack(
      name: "control characters in a script of an unknown kind",
      setUp: lines + """
        { printf '# '; printf '\\001\\002\\003\\000%.0s' $(seq 40); printf '\\nevil()\\n'; } > x.ps1; ci
        """, shows: ["matches `^evil`"]),
    Attack(
      name: "a private key behind long headers",
      setUp: """
        new; base; { echo "-----BEGIN PGP PRIVATE ""KEY BLOCK-----"
        for i in $(seq 60); do echo "Comment: x y x y x y x y x y x y x y x y x y x y x y x y x y x y"; done
        echo; echo MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7; } > k.asc; ci
        """, shows: ["private key block in an added line"]),
    Attack(
      name: "a NUL in a file that a linter complains of",
      setUp: """
        new; policy 'rules: { linter-reports: { level: error, files: lint.json } }\\n'
        printf '// \\000\\nlet a = b as! C\\n' > A.swift; ci
        echo '[{"file":"A.swift","line":2,"severity":"Error","reason":"bad cast"}]' > lint.json
        """, shows: ["A.swift:2", "bad cast"]),
    Attack(
      name: "a report that the branch committed",
      setUp: """
        new; policy 'rules: { linter-reports: { level: error, files: lint.json } }\\n'
        echo '[]' > lint.json; ci
        """, shows: ["lint.json is tracked by git, so the change may have written it"]),
    Attack(
      name: "a report that the branch committed beside that of another tool",
      setUp: twoReports + "mkdir out; echo '[]' > out/l.json; ci; " + written,
      shows: ["out/l.json is tracked by git, so the change may have written it"]),
    Attack(
      name: "a tool that writes no report beside another one",
      setUp: twoReports + "ci; " + written + "; rm out/l.json",
      shows: ["there is no report out/l.json"]),
    Attack(
      name: "a folder of reports that is a link to elsewhere",
      setUp: twoReports + "mkdir out; ln -s /tmp out/T; ci; " + written,
      shows: ["out/T: error: is a link or submodule in a folder of reports"]),
    Attack(
      name: "reports that the base tracks",
      setUp: "tracked='mkdir -p out/T; echo no > out/T/TEST-b.xml; '; " + twoReports + "ci; "
        + written + "; echo '[]' > out/l.json", status: 0),
    Attack(
      name: "a report of coverage that the branch committed",
      setUp: """
        new; policy 'rules: { covered-files: { reports: [out/*.json], fail: 80 } }\n'
        mkdir out; echo '{}' > out/b.json; ci; echo '{"targets":[]}' > out/a.json
        """, shows: ["out/b.json is tracked by git"]),
    Attack(
      name: "a report of the base that the branch committed",
      setUp: compared + "echo \"$bad\" > base.json; ci; echo \"$bad\" > lint.json",
      shows: ["there is no base report base.json"]),
    Attack(
      name: "a report of the base that the branch changed",
      setUp: "old='[]'; " + compared + "echo \"$bad\" > base.json; ci; echo \"$bad\" > lint.json",
      shows: ["1 new result since the base"]),
    Attack(
      name: "a report of the base that a step writes",
      setUp: compared
        + "printf 'cp lint.json base.json' > s.sh; ci; echo '[]' > base.json; echo \"$bad\" > lint.json",
      arguments: ["check", "--config-from", "base"], shows: ["1 new result since the base"]),
    Attack(
      name: "a file that fits the report better than the one that it means",
      setUp: """
        new; policy 'rules: { linter-reports: { level: error, files: lint.json } }\\n'
        mkdir -p Sources ci/Sources; printf '\\nlet a = b as! C\\n' > Sources/A.swift
        echo x > ci/Sources/A.swift; ci
        echo '[{"file":"/ci/Sources/A.swift","line":2,"severity":"Error","reason":"bad cast"}]' > lint.json
        """, shows: ["Sources/A.swift:2", "bad cast"]),
  ]

  private static let twoReports = """
    new; eval "${tracked:-}"
    policy 'rules: { linter-reports: { files: [out/l.json, out/**/TEST-*.xml] } }\n'; echo x > b.swift

    """
  private static let written = """
    mkdir -p out; echo '[{"file":"b.swift","line":1,"severity":"Error","reason":"bad"}]' > out/l.json
    echo '<testsuite><testcase name="a"/></testsuite>' > out/TEST-a.xml
    """

  /// The program of a rule comes from the base; what it prints before a secret is as long as the change
  /// makes it.
  private static func cut(_ name: String, _ program: String) -> Attack {
    Attack(
      name: name,
      setUp: """
        new; printf 'secrets: [S]\nrules:\n  custom: [{ id: spy, level: error, command: [sh, spy], env: [S] }]\n' > .ci.yml
        cat > spy <<'END'
        \(program)
        END
        ci; git update-ref refs/remotes/origin/main HEAD; git checkout -q -b pr; echo 1 > b; ci
        """, environment: ["S": "hunter2secretXY"], shows: ["the rule is broken"],
      holds: "if grep -aE 'hunter2|unter2secretX' \"$V/out\" \"$V/err\"; then exit 1; fi")
  }

  private static let cuts: [Attack] = [
    cut(
      "a secret at the end of what is quoted of a line",
      #"printf 'e%.0s' $(seq 286) >&2; echo "$S" >&2; exit 3"#),
    cut(
      "a secret at the beginning of what is kept of errors",
      #"""
      { head -c 71680 /dev/zero | tr '\000' y; printf %s "$S"; head -c 65521 /dev/zero | tr '\000' x; echo; } >&2
      exit 3
      """#),
    cut(
      "a secret at the end of what is quoted of the output",
      #"printf 'e%.0s' $(seq 66); echo "$S""#),
  ]

  private static let keys =
    #"rules: { protected-keys: { level: error, files: ["**/*.json","**/*.plist"], keys: [version, app.id] } }\n"#

  private static func json(_ name: String, _ old: String, _ change: String) -> Attack {
    Attack(
      name: name,
      setUp: """
        new; mkdir FooKit; printf '\(old)' > FooKit/p.json; policy '\(keys)'; \(change); ci
        """)
  }

  /// Values are what every program reads.
  private static let values: [Attack] = [
    json(
      "a key twice", #"{"version":"1"}"#, #"echo '{"version":"1","version":"6"}' > FooKit/p.json"#),
    json(
      "a key twice, once with escapes", #"{"version":"1"}"#,
      #"echo '{"version":"1","\u0076ersion":"6"}' > FooKit/p.json"#),
    json(
      "a key in other letters", #"{"version":"1"}"#,
      #"echo '{"version":"1","Version":"6"}' > FooKit/p.json"#),
    json(
      "a number that rounding hides", #"{"version":20260101120000001}"#,
      #"echo '{"version":20260101120000002}' > FooKit/p.json"#),
    json(
      "a letter that looks alike", #"{"version":"K1"}"#,
      #"printf '{"version":"\342\204\2521"}' > FooKit/p.json"#),
    json(
      "a file whose path looks alike", #"{"version":"1","pad":"xxxxxxxxxxxxxxxxxxxxxxxxxxx"}"#,
      #"echo '{"version":"6"}' > FooKit/p.json; d=$(printf 'Foo\342\204\252it'); mkdir $d; echo '{}' > $d/p.json"#
    ),
    json(
      "a folder that is moved away, and a link in its place",
      #"{"version":"1","pad":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}"#,
      #"git mv FooKit real; mkdir other; echo '{"version":"6"}' > other/p.json; ln -s other FooKit"#
    ),
    json(
      "a key with a dot beside the nested one", #"{"app":{"id":"1"}}"#,
      #"echo '{"app.id":"1","app":{"id":"6"}}' > FooKit/p.json"#),
    Attack(
      name: "a second dictionary of a property list",
      setUp: """
        new; D='<dict><key>version</key><string>1</string></dict>'; echo "<plist>$D</plist>" > p.plist
        policy '\(keys)'; echo "<plist>$D<dict><key>version</key><string>6</string></dict></plist>" > p.plist; ci
        """),
    Attack(
      name: "lines of CODEOWNERS that others count as two",
      setUp: """
        new; echo '/x @org/core' > CODEOWNERS
        policy 'rules: { codeowners: { level: error, include: "@org/core" } }\\n'
        printf '/x @org/core\\n# a\\342\\200\\250# b\\n#\\013\\013\\n/y @evil\\n' > CODEOWNERS; ci
        """, shows: ["does not name @org/core"]),
    Attack(
      name: "a decoy where another service looks for CODEOWNERS",
      setUp: """
        new; mkdir .github; echo '/x @org/core' > CODEOWNERS
        policy 'rules: { codeowners: { level: error, include: "@org/core" } }\\n'
        echo '/x @org/core' > .github/CODEOWNERS; echo '/y @evil' > CODEOWNERS; ci
        """, shows: ["does not name @org/core"]),
  ]

  /// A lock file of a folder of another name is none of this one's.
  private static let paths: [Attack] = [
    Attack(
      name: "the lock file of a folder that looks alike",
      setUp: """
        new; mkdir FooKit; echo x > FooKit/Package.swift; echo '{}' > FooKit/Package.resolved
        policy 'rules: { lock-files: error }\\n'; echo '.package(url: "evil")' >> FooKit/Package.swift
        d="$(printf 'Foo\\342\\204\\252it')"; mkdir "$d"; echo x > "$d/Package.resolved"; ci
        """, shows: ["changes without FooKit/Package.resolved"]),
    Attack(
      name: "a protected file in other letters",
      setUp: """
        new; echo v1 > Package.swift
        policy 'rules: { protected-files: { level: error, files: [Package.swift] } }\\n'
        echo evil > package.swift; ci
        """, shows: ["is the same file as a protected one on some systems"]),
    Attack(
      name: "a new file that was moved there",
      setUp: """
        new; policy 'rules: { protected-files: { level: error, files: [db/**], status: added } }\\n'
        mkdir db; git mv a db/9.sql; ci
        """, shows: ["is protected, but the change adds"]),
    Attack(
      name: "a deleted file that was moved away",
      setUp: """
        new; mkdir db; seq 20 > db/1.sql
        policy 'rules: { protected-files: { level: error, files: [db/**], status: deleted } }\\n'
        git mv db/1.sql x; ci
        """, shows: ["the change deletes it"]),
    Attack(
      name: "a link in place of a file that must not be modified",
      setUp: """
        new; mkdir db; seq 20 > db/1.sql
        policy 'rules: { protected-files: { level: error, files: [db/**], status: modified } }\\n'
        ln -sf ../a db/1.sql; ci
        """, shows: ["the change modifies it"]),
    Attack(
      name: "old lines in UTF-16, and lines of a file whose name is not UTF-8",
      setUp: """
        new; printf 'e\\0v\\0i\\0l\\0\\n\\0a\\0\\n\\0' > v.c; f="$(printf 'k\\377.c')"; echo keep > "$f"
        printf 'rules:\\n  custom:\\n' > .ci.yml
        printf '    - { id: c, level: error, contains: evil }\\n' >> .ci.yml
        printf '    - { id: d, level: error, deleted-lines: keep }\\n' >> .ci.yml; ci; branch
        printf 'e\\0v\\0i\\0l\\0\\n\\0b\\0\\n\\0' > v.c; echo other > "$f"; ci
        """, shows: ["v.c:1: error: line 1 matches `evil`", "deletes line 1, which matches `keep`"]),
    Attack(
      name: "a script that becomes something else by its name",
      setUp: """
        new; { echo '#!/bin/sh'; seq 30; } > a.sh; chmod +x a.sh; policy 'rules: { file-modes: error }\\n'
        git mv a.sh b.txt; echo >> b.txt; ci
        """, shows: ["becomes executable"]),
  ]

  private static func protected(_ name: String, _ glob: String, _ change: String) -> Attack {
    Attack(
      name: name,
      setUp: """
        new; policy 'rules: { protected-files: { level: error, files: ["\(glob)"] } }\\n'; \(change); ci
        """, shows: ["is protected, but the change adds"])
  }

  private static let link = "mkdir -p z/workflows; echo x > z/workflows/a.yml; ln -s z .github"

  /// What a glob protects, it protects however the path is written.
  private static let globs: [Attack] = [
    protected("a link above a star", ".git*/workflows/**", link),
    protected("a link above one of two folders", "{.github,.gitlab}/workflows/**", link),
    protected("a link above a path that begins here", "./.github/workflows/*.yml", link),
    protected("a link above any folder", "**/*.pem", "ln -s /etc/ssl keys"),
    protected(
      "a letter of two bytes for one character", "db/?.sql",
      "mkdir db; echo 1 > $(printf 'db/\\303\\251.sql')"),
    protected(
      "a letter of two bytes for one of a set", "db/[!a].sql",
      "mkdir db; echo 1 > $(printf 'db/\\303\\251.sql')"),
    protected(
      "a byte that is no letter", "db/?.sql", "mkdir db; echo 1 > $(printf 'db/\\377.sql')"),
    Attack(
      name: "a suppression whose glob would take years",
      setUp: """
        new; printf 'rules:\\n  custom: [{ id: t, level: error, added-lines: evil }]\\n' > .ci.yml; ci
        git update-ref refs/remotes/origin/main HEAD; git checkout -q -b pr
        d=$(printf 'z/%.0s' $(seq 40)); mkdir -p $d; echo evil > ${d}x
        ci "$(printf 'x\\n\\nDevtool-Ignore: t:%sb r' "$(printf '**/z/%.0s' $(seq 12))")"
        """, shows: ["has more than 8 stars"]),
    Attack(
      name: "a suppression of braces alone",
      setUp: """
        new; printf 'rules:\\n  custom: [{ id: t, level: error, added-lines: evil }]\\n' > .ci.yml; ci
        git update-ref refs/remotes/origin/main HEAD; git checkout -q -b pr; echo evil > x; git add x
        { printf 'x\\n\\nDevtool-Ignore: t:'; head -c 60000 /dev/zero | tr '\\000' '{'; echo ' r'; } > $V/m
        git commit -q -F $V/m
        """, shows: ["is longer than 1024 bytes"]),
    Attack(
      name: "a mark of a private key that the end of the file cuts",
      setUp: "new; base; printf %s '-----BEGIN AAAAAAAAAAAAAAAAAAAA PRIVATE ''KEY-' > k; "
        + "echo $TOK > z; ci", shows: [token]),
    Attack(
      name: "more findings than are listed, all of those excused",
      setUp: lines + """
        yes 'evil()' | head -300 > a; echo 'evil()' > z; git add a z
        ci "$(printf 'x\\n\\nDevtool-Ignore: t:a r\\nDevtool-Ignore: pr-size r')"
        """, shows: ["has 101 more findings, which are not listed"]),
    Attack(
      name: "suppressions at their bounds against long paths",
      setUp: lines + """
        f=$(printf 'a%.0s' $(seq 200)); yes 'evil()' | head -200 > $f
        g="$(printf '{a,a}%.0s' 1 2 3 4)*$(printf 'a%.0s' $(seq 97))b*c"
        ci "$(echo x; echo; for i in $(seq 100); do echo "Devtool-Ignore: t:$g r"; done)"
        """, shows: ["matches `^evil`"]),
  ]
}
