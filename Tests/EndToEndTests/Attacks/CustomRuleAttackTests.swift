import TestSupport
import Testing

/// What rules of a team's own are told to find, brought about in another way.
@Suite(.blocking) struct CustomRuleAttackTests {
  @Test(arguments: changes + words) func holds(_ attack: Attack) throws { try attack.play() }

  private static func custom(
    _ name: String, _ rules: String, base: String = ":", _ change: String, status: Int = 1,
    arguments: [String] = [], shows: [String], hides: [String] = [], holds: String = ""
  ) -> Attack {
    Attack(
      name: name,
      setUp: """
        new; \(base)
        cat > .ci.yml <<'E'
        version: 1
        steps: { s: "true" }
        rules:
          commits: ignore
          custom: [ \(rules) ]
        E
        ci; branch; \(change)
        [ -z "$(git status --porcelain)" ] || ci
        """, arguments: Attack.gate + arguments, status: status, shows: shows,
      hides: hides, holds: holds)
  }

  private static let kept = """
    { id: keep, level: error, forbid: ["db/**", LICENSE], status: [deleted] },
      { id: lines, level: error, deleted-lines: "^7$", paths: ["db/**"] },
      { id: note, level: error, rule: companion-files, when: ["db/**"], status: [deleted], require: NEWS }
    """

  private static let counted = """
    { id: gutted, level: error, if: 'lines_deleted("Tests/**") > lines_added("Tests/**")' },
      { id: big, level: error, require: ["docs/**"], unless: 'lines_changed() < 10' },
      { id: ratio, level: error, if: 'lines_deleted() / lines_added() > 2' }
    """

  private static let above = """
    { id: log, rule: changelog, level: error, sources: ["Packages/*/Sources/**"] },
      { id: docs, level: error, require: ["docs/**"], paths: ["Packages/*/Sources/**"] },
      { id: asked, level: error, require: ["docs/**"], when: ["Packages/*/Sources/**"] },
      { id: pair, level: error, rule: companion-files, when: ["Packages/*/Sources/**"], require: "api/$1.txt" },
      { id: alone, level: error, rule: areas, alone: ["Packages/*/Sources/**"] },
      { id: area, level: error, rule: areas, areas: ["Packages/*/Sources/**", z] },
      { id: files, level: error, limit: { files: 0 }, paths: ["Packages/*/Sources/**"] },
      { id: readme, level: error, missing: "Packages/$1/README.md", paths: ["Packages/*/Sources/**"] },
      { id: gone, level: error, exists: ["Packages/*/Sources/*.c"] },
      { id: kept, level: error, missing: "Packages/Evil/Sources/LICENSE" }
    """
  private static let aboveIDs = [
    "[log]", "[docs]", "[asked]", "[pair]", "Packages/Evil changes without api/Evil.txt", "[alone]",
    "[area]", "[files]", "no file matches `Packages/Evil/README.md`", "[gone]", "[kept]",
  ]

  private static let satisfied = """
    { id: docs, level: error, require: [docs/**] },
      { id: pair, level: error, rule: companion-files, when: [a], require: docs/a.md }
    """
  private static let needed = """
    { id: licence, level: error, missing: LICENSE },
      { id: page, level: error, missing: "docs/$1.md", paths: ["Sources/*.swift"] },
      { id: kept, level: error, missing: [NOTICE, module], message: "kept: ${default}" },
      { id: old, level: error, exists: [LICENSE] }
    """
  private static let neededBase = """
    mkdir Sources docs; echo 1 > Sources/a.swift; echo 1 > docs/a.md; ln -s a NOTICE; echo MIT > LICENSE
    git add -A; git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),module; mkdir module
    """
  private static let replaced = """
    { id: headers, level: error, lacks: Copyright, paths: [Lib/**], status: [added] },
      { id: orig, level: error, forbid: ["**/*.orig"], status: [added] },
      { id: print, level: error, added-lines: "print", paths: [Lib/**], status: [added] },
      { id: keep, level: error, forbid: [LICENSE], status: [deleted] },
      { id: lines, level: error, deleted-lines: MIT, paths: [LICENSE], status: [deleted] },
      { id: gone, level: error, if: 'deleted("LICENSE")' }
    """

