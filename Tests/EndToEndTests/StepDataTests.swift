import Foundation
import TestSupport
import Testing

/// What steps get and give: outputs, files of variables, secrets, included files, artifacts.
@Suite(.blocking) struct StepDataTests {
  @Test func outputsReachLaterSteps() throws {
    let scratch = try ScratchPipeline(
      #"""
      env: { BASE: "${env.OUTSIDE}/base" }
      steps:
        version:
          retry: 1
          run: |
            echo "attempt=$DEVTOOL_ATTEMPT" >> "$DEVTOOL_OUTPUT"
            [ "$DEVTOOL_ATTEMPT" = 2 ] || { echo "stale=1" >> "$DEVTOOL_OUTPUT"; exit 1; }
            printf 'notes<<END\none "two"\nthree\nEND\n' >> "$DEVTOOL_OUTPUT"
        script:
          needs: version
          env: { A: "v${steps.version.outputs.attempt}", NOTES: "${steps.version.outputs.notes}", B: "${env.A}-${env.BASE}" }
          run: echo "$A"; echo "$NOTES"; echo "$B"
        argv: { needs: version, exec: [echo, "${steps.version.outputs.notes}", "${env.BASE}", "${HOME}"] }
        yes: { needs: version, if: steps.version.outputs.attempt == "2", run: 'true' }
        no: { needs: version, if: steps.version.outputs.stale == "1", run: 'true' }
        missing: { needs: version, exec: [echo, "${steps.version.outputs.note}"], allow-failure: true }
        through: { needs: "cell[x=b]", exec: [echo, "got ${steps.cell[x=b].outputs.name}"] }
        cell: { matrix: { x: [a, b] }, run: 'echo "name=${matrix.x}" > "$DEVTOOL_OUTPUT"' }
        broken: { run: 'echo nonsense > "$DEVTOOL_OUTPUT"', allow-failure: true }
      """#)
    let result = try scratch.devtool("check", environment: ["OUTSIDE": "out"])
    #expect(result.status == 0)
    #expect(
      try scratch.statuses() == [
        "version: passed", "script: passed", "argv: passed", "yes: passed", "no: skipped",
        "missing: warned", "cell[x=b]: passed", "through: passed", "cell[x=a]: passed",
        "broken: warned",
      ])
    #expect(try scratch.log("script").hasSuffix("\nv2\none \"two\"\nthree\nv2-out/base\n"))
    #expect(try scratch.log("argv").hasSuffix("\none \"two\"\nthree out/base ${HOME}\n"))
    #expect(try scratch.log("through").hasSuffix("\ngot b\n"))
    let steps = try #require(try scratch.record()["steps"] as? [[String: Any]])
    #expect(
      steps[0]["outputs"] as? [String: String] == ["attempt": "2", "notes": "one \"two\"\nthree"])
    #expect(
      steps[5]["reason"] as? String
        == "step 'version' has no output 'note'; it wrote attempt, notes")
    #expect(
      steps.last?["reason"] as? String
        == "line 1 of its outputs is neither name=value nor name<<END")
  }

  /// What a step did that printed nothing is in the record, unless it failed.
  @Test func aStepThatPrintsNothingHasNoLog() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        silent: 'true'
        empty: { run: 'test -f "$DEVTOOL_OUTPUT" && ! test -s "$DEVTOOL_OUTPUT"', needs: silent }
        failing: { run: 'false', retry: 1, allow-failure: true }
        printing: echo one
      """)
    #expect(try scratch.devtool("check").status == 0)
    let steps = try #require(try scratch.record()["steps"] as? [[String: Any]])
    let logs = steps.map { ($0["logPath"] as? String)?.split(separator: "/").last ?? "none" }
    #expect(logs == ["none", "none", "failing.log", "printing.log"])
    #expect(steps[0]["command"] as? String == "bash -euo pipefail -c true")
    let command = "$ bash -euo pipefail -c false\n"
    #expect(try scratch.log("failing") == "\(command)\ndevtool: attempt 2\n\(command)")
    #expect(throws: CocoaError.self) { try scratch.log("silent") }
  }

