import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Patterns and texts that would keep a run busy for ever, and signals that have to end it all the same.
@Suite(.blocking) struct EndingAttackTests {
  @Test(arguments: attacks) func ends(_ attack: Attack) throws { try attack.play() }

  /// The git object of a file of 537,919,488 zeros, compressed twice more; its own compression takes seconds.
  private static let zeros =
    "H4sIAAAAAAACA5Pv5mAAASbmt3cW+k1llDj+0P/CQRmTxUpn3A7x3r3DI7aX74SYe1FxjkP55miOc4ZceTEN1vcY"
    + "PA+fdDuR8dHgvGzA/vufl5jv/yhf93759MnLVx/+dWrD19TnBTds7f/XlH/7cfbL9X/nX0/X/xaXzw+06MAM2Zg1"
    + "tjHz4uv329tbsQJFjr37117++rPug+85u97IAgUMqmZPn3z4p9iHzG/fTnbWgzS9qI2Oivqxn3XPr/JvH29YA4US"
    + "vtRxsAFph64EkPu3QDg9yJzuUZlRmZEokxPna/aO53BBgY119ZbqfIYde+25z8vp1O1lVNmhfq/kFzsDAEGIn+f3"
    + "AwAA"
  /// The same with the line `1` at the end.
  private static let zerosAndLine =
    "H4sIAAAAAAACA5Pv5mAAASbmt3cUs6cFMrQ9DP82tTHHWCeS7R/j4qMPD62RmhO4kYPNkJfH+fixfw03VU13Jhl0"
    + "nzVYc+qUWI9zQIoOx/0PvzmPfd+3ruSTMP/zO+f7/ezrZ8iH6fFff/9n1pr9vzf/L03/lfP16u357+Pv/C/c8f/Z"
    + "JZCNPTev3Ty59ubD018eT62WBgocuFF7f+7svawRM+t2116XAYoYVPWLiav9f8e07b/dnl1pfEAhib17Z5tPS5vP"
    + "Ure/xsqQHWTOvU0JIPO2cLABSYduTM6RUZlRmZEoc3ry0dafiRLT2s4+/vzydTY784H6H18qfh68c5G17RfL3PJf"
    + "7AwA84pIPQAEAAA="