  private static let changes: [Attack] = [
    custom(
      "a document that only gets another mode", satisfied, base: "mkdir docs; echo 1 > docs/a.md",
      "echo 2 > a; chmod +x docs/a.md", shows: ["[docs]", "[pair]"]),
    custom(
      "the same of a binary file", satisfied,
      base: "mkdir docs; head -c 99 /dev/zero > docs/a.md",
      "echo 2 > a; chmod +x docs/a.md", shows: ["[docs]", "[pair]"]),
    custom(
      "a link in place of a document", satisfied, base: "mkdir docs; echo 1 > docs/a.md",
      "echo 2 > a; ln -sf ../a docs/a.md", shows: ["[docs]", "[pair]"]),
    custom(
      "links that lead nowhere in place of what is missing", needed, base: neededBase,
      "echo 1 > Sources/b.swift; for l in LICENSE docs/b.md; do ln -sf nowhere $l; done",
      shows: [
        "[licence]", "[page]",
        "a link or submodule could be or contain a file that matches `LICENSE`",
      ],
      hides: ["kept:"]),
    custom(
      "folders in place of files", satisfied + ",\n" + needed,
      base:
        "mkdir Sources docs; echo 1 > Sources/a.swift; echo MIT > LICENSE; touch NOTICE module docs/a.md",
      "echo 2 > a; for l in LICENSE docs/a.md; do rm $l; mkdir $l; echo 1 > $l/x; done; echo 2 > Sources/a.swift",
      shows: ["[licence]", "[page]", "[pair]"], hides: ["kept:"]),
    custom(
      "a binary document that changes with its mode", satisfied,
      base: "mkdir docs; head -c 99 /dev/zero > docs/a.md",
      "echo 2 > a; head -c 98 /dev/zero > docs/a.md; chmod +x docs/a.md", status: 0, shows: []),
    custom(
      "files in place of links, and a link in place of a file", replaced,
      base: "mkdir Lib; ln -s z Lib/l; ln -s z Lib/m.orig; seq 9 > LICENSE; echo MIT >> LICENSE",
      "rm Lib/l Lib/m.orig; echo 'print()' | tee Lib/l > Lib/m.orig; ln -sf a LICENSE",
      shows: ["[headers]", "[orig]", "[print]", "[keep]", "[lines]", "[gone]"]),
    custom(
      "a link above the sources", above, base: "mkdir -p Packages/Core; echo 1 > Packages/Core/a",
      "mkdir -p z/Sources; echo 1 > z/Sources/a.c; ln -s ../z Packages/Evil", shows: aboveIDs),
    custom(
      "a submodule above the sources", above, base: "mkdir Packages; echo 1 > Packages/a",
      """
      git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),Packages/Evil
      echo 1 > z; git add z; git commit -qm x; mkdir Packages/Evil
      """, shows: aboveIDs),
    custom(
      "conditions on lines, and a NUL", counted, base: "mkdir Tests; seq 40 > Tests/a.swift",
      "sed -i 1,30d Tests/a.swift; printf '// \\0\\n' >> Tests/a.swift",
      shows: ["[gutted]", "[big]", "[ratio]"]),
    custom(
      "a division by no line at all", counted, base: "seq 40 > a", "sed -i 1,30d a",
      shows: [
        "[ratio]", "cannot be evaluated: lines_deleted() / lines_added() (divided by zero)",
        "[big]",
      ]),
    custom(
      "sources behind a NUL that want a test",
      """
      { id: tests, level: error, rule: tests-with-sources, sources: ["Sources/**"], min-lines: 1 },
        { id: fix, level: error, rule: fix-needs-test }
      """, base: "mkdir Sources; echo 1 > Sources/a.swift",
      #"{ seq 60; printf '// \0\n'; } > Sources/b.swift; ci "Fix a bug""#,
      shows: ["[tests]", "[fix]"]),
    custom(
      "the one file that has to be there goes", #"{ id: licence, level: error, missing: LICENSE }"#,
      base: "echo 1 > LICENSE", "git rm -q LICENSE", shows: ["no file matches `LICENSE`"]),
    custom(
      "files that move away", kept, base: "mkdir db; seq 9 > db/1.sql; seq 20 > LICENSE",
      "mkdir old; git mv db/1.sql old/1.sql; git mv LICENSE old/l",
      shows: [
        "LICENSE: error: deletes a file", "db/1.sql: error: deletes a file", "[lines]", "[note]",
      ]),
    custom(
      "a file that moves into a folder that is left out",
      "{ id: keep, level: error, forbid: [LICENSE], exclude: [old], status: [deleted] }",
      base: "seq 20 > LICENSE", "mkdir old; git mv LICENSE old/l",
      shows: ["LICENSE: error: deletes"]),
    custom(
      "a NUL behind lines that go",
      "{ id: api, deleted-lines: '^\\s*public ', paths: [Sources/**], level: error }",
      base: "mkdir Sources; printf 'public let a = 1\\nlet b = 2\\n' > Sources/a.swift",
      "sed -i 1d Sources/a.swift; printf '// \\000\\n' >> Sources/a.swift",
      shows: ["Sources/a.swift: error: deletes line 1"]),
    custom(
      "a name with wildcards", untested, base: sources, "echo 'let e = 1' > 'Sources/A/*.swift'",
      shows: ["no file matches `Tests/ATests/**/*Tests.swift`"]),
    custom(
      "a name with braces", untested, base: sources,
      "echo 'let e = 1' > 'Sources/A/{Evil,a}.swift'", shows: ["[untested]"]),
    custom(
      "the same for companions",
      "{ id: pair, level: error, rule: companion-files, files: ['Sources/*/**/*.swift'], require: 'Tests/$1Tests/**/$3Tests.swift' }",
      base: sources,
      "echo 'let e = 1' > 'Sources/A/?.swift'; echo 2 > Tests/ATests/aTests.swift",
      shows: ["changes without Tests/ATests/**/?Tests.swift"]),
    custom(
      "as many companions as files",
      "{ id: pair, level: error, rule: companion-files, files: ['Sources/*/**/*.swift'], require: 'Tests/$1Tests/**/$3Tests.swift' }",
      """
      mkdir -p Sources/A Tests/ATests
      for i in $(seq 120); do echo $i > Sources/A/f$i.swift; echo t$i > Tests/ATests/f${i}Tests.swift; done
      rm Tests/ATests/f77Tests.swift
      """, shows: ["1 error", "Sources/A/f77.swift changes without Tests/ATests/**/f77Tests.swift"]),
    custom(
      "the same for what is missing", untested,
      """
      mkdir -p Sources/A Tests/ATests
      for i in $(seq 120); do echo $i > Sources/A/f$i.swift; echo t$i > Tests/ATests/f${i}Tests.swift; done
      rm Tests/ATests/f77Tests.swift
      """, shows: ["1 error", "no file matches `Tests/ATests/**/f77Tests.swift`"]),
    custom(
      "a header in a text, and a NUL", headers, base: "mkdir Lib; echo 1 > Lib/z",
      "printf 'let e = \"\"\"\\n// Copyright 2026 Ada\\n\"\"\"\\n// \\000\\n' > Lib/a.swift",
      shows: ["Lib/a.swift: error: no line matches"]),
    custom(
      "a header where it is not sure what is a comment", headers, base: "mkdir Lib; echo 1 > Lib/z",
      "printf '// Copyright 2026 Ada\\n/* \\n' > Lib/a.swift",
      shows: ["whether it is code is uncertain"]),
  ]

