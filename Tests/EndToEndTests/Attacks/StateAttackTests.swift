import TestSupport
import Testing

/// What a branch commits under `.devtool`, and where it links what devtool writes.
@Suite(.blocking) struct StateAttackTests {
  @Test(arguments: links + tracked + forged) func holds(_ attack: Attack) throws {
    try attack.play()
  }

  @Test(arguments: inputs) func isNotOverlooked(_ attack: Attack) throws { try attack.play() }

  @Test(arguments: kept) func isNotKept(_ attack: Attack) throws { try attack.play() }

  @Test(arguments: writes) func staysInTheCheckout(_ attack: Attack) throws { try attack.play() }

  @Test(arguments: specialFiles) func ends(_ attack: Attack) throws { try attack.play() }

  /// A home of the stranger's own, and one of the victim.
  private static let victim: [String: String?] = ["HOME": "$V/home"]
  private static let home = "mkdir -p $V/home; echo mine > $V/home/.bashrc; "

  // MARK: Links (D4)

  /// Not committed, as in an archive without git, so that links alone are the matter.
  private static let links: [Attack] = [
    link("lock", to: "../../home/.bashrc", holds: "test \"$(cat home/.bashrc)\" = mine"),
    link("lock", to: "../../home/new", holds: "test ! -e home/new"),
    link(
      "runs", to: "../../home", prepare: "for i in $(seq 30); do touch $V/home/$i; done; ",
      holds: "test $(ls home | wc -l) = 30"),
    link("cache", to: "../../home", holds: "test \"$(ls home)\" = ''"),
    link("history.sqlite", to: "../../home/h", holds: "test ! -e home/h"),
    link("history.sqlite-journal", to: "../../home/.bashrc", holds: "test -s home/.bashrc"),
    link("history.seal", to: "../../home/s", holds: "test ! -e home/s"),
    link("other-history", to: "../../home", holds: "test ! -e home/history.seal"),
    Attack(
      name: ".devtool is a link", setUp: home + "new; base; ln -s ../home .devtool",
      environment: victim, status: 69, shows: [".devtool is a symbolic link"],
      holds: "test \"$(ls home)\" = ''"),
    Attack(
      name: ".devtool is a file", setUp: "new; base; echo x > .devtool", status: 69,
      shows: ["is not a folder"]),
    Attack(
      name: "report behind a link", setUp: home + "new; base; ln -s ../home .devtool",
      arguments: ["report"], status: 69, shows: ["symbolic link"]),
    Attack(
      name: "merge behind a link",
      setUp: home + "new; base; mkdir .devtool; ln -s ../../home .devtool/runs",
      arguments: ["merge", "x"], status: 69, shows: ["symbolic link"]),
    Attack(
      name: "coverage behind a link", setUp: home + "new; base; ln -s ../home .devtool",
      arguments: ["coverage"], status: 69, shows: ["symbolic link"]),
    Attack(
      name: "deeper link: what a run drops",
      setUp: home + """
        new; base; mkdir -p .devtool/runs; cd .devtool/runs; touch $V/home/keep
        for i in $(seq 10 40); do ln -s ../../../home 20200101T0000$i.000Z-1; done
        for i in $(seq 10 40); do mkdir other-$i; done; cd ../..
        """,
      status: 0, holds: "test -e home/keep; test $(ls r/.devtool/runs | grep -c other) = 31"),
  ]

  private static func link(
    _ name: String, to target: String, prepare: String = "", holds: String
  ) -> Attack {
    Attack(
      name: ".devtool/\(name) leads to \(target)",
      setUp: home + "\(prepare)new; base; mkdir .devtool; ln -s \(target) .devtool/\(name)",
      environment: victim, status: 69, shows: ["is a symbolic link", "help: Remove the link: rm"],
      holds: holds)
  }

  // MARK: Tracked by git (D4, D5)