  private static let attacks: [Attack] = [
    Attack(
      name: "nested repetition against a line of the output (D17)",
      setUp: """
        mkdir "$V/r"; cd "$V/r"
        cat > .ci.yml <<'END'
        version: 1
        warnings: { custom: [{ id: leak, pattern: '^(a+)+$' }] }
        steps: { s: { run: 'printf "%080d!\\n" 0 | tr 0 a', timeout: 30s } }
        END
        """, arguments: ["check"], status: 0),
    Attack(
      name: "a line of 1 MB of output against a pattern without a plain part",
      setUp: """
        mkdir "$V/r"; cd "$V/r"
        cat > .ci.yml <<'END'
        version: 1
        warnings: { custom: [{ id: leak, pattern: '^(\\w+\\s?)*$' }] }
        steps: { s: { run: 'head -c 1000000 /dev/zero | tr "\\0" a; echo "!"' } }
        END
        """, arguments: ["check", "-q"], status: 0),
    Attack(
      name: "nested repetition against an added line (D17)",
      setUp: #"""
        new
        base '  custom: [{ id: prose, added-lines: "^(\\w+\\s?)*$" }]
        '
        sed -i 's/^rules: { secrets: error }/rules:\n  secrets: error/' .ci.yml
        git checkout -q main; git commit -qam base; git update-ref refs/remotes/origin/main main
        git branch -qf pr; git checkout -q pr
        (printf '%080d' 0 | tr 0 a; echo '!') > b; head -c 1000000 /dev/zero | tr '\0' a > c
        echo '!' >> c; ci
        """#, status: 0),
    Attack(
      name: "repetitions that multiply",
      setUp: """
        mkdir "$V/r"; cd "$V/r"
        cat > .ci.yml <<'END'
        version: 1
        warnings: { custom: [{ id: leak, pattern: '(a{1,1000}){1,1000}' }] }
        steps: { s: "true" }
        END
        """, arguments: ["check"], status: 78, shows: ["is too large a regular expression"]),
    Attack(
      name: "a back-reference",
      setUp: """
        mkdir "$V/r"; cd "$V/r"
        cat > .ci.yml <<'END'
        version: 1
        warnings: { custom: [{ id: leak, pattern: '(a*)*\\1b' }] }
        steps: { s: "true" }
        END
        """, arguments: ["check"], status: 78, shows: ["is not supported: the back-reference"]),
    Attack(
      name: "a line of 50,000 functions in a changed test",
      setUp: #"""
        new; mkdir Tests; printf 'func %.0s' $(seq 50000) > Tests/A.swift
        policy 'version: 1\nsteps: { s: "true" }\n'; printf '%s\n' 'x' > Tests/A.swift; ci
        """#, status: 0),
    Attack(
      name: "5,000 tests that all become others",
      setUp: #"""
        tests() { echo 'class C: XCTestCase {'; seq 5000 | sed "s/.*/func test$1&() { $1&() }/"; echo '}'; }
        new; mkdir Tests; tests a > Tests/A.swift
        policy 'version: 1\nsteps: { s: "true" }\nrules: { removed-tests: warning }\n'
        tests b > Tests/A.swift; ci
        """#, status: 0, shows: ["5000 tests were removed"]),
    Attack(
      name: "a file that is larger than the memory",
      setUp: #"""
        blob() {
          mkdir -p .git/objects/${2:0:2}; printf %s $3 | base64 -d | gunzip | gunzip > .git/objects/${2:0:2}/${2:2}
          git update-index --add --cacheinfo 100644,$2,$1
        }
        new; base; git checkout -q main
        blob old 3d35fc9d39dd326a42d55d7c43a0d68b02e14f84 \#(zeros)
        git commit -qm base; git update-ref refs/remotes/origin/main HEAD; git branch -f pr
        git symbolic-ref HEAD refs/heads/pr; git rm -q --cached old
        blob new d61428770b96ff442fbbca6f452e7f80147c25d4 \#(zerosAndLine)
        git commit -qm x
        """#,
      holds: """
        cd r; s=0; (ulimit -v 400000; "$DEVTOOL_PATH" check --only rules --config-from base -q) \
          > $V/o 2>&1 || s=$?
        cat $V/o; test $s = 1; grep -F 'new: error: is larger than 512 MiB' $V/o
        """),
    Attack(
      name: "no memory to run in (L5)",
      setUp: "new; base; echo $TOK > b; ci",
      holds: """
        cd r; for limit in 120000 100000 90000 80000 70000 60000 40000 20000; do
          s=0; (ulimit -c 0; ulimit -v $limit; timeout 60 "$DEVTOOL_PATH" check --only rules -q \
            --config-from base > $V/o 2>&1) || s=$?
          test $s != 0; test $s != 124
        done
        """),
    Attack(
      name: "no room in files (L5)",
      setUp: "new; base; echo $TOK > b; ci",
      holds: """
        cd r; s=0; (ulimit -f 1; "$DEVTOOL_PATH" check --only rules --config-from base -q 2>&1 | cat; \
          exit ${PIPESTATUS[0]}) > $V/o || s=$?
        cat $V/o; test $s = 1; grep -F 'Failed: 1 finding' $V/o
        """),
    Attack(
      name: "nested repetition in a filter",
      setUp: """
        mkdir "$V/r"; cd "$V/r"
        cat > .ci.yml <<'END'
        version: 1
        steps: { s: { run: "true", if: 'branch =~ "^(a+)+$"' } }
        END
        """, arguments: ["check"],
      environment: [
        "GITHUB_ACTIONS": "true",
        "GITHUB_REF": "refs/heads/" + String(repeating: "a", count: 80) + "!",
        "GITHUB_REF_NAME": String(repeating: "a", count: 80) + "!",
      ], status: 0),
  ]

  /// Nothing of a run has begun while the toolchain is looked for, so one signal is enough.
  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func whatComesBeforeTheFirstStepEndsWithTheFirstSignal(signal: Int32, status: Int32) throws {
    let scratch = try ScratchDirectory()
    let marker = uniqueSleep()
    try scratch.write("version: 1\nsteps: { b: { swift-build: {} } }\n", to: ".ci.yml")
    try scratch.write("#!/bin/sh\nsleep \(marker)\n", to: "bin/swift")
    let tool = try BuiltTool()
    #expect(try tool.shell("chmod +x bin/swift", in: scratch.path).status == 0)
    let running = try tool.start(
      ["check"], in: scratch.path,
      environment: ["PATH": "\(scratch.path)/bin:\(tool.environment["PATH"] ?? "/bin:/usr/bin")"])
    #expect(try waitUntil { try !processes(with: marker).isEmpty })
    running.send(signal)
    #expect(try running.finish().status == status)
    #expect(try waitUntil { try processes(with: marker).isEmpty })
  }
}
