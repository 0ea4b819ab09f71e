import TestSupport
import Testing

/// What keeps changed lines that never ran out of the coverage of the change.
@Suite(.blocking) struct CoverageAttackTests {
  @Test(arguments: attacks) func isMeasured(_ attack: Attack) throws { try attack.play() }

  /// A branch that changes `Sources/ok.c`, which ran, and what `change` writes.
  ///
  /// - Parameter data: Files of the data, with `+` before those whose three lines ran.
  private static func attack(
    _ name: String, change: String, data: [String], noData: Bool = false, status: Int = 1,
    shows: String
  ) -> Attack {
    let data = data.map { file in
      let count = file.hasPrefix("+") ? 1 : 0
      let path = file.drop { $0 == "+" }
      return "SF:\(path)\\nDA:1,\(count)\\nDA:2,\(count)\\nDA:3,\(count)\\nend_of_record\\n"
    }
    return Attack(
      name: name,
      setUp: """
        new; mkdir -p Sources impl kit/Sources; seq 3 | tee Sources/ok.c Sources/b.c > impl/b.txt
        ln -s ../impl/b.txt Sources/t.c
        policy 'steps: { s: "true" }\\ncoverage: { patch: \(noData ? strict : "100") }\\n'
        seq 4 6 > Sources/ok.c; \(change); ci; printf '\(data.joined())' > $V/c.info
        """,
      arguments: [
        "coverage", "--base", "origin/main", "--config-from", "base", "--lcov", "$V/c.info",
      ], status: status, shows: [shows])
  }

  /// A branch that changes a package whose components Core and Kit have a floor of 100 %.
  private static func floorAttack(
    _ name: String, change: String, data: [String: Int], shows: String
  ) -> Attack {
    let data = data.map { "SF:\($0)\\nDA:1,\($1)\\nDA:2,\($1)\\nend_of_record\\n" }
    return Attack(
      name: name,
      setUp: """
        new; mkdir -p Sources/Core Sources/Kit; seq 2 | tee Sources/Core/a.c Sources/Core/b.c > Sources/Kit/k.c
        floor='{"hundredths":10000,"missed":0}'
        echo '{"schema":"devtool.coverage-floors/1","metric":"distinct","lowered":[],"floors":{"Core":'$floor'}}' > f
        policy 'steps: { s: "true" }\\ncoverage: { ratchet: f, components: [{ name: Core, paths: [Sources/Core/**] }] }\\n'
        \(change); ci; printf '\(data.joined())' > $V/c.info
        """,
      arguments: [
        "coverage", "--base", "origin/main", "--config-from", "base", "--lcov", "$V/c.info",
      ], status: 1, shows: [shows])
  }

  private static let strict = "{ minimum: 100, no-data: error }"

  private static let attacks: [Attack] = [
    floorAttack(
      "a floor whose folder has another name", change: "git mv Sources/Core Sources/Heart",
      data: ["Sources/Heart/a.c": 0, "Sources/Kit/k.c": 1],
      shows: "the floor of Core has no effect"),
    floorAttack(
      "a floor whose code goes to another file",
      change: "cat Sources/Core/a.c >> Sources/Kit/k.c; git rm -qr Sources/Core",
      data: ["Sources/Kit/k.c": 0], shows: "the floor of Core has no effect"),
    floorAttack(
      "a floor that keeps a stub", change: "git mv Sources/Core/a.c Sources/Kit/a.c",
      data: ["Sources/Core/b.c": 1, "Sources/Kit/a.c": 0],
      shows: "line coverage of Core is 50 % with 2 lines uncovered"),
    attack(
      "code that only other builds contain",
      change:
        "printf 'func a() {\\n\\n}\\n#if !DEBUG\\nfunc b() {\\n}\\n#endif\\n' > Sources/k.swift",
      data: ["+Sources/ok.c", "+Sources/k.swift"], noData: true,
      shows: "Sources/k.swift  2 lines, behind `#if` and not built"),
    attack(
      "an ending that compilers take for C++", change: "seq 4 > Sources/k.C",
      data: ["+Sources/ok.c"], noData: true, shows: "Sources/k.C  4 lines, not in the data"),
    attack(
      "functions of a header",
      change: "printf 'int a();\\ninline int b() {\\n  return 1; }\\n' > Sources/k.hpp",
      data: ["+Sources/ok.c"], noData: true, shows: "Sources/k.hpp  2 lines, not in the data"),
    attack(
      "a folder that is called like one of dependencies",
      change: "mkdir Sources/checkouts; seq 3 > Sources/checkouts/k.c",
      data: ["+Sources/ok.c", "Sources/checkouts/k.c"],
      shows: "coverage of the changed lines is 50 %"),
    attack(
      "a folder that is called like one of generated sources",
      change:
        "mkdir -p Sources/k.derived/DerivedSources; seq 3 > Sources/k.derived/DerivedSources/k.c",
      data: ["+Sources/ok.c", "Sources/k.derived/DerivedSources/k.c"],
      shows: "coverage of the changed lines is 50 %"),
    attack(
      "a folder of sources that is called like one of tests",
      change: "mkdir Sources/Tests; seq 3 > Sources/Tests/k.c",
      data: ["+Sources/ok.c", "Sources/Tests/k.c"], shows: "coverage of the changed lines is 50 %"),
    attack(
      "a file of two targets that the tests of one run",
      change: "seq 4 6 > impl/n.txt; "
        + "ln -s ../impl/n.txt Sources/a.c; ln -s ../impl/n.txt Sources/z.c",
      data: ["+Sources/ok.c", "Sources/a.c", "+Sources/z.c"],
      shows: "coverage of the changed lines is 50 %"),
    attack(
      "a name that is not UTF-8", change: "seq 4 6 > $'Sources/a\\xff.c'",
      data: ["+Sources/ok.c", "Sources/a\\377.c"], status: 69, shows: "the name is not UTF-8"),
    attack(
      "a covered twin in another normalization",
      change: "seq 4 6 | tee $'Sources/\\xc3\\xa9.c' > $'Sources/e\\xcc\\x81.c'",
      data: ["+Sources/ok.c", "Sources/\\303\\251.c", "+Sources/e\\314\\201.c"],
      shows: "coverage of the changed lines is 66.66 %"),
    attack(
      "a file that is built over a link, and not called like a source",
      change: "seq 4 6 > impl/b.txt", data: ["+Sources/ok.c", "Sources/t.c"],
      shows: "coverage of the changed lines is 50 %"),
    attack(
      "a new link to a file that is not called like a source",
      change: "seq 4 6 > impl/n.txt; ln -s ../impl/n.txt Sources/n.c",
      data: ["+Sources/ok.c", "Sources/n.c"], shows: "coverage of the changed lines is 50 %"),
    attack(
      "a file that the first path of another machine means, too",
      change: "seq 4 6 | tee Sources/_.c Sources/b.c; echo '//' > kit/Sources/_.c",
      data: ["+/build/kit/Sources/_.c", "/build/kit/Sources/b.c", "+/build/kit/Sources/ok.c"],
      shows: "coverage of the changed lines is 66.66 %"),
    attack(
      "files that all paths of another machine mean, too",
      change: "seq 4 6 > Sources/b.c; echo '//' | tee kit/Sources/b.c > kit/Sources/ok.c",
      data: ["/build/kit/Sources/b.c", "+/build/kit/Sources/ok.c"], status: 69,
      shows: "this checkout can be /build/ or /build/kit/"),
  ]
}