  private static let tracked: [Attack] = [
    track("mkdir .devtool; ln -s ../../home .devtool/runs; ci", shows: "is a symbolic link"),
    track("mkdir -p .devtool/runs/x; echo x > .devtool/runs/x/record.json; ci"),
    track("mkdir .devtool; echo x > .devtool/x; ci; git update-index --index-version 4"),
    track(
      "mkdir .devtool .dev; echo x > .dev/x; echo x > .devtool/x; git update-index "
        + "--index-version 4; ci"),
    track("mkdir .devtool; echo x > .devtool/x; ci; git update-index --split-index"),
    track(
      "mkdir .devtool; echo x > .devtool/x; git update-index --split-index; ci; echo y > y; ci"),
    track("mkdir .devtool; echo x > .devtool/x; ci; git update-index --skip-worktree .devtool/x"),
    track(
      "git init -q .devtool; (cd .devtool; echo x > x; ci); git add -f .devtool; git commit -qm x"),
    track(
      "mkdir -p p/.devtool; echo 'steps: { s: \"true\" }' > p/.ci.yml; echo x > p/.devtool/x; ci",
      arguments: ["check", "--only", "rules"], directory: "r/p", shows: "git tracks p/.devtool/x"),
    track(
      "mkdir .devtool; echo x > .devtool/x; ci; git worktree add -q $V/w", directory: "w"),
    track("mkdir .devtool; echo x > .devtool/x; ci; git rm -q --cached .devtool/x", shows: nil),
    Attack(
      name: "tracked: report", setUp: "new; base; mkdir .devtool; echo x > .devtool/x; ci",
      arguments: ["report"], status: 69, shows: ["git tracks .devtool/x", "git rm -r -q --cached"]),
  ]

  private static func track(
    _ setUp: String, arguments: [String] = Attack.gate, directory: String = "r",
    shows: String? = "git tracks "
  ) -> Attack {
    Attack(
      name: setUp, setUp: "new; base; \(setUp)", arguments: arguments, directory: directory,
      status: shows == nil ? 0 : 69, shows: shows.map { [$0] } ?? [])
  }

  // MARK: Made at home (D5)

  /// A step that fails, and a `bash` that lets it pass: what that left is a forged result.
  private static let forge = """
    printf 'version: 1\\nsteps: { scan: { run: "exit 1", inputs: [a], outputs: [] } }\\n' > .ci.yml
    ci; mkdir $V/fb; printf '#!/bin/sh\\n' > $V/fb/bash; chmod +x $V/fb/bash
    mkdir $V/evil; HOME=$V/evil PATH=$V/fb:$PATH "$DEVTOOL_PATH" check -q > $V/forged 2>&1

    """

  /// A package that a branch replaces by a submodule, which holds results and what seals them.
  private static let submodule = """
    new; rm -f .gitignore; mkdir p; cd p; echo x > a
    printf 'version: 1\\nsteps: { scan: { run: "exit 1", inputs: [a], outputs: [] } }\\n' > .ci.yml
    cd ..; ci; git update-ref refs/remotes/origin/main main
    mkdir $V/fb; printf '#!/bin/sh\\n' > $V/fb/bash; chmod +x $V/fb/bash
    cp -r $V/r $V/att; cd $V/att/p; mkdir $V/evil
    HOME=$V/evil CI=true PATH=$V/fb:$PATH "$DEVTOOL_PATH" check -q --config-from origin/main
    git init -qb main $V/sm; cp -r . $V/sm/; cd $V/sm; rm .devtool/.gitignore; ci
    cd $V/r; git checkout -qb pr; git rm -rqf p
    git -c protocol.file.allow=always submodule --quiet add $V/sm p; git commit -qm sub
    git -c protocol.file.allow=always clone -q --recurse-submodules -b pr $V/r $V/c
    cd $V/c
    """

