import TestSupport
import Testing

/// Text of the change that tries to command the CI service or the terminal of its reader.
@Suite(.blocking) struct OutputAttackTests {
  /// What a job prints when text of others stays text. Annotations are ours: they have a title, or say
  /// how many more there are.
  private static let isInert = """
    gone() { if LC_ALL=C grep -naE "$1" "$V/out" "$V/err"; then exit 1; fi; }
    ours='^::(error|warning|notice)( [a-zA-Z]+=[^:]*title=[^:]*::| title=[^:]*::|::and [0-9]+ more )'
    LC_ALL=C grep -vaE "$ours" "$V/out" > "$V/rest" || true
    mv "$V/rest" "$V/out"
    gone '##[A-Za-z]*\\[|^[[:space:]]*::'
    gone "$(printf '[\\001-\\010\\013-\\037\\177]|\\302[\\200-\\237]')"
    gone "$(printf '\\342\\200[\\213-\\217\\250-\\256]|\\342\\201[\\240-\\257]|\\330\\234')"

    """

  /// What only one service reads.
  private static func isInert(for service: [String: String?]) -> String {
    var script = isInert
    if service["BUILDKITE"] != nil { script += "gone '^(---|[+]{3}|~~~|\\^\\^\\^) '\n" }
    if service["TRAVIS"] != nil { script += "gone 'travis_(fold|time):'\n" }
    return script
  }

  private static let services: [[String: String?]] = [
    ["GITHUB_ACTIONS": "true"], ["GITHUB_ACTIONS": "true", "FORGEJO_ACTIONS": "true"],
    ["TF_BUILD": "True"], ["TEAMCITY_VERSION": "1"], ["GITLAB_CI": "true"], ["BUILDKITE": "true"],
    ["TRAVIS": "true"], ["JENKINS_URL": "x"], [:],
  ]

  /// One line of everything that a service or a terminal may obey, as `printf` writes it.
  private static let hostile =
    "##vso[task.prependpath]/evil ##[add-mask]x ##teamcity[buildStop] ::add-mask::x "
    + "travis_fold:start:x section_start:1:x\\r\\033[0K \\033]0;t\\007 \\033[8mha:x \\342\\200\\256 "
    + "\\330\\234 \\342\\200\\213 \\302\\233 \\001"

  @Test(arguments: services) func commitSubjects(service: [String: String?]) throws {
    try Attack(
      name: "subject that wraps before each command",
      setUp: """
        new; base; echo $TOK > b; git add b
        printf '%s\(Self.hostile) %s' "$(printf 'a%.0s' $(seq 60)) " \
          "$(printf '::add-mask::%s ' $(seq 40)) $(printf -- '--- %s ' $(seq 40))" > "$V/m"
        git commit -q --no-verify -F "$V/m"
        """,
      arguments: ["check", "--only", "rules", "--report", "terminal"], environment: service,
      shows: ["## vso[task.prependpath]"], holds: Self.isInert(for: service)
    ).play()
  }

  private static let commands = [
    ["changes"], ["changes", "--format", "plain"], ["changes", "--format", "markdown"],
    ["rules", "explain", "commit-subject", "--base", "origin/main"],
    ["check", "--only", "rules", "--pr-title", "::add-mask::x ##vso[a]"],
    ["check", "--only", "rules", "--report", "plain"],
    ["check", "--only", "rules", "--report", "markdown"],
    ["validate"], ["check", "--dry-run"], ["check", "--list"], ["check", "--explain", "t"],
    ["check", "--only", "##vso[x]"], ["rules", "explain", "::x::y ##[z]"],
    ["rules", "list"], ["log", "hostile.log"],
    ["log", "-q", "--format", "markdown", "hostile.log"],
    ["log", "--format", "plain", "hostile.log"], ["log", "::no::such ##vso[file]"],
    ["coverage", "--lcov", "hostile.info"], ["coverage", "--lcov", "##vso[x]"],
  ]

  @Test(arguments: services) func everyCommand(service: [String: String?]) throws {
    var attack = Attack(
      name: "names, messages and lines of the change",
      setUp: """
        new
        base 'include: [more.yml]
        '
        cat > more.yml <<'END'
        steps:
          t: { run: "echo '##vso[task.complete]' '##[group]'" }
        END
        H=$(printf '\(Self.hostile)' | tr -d '\\001/')
        echo x > "--- $H.swift" || true; echo x > "::add-mask::x"; echo $TOK > '##vso[x].swift'
        mkdir -p out; git add -A; ci "$(printf '::add-mask::x\\n\\n##vso[task.x]y\\n::error::z')"
        {
          printf '%s:1:2: error: %s\\n' '##vso[x].swift' '::add-mask::x ##vso[a]'
          printf "Test Case 'A.b' started at 1\\n"
          printf '/x/##[y].swift:1: error: A.b : \(Self.hostile)\\n'
          printf "Test Case 'A.b' failed (0.1 seconds)\\n"
          printf '\(Self.hostile)\\n'; printf '  ::add-mask::x\\n'
          printf "A/b.swift:1: Fatal error: \(Self.hostile)\\n"
        } > hostile.log
        printf 'SF:::add-mask::x##vso[a]\\nDA:1,0\\nend_of_record\\n' > hostile.info
        """,
      environment: service, status: -1, holds: Self.isInert(for: service))
    let scratch = try attack.prepare()
    var all = CommandResult(status: 0, standardOutput: "", standardError: "")
    for command in Self.commands {
      attack.arguments = command
      let result = try attack.run(in: scratch)
      all.standardOutput += result.standardOutput + "\n"
      all.standardError += result.standardError + "\n"
    }
    try attack.judge(all, in: scratch)
  }

