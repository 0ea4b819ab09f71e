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
      setUp:
        "new; git config core.compression 1; head -c 537919488 /dev/zero > old; base; git mv old new; echo 1 >> new; ci; rm new",
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