  private static let forged: [Attack] = [
    Attack(
      name: "the same user made it", setUp: home + "new; \(forge)", arguments: ["check", "-q"],
      environment: ["HOME": "$V/evil"], status: 0),
    Attack(
      name: "a kept result that somebody else made", setUp: home + "new; \(forge)",
      arguments: ["check", "-q"], environment: victim),
    Attack(
      name: "without a home nothing is believed", setUp: home + "new; \(forge)",
      arguments: ["check", "-q"], environment: ["HOME": nil]),
    Attack(
      name: "a home that is not there is not made", setUp: "new; \(forge)",
      arguments: ["check", "-q"], environment: ["HOME": "$V/none"], holds: "test ! -e none"),
    Attack(
      name: "a result whose files lie elsewhere",
      setUp: home + """
        new; \(forge) H=$(printf pwned | sha256sum | cut -c1-64); D=.devtool/cache
        mkdir -p $D/cas/${H%${H#??}}; printf pwned > $D/cas/${H%${H#??}}/$H; rm -f $D/recent
        for f in $D/steps/*; do
          printf "run\\tx\\nseconds\\t1\\nfile\\tf$H\\t../home/.bashrc\\nend\\n" > $f
        done
        """, arguments: ["check", "-q"], environment: victim,
      holds: "test \"$(cat home/.bashrc)\" = mine"),
    Attack(
      name: "a file's hash that somebody else wrote",
      setUp: home + """
        new; \(forge) mv .devtool $V/kept; HOME=$V/home "$DEVTOOL_PATH" check -q > $V/o 2>&1 || true
        cp $V/kept/cache/files .devtool/cache/files; cp $V/kept/cache/recent .devtool/cache/recent
        """, arguments: ["check", "-q"], environment: victim),
    Attack(
      name: "a key that comes with the results, outside of CI",
      setUp: home + """
        new; export CI=true; \(forge) unset CI; test -e .devtool/cache/key
        """, arguments: ["check", "-q"], environment: victim),
    Attack(
      name: "a key that comes with the results, in CI and in git",
      setUp: home + "new; export CI=true; \(forge) ci", arguments: ["check", "-q"],
      environment: ["HOME": "$V/home", "CI": "true"], status: 69, shows: ["git tracks .devtool/"]),
    Attack(
      name: "a key that comes with the results, in a submodule in place of the package",
      setUp: home + submodule, arguments: ["check", "-q", "--config-from", "origin/main"],
      directory: "c/p", environment: ["HOME": "$V/home", "CI": "true"], status: 69,
      shows: ["git tracks .devtool/"]),
    Attack(
      name: "the same, whose own .git is gone",
      setUp: home + submodule + "; rm $V/c/p/.git",
      arguments: ["check", "-q", "--config-from", "origin/main"],
      directory: "c/p", environment: ["HOME": "$V/home", "CI": "true"], status: 69,
      shows: ["git tracks p;"]),
    Attack(
      name: "a package in a submodule keeps its own results",
      setUp: home + submodule + """
        ; cd $V/c/p; git rm -rq --cached .devtool; rm -r .devtool; git commit -qm own
        ! HOME=$V/home CI=true "$DEVTOOL_PATH" check -q --config-from origin/main
        """, arguments: ["check", "-q", "--config-from", "origin/main"],
      directory: "c/p", environment: ["HOME": "$V/home", "CI": "true"], status: 1,
      hides: ["git tracks"], holds: "test -d c/p/.devtool/runs"),
    Attack(
      name: "the key of a home that is a link into the checkout",
      setUp: home + """
        new; \(forge) mkdir h; cp -r $V/evil/.local h/; git add -f h; git commit -qm h; rm -r $V/home; ln -s r/h $V/home
        """, arguments: ["check", "-q"], environment: victim),
    Attack(
      name: "the key of a home with a link into the checkout",
      setUp: home + """
        new; \(forge) mkdir h; cp -r $V/evil/.local h/; git add -f h; git commit -qm h
        mkdir -p $V/home/.local; ln -s ../../r/h/.local/state $V/home/.local/state
        """, arguments: ["check", "-q"], environment: victim),
    Attack(
      name: "a key that comes with the results, in CI without git",
      setUp: home + "new; export CI=true; \(forge) rm -rf .git", arguments: ["check", "-q"],
      environment: ["HOME": "$V/home", "CI": "true"]),
    Attack(
      name: "a record of the year 2999",
      setUp: home + """
        new; \(forge) HOME=$V/home "$DEVTOOL_PATH" check -q > $V/o 2>&1 || true
        cd .devtool/runs; for r in *; do grep -q '"passed"' $r/record.json && cp -r $r \
        29990101T000000.000Z-1; done; test -e 29990101T000000.000Z-1
        """, arguments: ["report", "--format", "plain"], environment: victim, status: 0,
      hides: ["29990101T", "Passed"]),
    Attack(
      name: "a record that was changed",
      setUp: home + """
        new; \(forge) HOME=$V/home "$DEVTOOL_PATH" check -q > $V/o 2>&1 || true
        HOME=$V/home "$DEVTOOL_PATH" check -q > $V/o 2>&1 || true
        cd .devtool/runs; cd $(ls | tail -1); sed -i 's/"failed"/"passed"/' record.json
        """, arguments: ["report", "--format", "json"], environment: victim, status: 0,
      shows: ["\"failed\""]),
    Attack(
      name: "a record that says that the base covers nothing (D5)",
      setUp: """
        new; printf 'coverage: { no-drop: true }\\nsteps: { s: "true" }\\n' > .ci.yml
        mkdir Sources; seq 2 > Sources/A.swift; ci; branch; echo 3 >> Sources/A.swift; ci
        printf 'SF:Sources/A.swift\\nDA:1,0\\nDA:2,0\\nDA:3,0\\nend_of_record\\n' > $V/c.info
        I=20250101T000000.000Z-1; mkdir -p .devtool/runs/$I; B=$(git rev-parse origin/main)
        cat > .devtool/runs/$I/record.json <<E
        { "schema": "devtool.run/1", "id": "$I", "changes": { "head": "$B", "totals": {
          "files": 0, "additions": 0, "deletions": 0 } }, "coverage": { "metric": "distinct",
          "isPartial": false, "totals": { "lines": { "covered": 0, "count": 9 }, "functions": {
          "covered": 0, "count": 1 }, "regions": { "covered": 0, "count": 1 } } } }
        E
        """, arguments: ["coverage", "--lcov", "$V/c.info", "--base", "origin/main"],
      shows: [
        "cannot determine whether the coverage fell: no stored run without uncommitted files measured the merge base"
      ]),
    Attack(
      name: "one key for several machines",
      setUp: home + "export DEVTOOL_CACHE_KEY=0123456789abcdef0123; new; \(forge)",
      arguments: ["check", "-q"],
      environment: ["HOME": "$V/home", "DEVTOOL_CACHE_KEY": "0123456789abcdef0123"], status: 0),
    Attack(
      name: "another key",
      setUp: home + "export DEVTOOL_CACHE_KEY=0123456789abcdef0123; new; \(forge)",
      arguments: ["check", "-q"],
      environment: ["HOME": "$V/home", "DEVTOOL_CACHE_KEY": "0123456789abcdef0124"]),
    Attack(
      name: "a step asks for the key",
      setUp: "new; printf 'steps: { s: \"echo key=${DEVTOOL_CACHE_KEY:-}.\" }\\n' > .ci.yml",
      arguments: ["check", "-v"], environment: ["DEVTOOL_CACHE_KEY": "0123456789abcdef0123"],
      status: 0, shows: ["key=."], hides: ["0123456789abcdef0123"]),
  ]