  /// Output of steps outside of a fold: from several at once.
  @Test(arguments: services) func stepOutputWithPrefix(service: [String: String?]) throws {
    try Attack(
      name: "lines of two steps at once",
      setUp: """
        new; mkdir -p .ci
        printf 'printf "\(Self.hostile)\\\\n  ::add-mask::x\\\\n"' > .ci/p
        printf 'steps: { a: sh .ci/p, b: sh .ci/p }\\n' > .ci.yml
        """,
      arguments: ["check", "--jobs", "2", "--output", "prefixed", "--report", "plain"],
      environment: service, status: 0, holds: Self.isInert(for: service)
    ).play()
  }

  @Test(arguments: attacks) func holds(_ attack: Attack) throws { try attack.play() }

  private static let attacks: [Attack] = [
    Attack(
      name: "annotation with escapes and turned text",
      setUp: """
        new; base; printf '%s' "$TOK" > "$(printf 'a\\033[31m\\342\\200\\256.swift')"; ci
        """,
      arguments: ["check", "--only", "rules", "--report", "github", "-q"],
      environment: ["GITHUB_ACTIONS": "true"], shows: ["::error file="],
      holds: isInert.replacing("|^[[:space:]]*::", with: "")
    ),
    Attack(
      name: "JSON and XML stay what they say, and command nothing",
      setUp: """
        new; base; echo $TOK > '##vso[x].swift'; ci '::add-mask::x ##[y]'
        """,
      arguments: ["changes", "--format", "json"], environment: ["TF_BUILD": "True"], status: 0,
      holds: isInert + #"grep -q '#.u0023vso' "$V/out""#),
    Attack(
      name: "a mark before the command in JSON",
      setUp: """
        new; base; ci "$(printf 'a \\330\\200##vso[task.prependpath]/evil \\330\\200##teamcity[x]')"
        """,
      arguments: ["changes", "--format", "json"], environment: ["TF_BUILD": "True"], status: 0,
      holds: isInert + #"grep -q '#.u0023vso' "$V/out""#),
    Attack(
      name: "a mark before the command in the other documents",
      setUp: """
        new; base; printf "Test Case 'A.b' started at 1\\n" > h.log
        printf '/x/A.swift:1: error: A.b : \\330\\200##vso[b] \\302\\2335m \\342\\200\\256 \\302\\205\\n' >> h.log
        printf "Test Case 'A.b' failed (0.1 seconds)\\n" >> h.log
        """,
      arguments: ["log", "--format", "junit", "h.log"], environment: ["TF_BUILD": "True"],
      holds: isInert + #"grep -q '#&#35;vso' "$V/out""#),
    Attack(
      name: "control characters and turned text in JSON",
      setUp: """
        new; base; ci "$(printf 'x\\302\\23552;c;QUFB\\302\\234 \\342\\200\\256rtl \\177')"
        """,
      arguments: ["changes", "--format", "json"], status: 0,
      holds: isInert + #"grep -qF 'x\u009d52;c;QUFB\u009c \u202ertl' "$V/out""#),
    Attack(
      name: "token of the group before, and commands of the other services",
      setUp: """
        new
        cat > p <<'END'
        echo '::error::no' '##vso[x]' '##[y]'
        END
        printf 'steps: { a: sh p, b: { run: sh p, needs: a } }\\n' > .ci.yml
        """,
      arguments: ["check", "--jobs", "1", "--report", "plain"],
      environment: ["GITHUB_ACTIONS": "true"], status: 0, shows: [": :error::no ## vso[x] ## [y]"],
      holds: isInert.replacing("|^[[:space:]]*::", with: "|^[[:space:]]+::|^::error") + """
        test $(grep -c '^::stop-commands::' "$V/err") -eq 2
        test $(grep '^::stop-commands::' "$V/err" | sort -u | wc -l) -eq 2
        """),
    Attack(
      name: "JUnit",
      setUp: """
        new; base; printf 'a\\n::add-mask::x ##vso[y]\\n' > l
        printf "Test Case 'A.b' started at 1\\n##vso[a]\\n::add-mask::x\\n" > h.log
        printf "/x/A.swift:1: error: A.b : ##vso[b]\\nTest Case 'A.b' failed (0.1 seconds)\\n" >> h.log
        """,
      arguments: ["log", "--format", "junit", "h.log"], environment: ["TF_BUILD": "True"],
      holds: isInert + #"grep -q '#&#35;vso' "$V/out""#),
  ]
}
