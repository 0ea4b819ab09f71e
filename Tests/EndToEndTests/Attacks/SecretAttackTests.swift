import TestSupport
import Testing

/// Ways in which a secret may become known to those who read a log or a report, to steps that do not
/// get it, and to the programs of rules.
@Suite(.blocking) struct SecretAttackTests {
  @Test(arguments: attacks) func holds(_ attack: Attack) throws { try attack.play() }

  @Test(arguments: forms) func everyFormIsMasked(_ form: Form) throws {
    try Attack(
      name: form.name,
      setUp: """
        new
        printf 'secrets: [S]\\nsteps: { print: sh print }\\n' > .ci.yml
        cat > print <<'END'
        \(form.script)
        END
        ci
        """,
      arguments: ["check", "--report", "plain", "--report", "junit=j.xml"],
      environment: ["S": form.value], status: 0,
      holds: """
        if grep -raF -e '\(form.leak)' "$V/out" "$V/err" "$V/r/.devtool" "$V/r/j.xml"; then exit 1; fi
        grep -qF '***' "$V/err"
        """
    ).play()
  }

  struct Form: CustomTestStringConvertible, Sendable {
    var name: String
    var value: String
    /// Prints it.
    var script: String
    /// What may be nowhere.
    var leak: String

    var testDescription: String { name }
  }