  // MARK: What inputs overlook

  /// A step passes, then a file changes that its inputs name: it has to run, and to fail.
  private static func input(
    _ name: String, _ inputs: String, first: String, then: String, status: Int = 1
  ) -> Attack {
    Attack(
      name: name,
      setUp: home + """
        new; mkdir Sources; echo x > Sources/a; \(first)
        printf 'version: 1\\nsteps: { scan: { run: "test ! -e evil", inputs: \(inputs), outputs: [] } }\\n' \
        > .ci.yml; ci
        HOME=$V/home "$DEVTOOL_PATH" check -q > $V/o 2>&1
        HOME=$V/home "$DEVTOOL_PATH" check -q > $V/o 2>&1
        \(then); touch evil
        """, arguments: ["check"], environment: victim, status: status)
  }

  private static let inputs: [Attack] = [
    input("nothing changed", "[Sources]", first: "", then: "true", status: 0),
    input("a file of a folder", "[Sources]", first: "", then: "echo y > Sources/b"),
    input("a folder, written with ./", "[./Sources/**]", first: "", then: "echo y > Sources/b"),
    input("a slash too many", "[Sources//**]", first: "", then: "echo y > Sources/b"),
    input("both still match", "[./Sources//**]", first: "", then: "true", status: 0),
    input("a pattern without a file", "[Source/**]", first: "", then: "true"),
    input("no path with a file", "[Souces]", first: "", then: "true"),
    input(
      "a name that is not UTF-8", "[Sources/**]", first: "", then: "echo y > Sources/$'\\xff.txt'"),
    input(
      "a twin in another Unicode form", "[Sources/**]",
      first: "echo 1 > Sources/$'\\xc3\\xa9'; echo 1 > Sources/$'e\\xcc\\x81'",
      then: "echo 2 > Sources/$'e\\xcc\\x81'; echo 1 > Sources/$'\\xc3\\xa9'"),
    input(
      "the other twin", "[Sources/**]",
      first: "echo 1 > Sources/$'\\xc3\\xa9'; echo 1 > Sources/$'e\\xcc\\x81'",
      then: "echo 2 > Sources/$'\\xc3\\xa9'"),
    input(
      "a file below many folders", "[Sources/**]", first: "",
      then: "D=Sources; for i in $(seq 70); do D=$D/d; done; mkdir -p $D; echo y > $D/x"),
    input(
      "a deeper folder called .build", "[Sources/**]", first: "",
      then: "mkdir Sources/.build; echo y > Sources/.build/x"),
    input(
      "a deeper folder called .devtool", "[Sources/**]", first: "",
      then: "mkdir Sources/.devtool; echo y > Sources/.devtool/x"),
    input(
      "a folder called .git that is none of git", "[Sources/**]", first: "",
      then: "mkdir Sources/.git; echo y > Sources/.git/x"),
    input(
      "a .build that a commit brought", "[\"*/x\"]", first: "mkdir .build; echo x > .build/x",
      then: "echo y > .build/x"),
    input("a FIFO", "[Sources/p]", first: "mkfifo Sources/p", then: "true"),
    input(
      "what a link leads to", "[Sources/l]", first: "echo x > b; ln -s ../b Sources/l",
      then: "echo y > b"),
    input(
      "what a link in a folder leads to", "[Sources/**]", first: "echo x > b; ln -s ../b Sources/l",
      then: "echo y > b"),
    input(
      "a folder behind a link", "[Sources/**]",
      first: "mkdir -p b/c; echo x > b/c/d; ln -s ../b Sources/l", then: "echo y > b/c/d"),
    input(
      "a folder behind a link, by its end", "['Sources/**/d']",
      first: "mkdir -p b/c; echo x > b/c/d; ln -s ../b Sources/l", then: "echo y > b/c/d"),
    input(
      "a link out of the checkout", "[Sources/**]",
      first: "echo x > $V/b; ln -s $V/b Sources/l", then: "echo y > $V/b"),
    input(
      "links in a circle", "[Sources/**]", first: "ln -s . Sources/l; ln -s ../Sources Sources/m",
      then: "true", status: 0),
  ]

