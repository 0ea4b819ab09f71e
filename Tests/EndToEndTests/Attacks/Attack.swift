import Foundation
import TestSupport
import Testing

/// A way around the gate, played in an empty folder and run against the built tool.
///
/// The tables of this folder are what a stranger may try: each row says how the repository comes
/// about, what is run where, and what has to come of it.
struct Attack: CustomTestStringConvertible, Sendable {
  /// What the stranger hopes for, as a fragment.
  var name: String
  /// A shell script that prepares everything, below the functions of `prelude`.
  var setUp: String
  var arguments = Attack.gate
  /// Where devtool runs, relative to the scratch folder `$V`.
  var directory = "r"
  /// Variables that the CI service sets, beside those that `setUp` writes to `$V/env`, for example; `nil` removes one. `$V` in a value is the
  /// scratch folder.
  var environment: [String: String?] = [:]
  /// What devtool ends with; a negative number when that does not matter.
  var status = 1
  /// What standard output or standard error has to say.
  var shows: [String] = []
  /// What may appear in neither of them.
  var hides: [String] = []
  /// A shell script that runs afterwards in the scratch folder and fails when the attack worked.
  /// `$V/out` and `$V/err` hold what devtool printed.
  var holds = ""

  var testDescription: String { name }

  /// `devtool check` as a gate: the rules of the base, nothing else.
  static let gate = ["check", "--only", "rules", "--config-from", "base", "-q"]

  /// - `new` makes an empty repository `r` with a first commit `s` and enters it.
  /// - `base TEXT` commits a `.ci.yml` with `secrets: error` and TEXT on `main`, which becomes
  ///   `origin/main`, and begins the branch `pr`.
  /// - `policy TEXT` does the same with TEXT alone, as `printf` writes it.
  /// - `ci MESSAGE` commits everything, ignored files too.
  /// - `$TOK` is what the rule `secrets` takes for a token.
  static let prelude = """
    export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
    export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.com
    export GIT_COMMITTER_NAME=Grace GIT_COMMITTER_EMAIL=grace@example.com
    TOK=gh''p_R4nD0mQ7wZ1xC8vB5nM2kL9jH3gF6dS0aPqW
    export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=maintenance.auto GIT_CONFIG_VALUE_0=false
    ci() { git add -Af; git commit -q --allow-empty --no-verify -m "${1:-x}"; }
    new() { [ ! -e "$V/r" ] || rm -rf "$V/r"; cp -R "$NEW" "$V/r"; cd "$V/r"; }
    # As git does it, without git: there are hundreds of rows.
    branch() {
      if [ "$(<.git/HEAD)" = 'ref: refs/heads/main' ]; then
        tip=$(<.git/refs/heads/main)
        echo $tip > .git/refs/remotes/origin/main
        echo $tip > .git/refs/heads/pr; echo 'ref: refs/heads/pr' > .git/HEAD
      else
        git update-ref refs/remotes/origin/main ${1:-HEAD}; git checkout -q -b pr
      fi
    }
    policy() { printf "$1" > .ci.yml; ci; branch; }
    base() {
      printf 'version: 1\\nsteps: { s: "true" }\\nrules: { secrets: error }\\n%s' "${1:-}" > .ci.yml
      ci; branch main
    }

    """

  /// Plays the attack and records an issue for everything that should not be.
  func play(sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    try play(in: prepare(sourceLocation: sourceLocation), sourceLocation: sourceLocation)
  }

  /// The folder `$V` as `setUp` leaves it.
  func prepare(
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> ScratchDirectory {
    let scratch = try ScratchDirectory()
    let preparation = try shell(Attack.prelude + setUp, in: scratch)
    try #require(
      preparation.status == 0, "set-up: \(preparation.standardError)",
      sourceLocation: sourceLocation)
    return scratch
  }

  private func shell(_ script: String, in scratch: ScratchDirectory) throws -> CommandResult {
    try BuiltTool().shell(
      "set -eu\n" + script, in: scratch.path,
      environment: ["V": scratch.path, "NEW": Attack.new.get().path + "/r"])
  }

  /// What `new` copies: an empty repository `r` with its first commit.
  private static let new = Result {
    let scratch = try ScratchDirectory()
    let made = try BuiltTool().shell(
      """
      set -eu
      \(prelude)git init -q -b main r; cd r; mkdir -p .git/refs/remotes/origin; echo s > a; ci
      """, in: scratch.path, environment: ["V": scratch.path])
    try #require(made.status == 0, "\(made.standardError)")
    return scratch
  }

  /// Plays the attack in a folder that is prepared already.
  func play(
    in scratch: ScratchDirectory, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let result = try run(in: scratch, sourceLocation: sourceLocation)
    try judge(result, in: scratch, sourceLocation: sourceLocation)
  }

  /// Runs devtool in a folder that is prepared already.
  func run(
    in scratch: ScratchDirectory, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> CommandResult {
    var variables = environment.mapValues { $0?.replacing("$V", with: scratch.path) }
    let computed = (try? String(contentsOfFile: scratch.path + "/env", encoding: .utf8)) ?? ""
    for line in computed.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
    }
    return try BuiltTool().start(
      arguments.map { $0.replacing("$V", with: scratch.path) },
      in: scratch.path + "/" + directory,
      environment: variables
    ).finish(within: 60, sourceLocation: sourceLocation)
  }

  /// Records an issue for everything that should not be.
  func judge(
    _ result: CommandResult, in scratch: ScratchDirectory,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let said = "\(result.standardOutput)\n\(result.standardError)"
    if status >= 0 {
      #expect(result.status == status, "\(said)", sourceLocation: sourceLocation)
    }
    for text in shows {
      #expect(said.contains(text), "\(said)", sourceLocation: sourceLocation)
    }
    for text in hides {
      #expect(!said.contains(text), "\(said)", sourceLocation: sourceLocation)
    }
    if holds.isEmpty { return }
    try scratch.write(result.standardOutput, to: "out")
    try scratch.write(result.standardError, to: "err")
    let check = try shell(holds, in: scratch)
    #expect(
      check.status == 0, "\(holds)\n\(check.standardOutput)\(check.standardError)\n\(said)",
      sourceLocation: sourceLocation)
  }
}