  private static let forms: [Form] = [
    Form(
      name: "a colour inside", value: "hunter2secret",
      script: #"printf '%s\033[31m%s\n' hunter "${S#hunter}""#, leak: "2secret"),
    Form(
      name: "a control character of the upper half inside", value: "hunter2secret",
      script: #"printf '%s\302\205%s\n' hunter "${S#hunter}""#, leak: "2secret"),
    Form(
      name: "a sequence that goes on for lines", value: "hunter2secret",
      script: #"printf '\033]\n%s\n\007\n' "$S""#, leak: "2secret"),
    Form(
      name: "a window's name", value: "hunter2secret",
      script:
        #"echo "$S"; printf '\033]0;%s\007\n' "$S"; printf 'k=\033]0;%s\007\n' "$S" >> $DEVTOOL_OUTPUT"#,
      leak: "2secret"),
    Form(
      name: "the parameters of a sequence", value: "hunter2secret",
      script: #"echo "$S"; printf '\033[%s\n' "$S""#, leak: "2secret"),
    Form(
      name: "a name that a carriage return ends", value: "hunter2secret",
      script: #"printf '\033]0;x\r%s\033]y\007%s\n' hunter "${S#hunter}""#, leak: "2secret"),
    Form(
      name: "base64 of Swift's JSON", value: "?>?>?>?>?>hidden",
      script: #"echo '"Pz4\/Pj8+Pz4\/PmhpZGRlbg=="'"#, leak: "PmhpZGRlb"),
    Form(
      name: "base64 in an address", value: "?>?>?>?>?>hidden",
      script: "echo 'Pz4%2FPj8%2BPz4%2FPmhpZGRlbg%3D%3D'", leak: "PmhpZGRlb"),
    Form(
      name: "bytes with NUL between", value: "hunter2secret",
      script: #"printf 'h\0u\0n\0t\0e\0r\0%s\n' "$(printf %s "${S#hunter}")""#, leak: "2secret"),
    Form(
      name: "base64 in lines", value: String(repeating: "0123456789abcdef", count: 12) + "hidden!",
      script: #"printf '%s' "xy$S" | base64"#, leak: "ZmhpZGRlbi"),
    Form(
      name: "base64 of several lines",
      value: "first line of it is long\nsecond line is hidden\nthird line of it is long, too\n",
      script: #"printf '%s\n' "$S" | base64"#, leak: "bGluZSBpcyBoaWRkZW"),
    Form(
      name: "percent encoding that keeps /", value: "p w/x?y=é",
      script: "echo 'p%20w/x%3Fy%3D%C3%A9'", leak: "p%20w/x"),
    Form(
      name: "percent encoding in lower case", value: "p w/x?y=é",
      script: "echo 'p%20w%2fx%3fy%3d%c3%a9'", leak: "%2fx%3f"),
    Form(
      name: "JSON of Python", value: "pé\"w/x", script: #"echo '"p\u00e9\"w/x"'"#, leak: "u00e9"),
    Form(name: "JSON of Swift", value: "pé\"w/x", script: #"echo '"pé\"w\/x"'"#, leak: #"w\/x"#),
    Form(
      name: "printf %q", value: "pw x&y'z", script: #"bash -c 'printf "%q\n" "$S"'"#,
      leak: #"x\&y"#),
    Form(
      name: "HTML", value: "<p&w>'x'", script: "echo '&lt;p&amp;w&gt;&#39;x&#39;'",
      leak: "p&amp;w"),
    Form(
      name: "outputs with words of ours", value: "hunter2secret",
      script:
        #"echo "$S"; for n in status kind action "$S"; do echo "$n=$S" >> $DEVTOOL_OUTPUT; done"#,
      leak: "hunter2secret"),
  ]

  private static let hidden = "if grep -raF -e 'h:8pw' \"$V/out\" \"$V/err\"; then exit 1; fi\n"
  private static let condition = """
    new; base; mkdir -p d
    cat > .ci.yml <<'END'
    secrets: [PLACE]
    steps:
      t: { run: "true", if: 'env.PLACE == ""' }
    rules:
      custom:
        - { id: mine, level: error, if: 'env.PLACE == ""' }
    END
    ci
    """

  private static let attacks: [Attack] = [
    Attack(
      name: "condition on a secret with a harmless name", setUp: condition,
      arguments: [
        "check", "--report", "terminal", "--report", "markdown=m", "--report", "json=j",
        "--report", "plain=p",
      ], environment: ["PLACE": "h:8pw"], status: 0, shows: ["hidden"],
      holds: hidden
        + "if grep -raF -e 'h:8pw' \"$V/r/.devtool\" \"$V/r/m\" \"$V/r/j\" \"$V/r/p\"; then exit 1; fi"
    ),
    Attack(
      name: "the same explained", setUp: condition, arguments: ["check", "--explain", "t"],
      environment: ["PLACE": "h:8pw"], status: 0, shows: ["hidden"], holds: hidden),
    Attack(
      name: "the same rule explained", setUp: condition,
      arguments: ["rules", "explain", "mine", "--base", "origin/main"],
      environment: ["PLACE": "h:8pw"], status: 0, shows: ["hidden"], holds: hidden),
    Attack(
      name: "a log that another tool wrote",
      setUp: """
        new; printf 'secrets: [S]\\nsteps: { t: "true" }\\n' > .ci.yml; ci
        printf 'hunter2\\na.swift:1:1: error: bad h:8pw, or \\033[31mh:8\\033[0mpw\\n' > l
        """,
      arguments: ["log", "l", "--passthrough", "raw", "--report", "json=j", "--format", "plain"],
      environment: ["S": "h:8pw"], shows: ["bad ***"],
      holds: hidden
        + "if grep -F h:8 \"$V/r/raw\" \"$V/r/j\"; then exit 1; fi; grep -F hunter2 \"$V/r/raw\""),
    Attack(
      name: "a commit and a file that hold it",
      setUp: """
        new; printf 'secrets: [S]\\nsteps: { t: "true" }\\n' > .ci.yml; ci; branch
        echo 1 > h:8pw; ci 'Set h:8pw'
        """,
      arguments: ["changes", "--base", "origin/main"], environment: ["S": "h:8pw"], status: 0,
      shows: ["Set ***"], holds: hidden),
    Attack(
      name: "address with a password that nobody declared",
      setUp: """
        new; printf 'steps: { t: { run: "true", if: "env.PLACE == \\\\"\\\\"" } }\\n' > .ci.yml; ci
        """,
      arguments: ["check", "--report", "plain"], environment: ["PLACE": "pg://u:h:8pw@db"],
      status: 0, shows: ["hidden"], holds: hidden),
    Attack(
      name: "value that `env` sets, in another step and in the report",
      setUp: """
        new; printf 'secrets: [S]\\nenv: { S: "h:8${env.HALF}" }\\n' > .ci.yml
        printf 'steps: { a: "echo $S", b: { run: echo h:8""pw, needs: a } }\\n' >> .ci.yml; ci
        """,
      arguments: ["check", "--report", "plain"], environment: ["HALF": "pw"], status: 0,
      holds: hidden),
    Attack(
      name: "value of a step's dotenv in a later step",
      setUp: """
        new; echo 'S=h:8pw' > .env; printf 'secrets: [S]\\nsteps:\\n' > .ci.yml
        printf '  a: { run: "echo $S", dotenv: [.env] }\\n' >> .ci.yml
        printf '  b: { run: cat .env, needs: a }\\n' >> .ci.yml; ci
        """,
      arguments: ["check", "--report", "plain"], status: 0, holds: hidden),
    Attack(
      name: "hash of a secret beside what was built from it; secret in a file that is made",
      setUp: """
        new; printf 'secrets: [S]\\nsteps:\\n  a: { run: echo, inputs: [a], outputs: [], secrets: [R] }\\n' > .ci.yml
        printf '  b: { run: "echo $S > made", inputs: [a], outputs: [made] }\\n' >> .ci.yml; ci
        """,
      arguments: ["check", "--report", "plain"], environment: ["S": "h:8pw", "R": "h:8pwR"],
      status: 0, shows: ["wrote a secret to made"],
      holds: hidden + """
        if grep -ra "$(printf h:8pwR | sha256sum | cut -c1-64)" "$V/r/.devtool"; then exit 1; fi
        if grep -raF h:8pw "$V/r/.devtool"; then exit 1; fi
        """),
    Attack(
      name: "window's name that a rule's program prints, and that is in a file that is made",
      setUp: """
        new; base 'secrets: [S]
        '
        cat > .ci.yml <<'END'
        version: 1
        secrets: [S]
        steps: { b: { run: "sh title > made", inputs: [a], outputs: [made] } }
        rules:
          custom: [{ id: spy, level: error, command: [sh, spy], env: [S] }]
        END
        printf 'printf "\\\\033]0;%%s\\\\007\\\\n" "$S"\n' > title
        echo 'sh title >&2; exit 3' > spy; ci
        """,
      arguments: [
        "check", "--report", "terminal", "--report", "json=j", "--report", "markdown=m",
        "--report", "github=g", "--report", "junit=u",
      ],
      environment: ["S": "h:8pw1234"], status: -1, shows: ["wrote a secret to made"],
      holds: hidden + """
        grep -qaF h:8pw "$V/r/made"; rm "$V/r/made"
        if grep -raF h:8pw "$V/r"; then exit 1; fi
        """),
    Attack(
      name: "environment of devtool read by a step",
      setUp: """
        new; printf 'secrets: [S]\\nsteps:\\n' > .ci.yml
        printf '  mine: { run: "true", secrets: [R] }\\n' >> .ci.yml
        printf "  a: { run: 'env | base64 -w0 > e; (tr \\\\\\\\\\\\\\\\0 x < /proc/$PPID/environ || true) > p' }\\n" >> .ci.yml
        ci
        """,
      arguments: ["check", "--report", "plain"],
      environment: ["R": "h:8pw", "MY_TOKEN": "h:8pw2", "S": "other8"], status: 0,
      holds: """
        if [ -d /proc ]; then test -e "$V/r/p"; fi
        if grep -aE 'h:8pw|other8' "$V/r/p"; then exit 1; fi
        if base64 -d < "$V/r/e" | grep -aE '^R='; then exit 1; fi
        """),
    Attack(
      name: "secrets in the environment of a rule's program",
      setUp: """
        new; base 'secrets: [PLAIN]
        '
        cat > .ci.yml <<'END'
        version: 1
        secrets: [PLAIN]
        steps: { s: { run: "true", secrets: [RESERVED] } }
        rules:
          custom: [{ id: spy, level: error, command: [sh, spy] }]
        END
        printf 'env > "$DEVTOOL_ROOT/e"\\n(cat /proc/$PPID/environ || true) >> "$DEVTOOL_ROOT/e"\\n' > spy
        echo 'echo "{\\"findings\\": []}"' >> spy; ci
        """,
      arguments: ["check", "--only", "rules", "-q"],
      environment: [
        "PLAIN": "h:8pw1", "RESERVED": "h:8pw2", "MYTOKEN": "h:8pw3", "TOKEN1": "h:8pw4",
        "SECRETKEY": "h:8pw5", "MYSQL_PWD": "h:8pw6", "DATABASE_URL": "h:8pw7",
        "accessToken": "h:8pw8", "SLACK_WEBHOOK": "h:8pw9", "CONNECTION_STRING": "h:8pw10",
        "PLACE": "x://u:h:8pw11@h", "ARGUMENTS": "--password=h:8pw1", "HARMLESS": "seen",
      ], status: 0,
      holds: """
        grep -q HARMLESS=seen "$V/r/e"
        if grep -aF h:8pw "$V/r/e"; then exit 1; fi
        """),
  ]

  @Test(arguments: files) func noFileIsQuoted(_ attack: Attack) throws { try attack.play() }

  private static let quotes =
    "if grep -aE 'hid''den8|root:' \"$V/out\" \"$V/err\"; then exit 1; fi"

  /// Files that a branch would like to see in an error.
  private static let files: [Attack] = [
    ("extends the environment", "base; echo 'rules: { extends: [/proc/self/environ] }' > .ci.yml"),
    (
      "extends a link to it",
      "base; ln -s /proc/self/environ e.yml; echo 'rules: { extends: [e.yml] }' > .ci.yml"
    ),
    (
      "includes a link to a file outside",
      "base; ln -s ../x.yml e.yml; echo 'include: [e.yml]' > .ci.yml"
    ),
    ("extends /etc/passwd", "base; echo 'rules: { extends: [/etc/passwd] }' > .ci.yml"),
    ("extends a file beside", "base; echo 'rules: { extends: [../x.yml] }' > .ci.yml"),
    (
      "extends a key of a file beside",
      "base; echo 'hidden8: 1' > ../x.yml; echo 'rules: { extends: [../x.yml] }' > .ci.yml"
    ),
    (
      "extends git's configuration",
      "base; git config x.y hidden8; echo 'rules: { extends: [.git/config] }' > .ci.yml"
    ),
    (
      "extends a file of variables",
      "base; echo 'A=hidden8' > .env; echo 'rules: { extends: [.env] }' > .ci.yml"
    ),
    ("is a link itself", "base; rm .ci.yml; ln -s ../x.yml .ci.yml"),
    ("is a link into /proc", "base; rm .ci.yml; ln -s /proc/self/environ .ci.yml"),
  ].flatMap { name, setUp in
    [["validate"], ["check"], ["rules", "list"]].map { arguments in
      Attack(
        name: "\(arguments[0]): \(name)",
        setUp: "new; echo '{ hidden8: [' > ../x.yml; \(setUp); ci",
        arguments: arguments, environment: ["SPY": "hidden8"], status: 78, holds: quotes)
    }
  }

  @Test(arguments: [
    Attack(
      name: "--config through a link",
      setUp: "new; ln -s ../x.yml y.yml; echo '{ hidden8' > ../x.yml",
      arguments: ["check", "--config", "y.yml"], status: 78, holds: quotes),
    Attack(
      name: "rules test through a link",
      setUp: "new; base; ln -s ../x.yml y.yml; echo '{ hidden8' > ../x.yml",
      arguments: ["rules", "test", "y.yml"], status: 78, holds: quotes),
    Attack(
      name: "shared rules beside the repository are still read",
      setUp: """
        new; mkdir ../org; echo 'pr-size: { warn: 600 }' > ../org/r.yml
        echo 'rules: { extends: [../org/r.yml] }' > .ci.yml; ci
        """,
      arguments: ["validate"], status: 0),
    Attack(
      name: "a link to a file of the repository is still read",
      setUp: "new; echo 'steps: { a: \"true\" }' > real.yml; ln -s real.yml .ci.yml; ci",
      arguments: ["validate"], status: 0),
  ]) func links(_ attack: Attack) throws { try attack.play() }
}