  // MARK: What is kept

  private static let kept: [Attack] = [
    Attack(
      name: "an output with holes, larger than all that is kept",
      setUp: home + """
        new; printf 'cache: { max-size: 10MB }\\nsteps: { s: { run: "mkdir -p out; truncate -s 3G out/x", \
        inputs: [a], outputs: [out/x] } }\\n' > .ci.yml
        """, arguments: ["check"], environment: victim, status: 0, shows: ["is not kept"],
      holds: "test $(find r/.devtool -size +1000k | wc -l) = 0"),
    Attack(
      name: "an input with holes",
      setUp: home + """
        new; printf 'steps: { s: { run: "true", inputs: [x], outputs: [] } }\\n' > .ci.yml
        truncate -s 1T x || truncate -s 8G x
        """, arguments: ["check"], environment: victim, status: 0, shows: ["'x' matches x"]),
    Attack(
      name: "a log that holds what is a secret now",
      setUp: home + """
        new; printf 'steps: { s: { run: "echo it is $(cat a)-swordfish", inputs: [a], outputs: [] } }\\n' \
        > .ci.yml; HOME=$V/home "$DEVTOOL_PATH" check -q > $V/o 2>&1
        printf 'secrets: [PASS]\\n' >> .ci.yml
        """, arguments: ["check", "-v"],
      environment: ["HOME": "$V/home", "PASS": "s-swordfish"], status: 0, hides: ["s-swordfish"],
      holds: "! grep -r s-swordfish $(ls -d r/.devtool/runs/* | tail -1)"),
    Attack(
      name: "an old record in the folder of a later run",
      setUp: home + """
        export HOME=$V/home
        new; printf 'steps: { s: "test ! -e evil" }\\n' > .ci.yml; "$DEVTOOL_PATH" check -q > $V/o 2>&1
        cp -r $(ls -d .devtool/runs/* | tail -1) .devtool/runs/29990101T000000.000Z-1; touch evil
        ! "$DEVTOOL_PATH" check -q > $V/o 2>&1
        """, arguments: ["report", "--format", "plain"], environment: victim, status: 0,
      hides: ["29990101T", "Passed"]),
    Attack(
      name: "the lock is a second name of another file",
      setUp: home + """
        new; printf 'steps: { s: "true" }\\n' > .ci.yml; mkdir .devtool
        ln $V/home/.bashrc .devtool/lock
        """, arguments: ["check", "-q"], environment: victim, status: 69, shows: ["hard link"],
      holds: "test \"$(cat home/.bashrc)\" = mine"),
    Attack(
      name: "a report in place of the key",
      setUp: "new; " + report + "'reports: [{ junit: .devtool/cache/key }]' > .ci.yml",
      arguments: ["check", "-q"], status: 69, shows: ["files in .devtool belong to devtool"],
      holds: "! grep -q testsuite r/.devtool/cache/key"),
    Attack(
      name: "the same in capitals",
      setUp: "new; " + report + "'reports: [{ junit: .DevTool/x }]' > .ci.yml",
      arguments: ["check", "-q"], status: 69, holds: "test ! -e r/.DevTool/x"),
  ]