  private static let untested =
    "{ id: untested, level: error, missing: 'Tests/$1Tests/**/$3Tests.swift', paths: ['Sources/*/**/*.swift'] }"
  private static let sources =
    "mkdir -p Sources/A Tests/ATests; echo 1 > Sources/A/a.swift; echo 1 > Tests/ATests/aTests.swift"
  private static let headers = """
    { id: uikit, level: error, contains: '^import UIKit', in: code, paths: ["Lib/**"] },
      { id: headers, level: error, lacks: '^// Copyright \\d{4} Ada', in: comments, paths: ["Lib/**/*.swift"] }
    """

  private static let words: [Attack] = [
    custom(
      "a title that each of many findings repeats",
      "{ id: p, level: error, added-lines: '\\bprint\\((.*)', message: '${author}: ${title} ${1}' }",
      """
      for i in $(seq 200); do echo "print($i)"; done > b.swift
      { printf 'print('; head -c 300000 /dev/zero | tr '\\0' t; echo; } > c.swift; git add .
      head -c 600000 /dev/zero | tr '\\0' t > $V/m; git commit -qF $V/m
      """, shows: ["[p]"], holds: "[ $(wc -c < $V/out) -lt 400000 ]"),
    custom(
      "a quotation mark that ends an attribute",
      "{ id: p, level: error, rule: pr-tickets, in: body, message: \"<a title='${title}' href='https://good.example'>Guide</a>\" }",
      ":",
      arguments: [
        "--pr-base", "main", "--pr-body", "x", "--pr-author", "eve", "--pr-title",
        "x' href='https://evil.example' y='", "--report", "markdown=$V/md",
      ], shows: ["[p]"],
      holds: "grep -F '&#39; href=&#39;' $V/md; ! grep -F \"x' href='https://evil\" $V/md"),
  ]
}
