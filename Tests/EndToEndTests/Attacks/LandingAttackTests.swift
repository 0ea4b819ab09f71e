import TestSupport
import Testing

/// A change is judged where it lands, also if the base has moved files since the branch began.
@Suite(.blocking) struct LandingAttackTests {
  @Test(arguments: places + merges) func holds(_ attack: Attack) throws { try attack.play() }

  /// Makes the folder `t`, commits it with a `.ci.yml` on `main`, where `s` is made of it then, and
  /// begins the branch `pr` before that.
  private static func start(_ policy: String, name: String = "sign.sh") -> String {
    """
    new; mkdir t; seq 40 > t/\(name); seq 50 90 > t/other
    printf '\(policy)' > .ci.yml; ci; git tag old; git mv t s; ci
    git update-ref refs/remotes/origin/main main; git checkout -q -b pr old

    """
  }

  private static let protected = start("rules: { protected-files: { level: error, files: s/** } }")

  private static let places: [Attack] = [
    Attack(
      name: "a file that the base has made protected by moving it",
      setUp: protected + "echo evil >> t/sign.sh; ci",
      shows: ["s/sign.sh", "the change modifies it"], hides: ["matches no file"]),
    Attack(
      name: "the same, where the base edits it, too",
      setUp: protected + """
        git checkout -q main; sed -i 1d s/sign.sh; git mv s/sign.sh s/check.sh; ci
        git update-ref refs/remotes/origin/main main; git checkout -q pr; echo evil >> t/sign.sh; ci
        """, shows: ["s/check.sh", "the change modifies it"]),
    Attack(
      name: "a new file in a folder that the base has moved",
      setUp: protected + "echo evil > t/new.sh; ci", shows: ["s/new.sh", "the change adds it"]),
    Attack(
      name: "a mode", setUp: protected + "chmod +x t/sign.sh; ci",
      shows: ["s/sign.sh", "the change modifies it"]),
    Attack(
      name: "a forbidden path",
      setUp: start("rules: { custom: [{ id: keys, level: error, forbid: s/** }] }")
        + "echo evil >> t/sign.sh; ci", shows: ["s/sign.sh"]),
    Attack(
      name: "lines of a folder",
      setUp: start("rules: { custom: [{ id: no, level: error, added-lines: evil, paths: s/** }] }")
        + "echo evil >> t/sign.sh; ci", shows: ["s/sign.sh:41"]),
    Attack(
      name: "a file without an owner, where it lands",
      setUp: """
        new; mkdir t; seq 40 > t/x; echo '/t/ @ada' > CODEOWNERS
        printf 'rules: { codeowners: { level: error, owned: true } }' > .ci.yml; ci; git tag old
        git mv t s; ci; git update-ref refs/remotes/origin/main main; git checkout -q -b pr old
        echo evil >> t/x; ci
        """, shows: ["s/x"]),
    Attack(
      name: "a key of a file that the base has moved",
      setUp: """
        new; { echo '{"version": "1.0",'; seq -f '"k%g": 1,' 40; echo '"z": 1}'; } > pkg.json
        printf 'rules: { protected-keys: { level: error, files: app/pkg.json, keys: [version] } }' > .ci.yml
        ci; git tag old; mkdir app; git mv pkg.json app; ci
        git update-ref refs/remotes/origin/main main; git checkout -q -b pr old
        sed -i 's/1.0/6.6/' pkg.json; ci
        """, shows: ["app/pkg.json", "version"]),
    Attack(
      name: "a file that a new link of the base leads to",
      setUp: """
        new; mkdir t s; seq 40 > t/sign.sh; seq 2 > s/x
        printf 'rules: { protected-files: { level: error, files: s/** } }' > .ci.yml; ci; git tag old
        ln -s ../t s/t; ci; git update-ref refs/remotes/origin/main main; git checkout -q -b pr old
        echo evil >> t/sign.sh; ci
        """, shows: ["t/sign.sh", "the change modifies it"]),
    Attack(
      name: "a name that differs only in case from one that the base has added",
      setUp: """
        new; printf 'rules: { file-names: error }' > .ci.yml; ci; git tag old; mkdir t; echo x > t/New
        ci; git update-ref refs/remotes/origin/main main; git checkout -q -b pr old
        mkdir t; echo x > t/new; ci
        """, shows: ["t/new", "t/New"]),
    Attack(
      name: "a branch that is only behind passes",
      setUp: protected + """
        git checkout -q main; git mv s/other u; mkdir t; echo n > t/n; ci
        git update-ref refs/remotes/origin/main main
        git checkout -q pr; echo more >> a; echo more >> t/other; ci
        """, status: 0),
  ]

  /// What the service has merged and checked out.
  private static func merged(_ setUp: String) -> String {
    setUp + """

      H=$(git rev-parse HEAD); git checkout -q --detach main; M=$(git rev-parse HEAD)
      git -c merge.directoryRenames=true merge -q --no-ff -m "Merge $H into $M" $H
      echo "GITHUB_SHA=$(git rev-parse HEAD)" > $V/env
      R='"head":{"sha":"'$H'","ref":"pr","repo":{"full_name":"e/r"}},"base":{"ref":"main","sha":"'$M'","repo":{"full_name":"o/r"}}'
      echo '{"pull_request":{"number":1,'"$R"'}}' > $V/event.json
      """
  }

  private static let service: [String: String?] = [
    "GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "main", "GITHUB_REF": "refs/pull/1/merge",
    "GITHUB_EVENT_PATH": "$V/event.json",
  ]

  private static let merges: [Attack] = [
    Attack(
      name: "lines of a folder, as the service merges it",
      setUp: merged(
        start("rules: { custom: [{ id: no, level: error, added-lines: evil, paths: s/** }] }")
          + "echo evil >> t/sign.sh; ci"),
      environment: service, shows: ["s/sign.sh:41", "t/sign.sh as s/sign.sh"],
      hides: ["t/sign.sh:41"]),
    Attack(
      name: "a new file in a folder that the base has moved, as the service merges it",
      setUp: merged(
        start("rules: { custom: [{ id: keys, level: error, forbid: s/** }] }")
          + "echo evil > t/new.sh; ci"),
      environment: service, shows: ["s/new.sh"]),
    Attack(
      name: "a branch that is only behind passes, as the service merges it",
      setUp: merged(protected + "echo more >> a; ci"), environment: service, status: 0),
  ]
}