  @Test func filesOfVariablesAreTheWeakest() throws {
    let scratch = try ScratchPipeline(
      """
      dotenv: [.env.ci, { path: .env, optional: true }, { path: none, optional: true }]
      env: { FILE: file }
      steps:
        make-env: "echo 'OWN=from step' > .env.step"
        show:
          needs: make-env
          dotenv: .env.step
          run: echo "$ONE|$TWO|$SET|$FILE|$OWN"
        other: 'echo "${OWN-unset}"'
      """)
    try scratch.folder.write("ONE=1\nTWO=first\nSET=weak\nFILE=weak\n", to: ".env.ci")
    try scratch.folder.write("export TWO='second $ONE'\n", to: ".env")
    #expect(try scratch.devtool("check", environment: ["SET": "outside"]).status == 0)
    #expect(try scratch.log("show").hasSuffix("\n1|second $ONE|outside|file|from step\n"))
    #expect(try scratch.log("other").hasSuffix("\nunset\n"))
  }

  @Test func aMissingOrWrongFileOfVariablesIsSaid() throws {
    let scratch = try ScratchPipeline("dotenv: .env\nsteps: { a: 'true' }\n")
    let missing = try scratch.devtool("check")
    #expect(missing.status == 69)
    #expect(missing.standardError.contains(".env': No such file or directory"))
    #expect(missing.standardError.contains("write `{ path: .env, optional: true }` in 'dotenv'"))
    try scratch.folder.write("A=1\nB\n", to: ".env")
    let wrong = try scratch.devtool("check")
    #expect(wrong.status == 69)
    #expect(wrong.standardError.contains("devtool: error: .env:2: the line is not NAME=value"))
    try scratch.folder.write("steps: { a: { run: 'true', dotenv: .env } }\n", to: ".ci.yml")
    let step = try scratch.devtool("check")
    #expect(step.status == 69)
    #expect(step.standardOutput.contains(".env:2: the line is not NAME=value"))
  }