  // MARK: Files that are named (D20)

  private static let report = "printf 'steps: { s: \"true\" }\\n%s\\n' "

  private static let writes: [Attack] = [
    Attack(
      name: "a report through a folder that is a link",
      setUp: "new; mkdir $V/far; ln -s ../far out; "
        + report + "'reports: [{ junit: out/junit.xml }]' > .ci.yml; ci",
      arguments: ["check", "-q"], status: 69,
      shows: ["a symbolic link on the way leads out of the checkout"],
      holds: "test ! -e far/junit.xml"),
    Attack(
      name: "a deeper one",
      setUp: "new; rm a; mkdir -p $V/far a/b; ln -s ../../../far a/b/c; "
        + report + "'reports: [{ junit: a/b/c/d/junit.xml }]' > .ci.yml; ci",
      arguments: ["check", "-q"], status: 69, holds: "test ! -e far/d"),
    Attack(
      name: "a link into .git",
      setUp: "new; ln -s .git/hooks out; "
        + report + "'reports: [{ junit: out/pre-push }]' > .ci.yml; ci",
      arguments: ["check", "-q"], status: 69, holds: "test ! -e r/.git/hooks/pre-push"),
    Attack(
      name: "a link that stays inside",
      setUp: "new; mkdir b; ln -s b out; "
        + report + "'reports: [{ junit: out/junit.xml }]' > .ci.yml",
      arguments: ["check", "-q"], status: 0, holds: "test -e r/b/junit.xml"),
    Attack(
      name: "a report that is a link itself is replaced",
      setUp: "new; echo mine > $V/f; ln -s ../f j.xml; "
        + report + "'reports: [{ junit: j.xml }]' > .ci.yml",
      arguments: ["check", "-q"], status: 0, holds: "test \"$(cat f)\" = mine; test ! -L r/j.xml"),
    Attack(
      name: "a typed path outside is the user's own",
      setUp: "new; " + report + "'' > .ci.yml",
      arguments: ["check", "-q", "--report", "junit=$V/x/j.xml", "--report", "plain=../p.txt"],
      status: 0, holds: "test -s x/j.xml; test -s p.txt"),
    Attack(
      name: "a trace through a link",
      setUp: "new; mkdir $V/far; ln -s ../far out; " + report + "'' > .ci.yml",
      arguments: ["check", "-q", "--trace", "out/t.json"], status: 69,
      holds: "test ! -e far/t.json"),
    Attack(
      name: "a raw log through a link",
      setUp: "new; mkdir $V/far; ln -s ../far out; " + report + "'' > .ci.yml",
      arguments: ["log", "a", "--passthrough", "out/raw"], status: 69, holds: "test ! -e far/raw"),
    // D19
    Attack(
      name: "a trace that cannot be written does not cost the verdict",
      setUp: "new; printf 'steps: { s: \"exit 1\" }\\n' > .ci.yml; echo x > none",
      arguments: ["check", "--report", "junit=j.xml", "--trace", "none/t.json"], status: 1,
      shows: ["Check the path given to --trace"], holds: "test -s r/j.xml"),
    Attack(
      name: "nor that of a run that passes",
      setUp: "new; " + report + "'' > .ci.yml; echo x > none",
      arguments: ["check", "--report", "junit=j.xml", "--trace", "none/t.json"], status: 69,
      holds: "test -s r/j.xml"),
  ]

  // MARK: FIFOs, devices, endless files (D18, L6)

  private static let specialFiles: [Attack] = [
    Attack(
      name: "a step makes a FIFO of its outputs",
      setUp: """
        new; printf 'steps: { s: { timeout: 20s, run: "rm $DEVTOOL_OUTPUT; mkfifo $DEVTOOL_OUTPUT" } }\\n' \
        > .ci.yml
        """, arguments: ["check", "-q"], shows: ["it is a FIFO, not a file"]),
    Attack(
      name: ".ci.yml is a FIFO", setUp: "new; mkfifo .ci.yml", arguments: ["check", "-q"],
      status: 78,
      shows: ["it is a FIFO, not a file"]),
    Attack(
      name: ".ci.yml is a device", setUp: "new; ln -s /dev/zero .ci.yml",
      arguments: ["check", "-q"],
      status: 78, shows: ["is a link that points outside the"]),
    Attack(
      name: ".env is a FIFO",
      setUp: "new; mkfifo .env; printf 'dotenv: [.env]\\nsteps: { s: \"true\" }\\n' > .ci.yml",
      arguments: ["check", "-q"], status: 69, shows: ["it is a FIFO, not a file"]),
    Attack(
      name: "an included file is a FIFO",
      setUp: "new; mkfifo x.yml; printf 'include: x.yml\\n' > .ci.yml", arguments: ["validate"],
      status: 78),
    Attack(
      name: "a record is a FIFO",
      setUp: "new; mkdir -p .devtool/runs/x; mkfifo .devtool/runs/x/record.json; "
        + report + "'' > .ci.yml",
      arguments: ["report", "--run", "x"], status: 69),
    Attack(
      name: "the last record is a link to a device",
      setUp: "new; mkdir -p .devtool/runs/x; ln -s /dev/zero .devtool/runs/x/record.json; "
        + report + "'' > .ci.yml",
      arguments: ["report"], status: 69, shows: ["symbolic link"]),
    Attack(
      name: "an endless Cobertura report", setUp: "new; " + report + "'' > .ci.yml",
      arguments: ["coverage", "--cobertura", "/dev/zero"], status: 69, shows: ["it is endless"]),
    Attack(
      name: "an endless LCOV file", setUp: "new; " + report + "'' > .ci.yml",
      arguments: ["coverage", "--lcov", "/dev/zero"], status: 69, shows: ["it is endless"]),
    Attack(
      name: "an endless description",
      setUp: "new; base; echo b > b; ci",
      arguments: ["check", "--only", "rules", "--pr-body-file", "/dev/zero"], status: 69,
      shows: ["it is endless"]),
    Attack(
      name: "an endless ratchet file",
      setUp: "new; ln -s /dev/zero f.json; printf 'SF:a\\nDA:1,1\\nend_of_record\\n' > c.info; "
        + report + "'coverage: { ratchet: f.json }' > .ci.yml",
      arguments: ["coverage", "--lcov", "c.info"], status: 1),
    Attack(
      name: "a FIFO as quarantine, event and linter report",
      setUp: """
        new; base; mkfifo q e l.json; echo b > b; git add b; git commit -qm x
        printf 'steps: { s: "true" }\\nrules: { secrets: error, linter-reports: { files: [l.json] } }\\n' \
        > .ci.yml
        """, arguments: ["check", "--only", "rules", "-q"],
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_EVENT_PATH": "e"], status: 1,
      shows: ["l.json cannot be read"]),
  ]