  /// No file below `.devtool`, no report and nothing on the screen holds a secret.
  @Test func secretsAreSeenNowhere() throws {
    let scratch = try ScratchPipeline(
      #"""
      secrets: [API_TOKEN, { name: SIGNING_KEY, file: true }]
      dotenv: [.env]
      steps:
        show:
          secrets: API_TOKEN
          run: |
            (set -x; echo "token $API_TOKEN")
            echo "token $API_TOKEN"; printf %s "$API_TOKEN" | base64
            printf %s "${API_TOKEN:0:5}"; sleep 0.1; printf '%s\n' "${API_TOKEN:5}"
            cat "$SIGNING_KEY"; stat -c %a "$SIGNING_KEY"
            echo "Sources/A.swift:1:1: warning: $API_TOKEN" >&2
            echo "token=$API_TOKEN" >> "$DEVTOOL_OUTPUT"
            head -c 300000 /dev/zero | tr '\0' x; echo "$API_TOKEN ${DOT_SECRET-none}"
        kept: { run: 'echo "${API_TOKEN-unset}"', needs: show }
        argv: { exec: [sh, -c, "exit 3", "${steps.show.outputs.token}"], needs: show, allow-failure: true }
        dotted: { secrets: DOT_SECRET, run: 'echo "$DOT_SECRET"; exit 1' , allow-failure: true }
      """#)
    let token = #"s3cr3t/+va"lue's"#
    let key = "-----BEGIN-----\nabcdefghijkl\nmnopqrstuvwx\n-----END-----\n"
    try scratch.folder.write("DOT_SECRET=dotted-secret\n", to: ".env")
    let result = try scratch.devtool(
      "check", "--report", "json", "--report", "junit=out/junit.xml", "--report",
      "markdown=out/run.md", "--report", "terminal=out/run.txt",
      environment: ["API_TOKEN": token, "SIGNING_KEY": key])
    #expect(result.status == 0)
    #expect(
      try scratch.statuses() == ["show: passed", "kept: passed", "argv: warned", "dotted: warned"])
    let forms = ["s3cr3t", "czNjcjN0", "abcdefghijkl", "mnopqrst", "dotted-secret"]
    var texts = [result.standardOutput, result.standardError]
    let files = try #require(FileManager.default.enumerator(atPath: scratch.path))
    for case let path as String in files where path != ".env" && path != ".ci.yml" {
      if let data = FileManager.default.contents(atPath: "\(scratch.path)/\(path)") {
        texts.append(String(decoding: data, as: UTF8.self))
      }
      #expect(!path.contains("/secrets"))
    }
    #expect(texts.count > 10)
    for form in forms { #expect(texts.allSatisfy { !$0.contains(form) }, "\(form)") }
    let log = try scratch.log("show")
    #expect(log.contains("\ntoken ***\n") && log.contains("\n600\n"))
    #expect(try scratch.log("kept").hasSuffix("\nunset\n"))
  }

  @Test func aShortSecretIsToldOf() throws {
    let scratch = try ScratchPipeline("secrets: [PIN]\nsteps: { a: 'echo $PIN' }\n")
    let result = try scratch.devtool("check", environment: ["PIN": "123"])
    #expect(result.status == 0)
    #expect(
      result.standardOutput.contains(
        "The value of PIN is shorter than 4 characters and is not masked."))
  }

  @Test func includedStepsRun() throws {
    let scratch = try ScratchPipeline("include: [ci/*.yml]\nsteps: { a: 'true' }\n")
    try scratch.folder.write("steps: { b: { needs: a, run: 'true' } }\n", to: "ci/b.yml")
    try scratch.folder.write("steps: { c: { needs: b, run: 'true' } }\n", to: "ci/c.yml")
    #expect(try scratch.devtool("check").status == 0)
    #expect(try scratch.statuses() == ["a: passed", "b: passed", "c: passed"])
    try scratch.folder.write("steps:\n  c: { needs: d, run: 'true' }\n", to: "ci/c.yml")
    let wrong = try scratch.devtool("validate")
    #expect(wrong.status == 78)
    #expect(wrong.standardError.hasPrefix("ci/c.yml:2:15: error: step 'c' needs 'd'"))
  }

  /// A change cannot bring its own version of an included file.
  @Test func aTrustedConfigurationIncludesFromItsCommit() throws {
    let repository = try ScratchRepository()
    try repository.shell(
      """
      mkdir ci; echo 'include: [ci/*.yml]' > .ci.yml
      echo "steps: { gate: 'exit 3' }" > ci/gate.yml
      git add -A; git commit -qm one; git checkout -qb work
      echo "steps: { gate: 'true', more: 'true' }" > ci/gate.yml
      echo "steps: { another: 'true' }" > ci/another.yml
      git add -A; git commit -qm two
      """)
    let tool = try BuiltTool()
    let own = try tool.run("check", "--base", "main", in: repository.path)
    #expect(own.status == 0)
    let trusted = try tool.run(
      "check", "--base", "main", "--config-from", "base", in: repository.path)
    #expect(trusted.status == 1)
    let steps = try #require(
      try ScratchPipeline.record(in: repository.path)["steps"] as? [[String: Any]])
    #expect(steps.map { $0["id"] as? String } == ["gate"])
  }

  @Test func artifactsAreLookedFor() throws {
    let scratch = try ScratchPipeline(
      """
      steps:
        makes: { run: 'mkdir -p out/deep; touch out/a out/deep/b', artifacts: [out/**, none/*] }
        fails: { run: 'touch log; exit 1', artifacts: { paths: log, when: failure }, allow-failure: true }
        silent: { run: 'true', artifacts: { paths: out/a, when: failure } }
      """)
    let result = try scratch.devtool("check", "--jobs", "1")
    #expect(result.status == 0)
    let steps = try #require(try scratch.record()["steps"] as? [[String: Any]])
    #expect(steps[0]["artifacts"] as? [String] == ["out/a", "out/deep/b"])
    #expect(steps[2]["artifacts"] == nil)
    #expect(
      result.standardOutput.contains("warning: step makes produced no file that matches 'none/*'"))
  }
}