  /// What a person types may be a pipe.
  @Test func aPipeThatIsTypedIsRead() throws {
    let scratch = try ScratchDirectory()
    let tool = try BuiltTool()
    let result = try tool.shell(
      """
      git init -q .; printf 'steps: { s: "true" }\\n' > .ci.yml
      printf 'A\\n' | "$DEVTOOL_PATH" log /dev/stdin 2>&1 | grep -q '1 read'; echo $?
      "$DEVTOOL_PATH" log <(printf 'A\\n') 2>&1 | grep -q '1 read'; echo $?
      "$DEVTOOL_PATH" coverage --lcov <(printf 'SF:a\\nDA:1,1\\nend_of_record\\n') > c 2>&1; echo $?
      "$DEVTOOL_PATH" check -q --config <(cat .ci.yml) > c 2>&1; echo $?
      printf 'Add a thing\\n' | "$DEVTOOL_PATH" rules message /dev/stdin > m 2>&1; echo $?
      """, in: scratch.path)
    let statuses = result.standardOutput.split(separator: "\n").map(String.init)
    #expect(statuses == ["0", "0", "0", "0", "0"])
  }

  /// The key of a user is made once, and only the user can read it.
  @Test func theKeyIsPrivate() throws {
    let scratch = try ScratchDirectory()
    let tool = try BuiltTool()
    let result = try tool.shell(
      """
      mkdir h p; cd p; printf 'steps: { s: "true" }\\n' > .ci.yml; export HOME=$PWD/../h
      umask 000
      for i in 1 2 3 4; do "$DEVTOOL_PATH" check -q --no-wait >/dev/null 2>&1 & done; wait
      "$DEVTOOL_PATH" check -q > /dev/null 2>&1; cksum < ../h/.local/state/devtool/key > ../one
      "$DEVTOOL_PATH" check -q > /dev/null 2>&1; cksum < ../h/.local/state/devtool/key > ../two
      cmp ../one ../two && ls -l ../h/.local/state/devtool && ls -ld ../h/.local/state/devtool
      cat .devtool/.gitignore
      """, in: scratch.path)
    #expect(result.status == 0)
    #expect(result.standardOutput.contains("-rw-------"))
    #expect(result.standardOutput.contains("drwx------"))
    #expect(result.standardOutput.hasSuffix("\n*\n"))
  }
}
