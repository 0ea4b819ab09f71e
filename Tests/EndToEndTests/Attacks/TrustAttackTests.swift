import TestSupport
import Testing

/// A change cannot choose who judges it.
@Suite(.blocking) struct TrustAttackTests {
  @Test(arguments: history + services + merges + repositories + files + results)
  func holds(_ attack: Attack) throws { try attack.play() }

  private static let token = "GitHub token in an added line"

  /// `main` has had a file changed that a branch, begun before, takes back with a merge of its own.
  private static let crissCross = """
    new; echo v0 > guard; printf 'rules: { protected-files: { level: error, files: guard } }\\n' > .ci.yml; ci
    git checkout -q -b f; echo f > ff; ci F
    git checkout -q main; echo v1 > guard; ci M1; M1=$(git rev-parse HEAD)
    git merge -q --no-ff -m M2 f; git update-ref refs/remotes/origin/main main
    export GIT_COMMITTER_DATE='2035-01-01 00:00:00 +0000'
    git checkout -q -b pr f; git merge -q -s ours -m X $M1; echo mine > other; ci; H=$(git rev-parse HEAD)

    """

  /// The rules are those of the base's tip, however the branch came about.
  private static let history: [Attack] = [
    Attack(
      name: "several merge bases, the first of which hides what is taken back",
      setUp: crissCross, status: 69, shows: ["have several merge bases", "git merge origin/main"]),
    Attack(
      name: "the same, as the service merges it",
      setUp: crissCross + """
        git checkout -q --detach main; M=$(git rev-parse HEAD)
        git merge -q --no-ff -m "Merge $H into $M" $H; echo "GITHUB_SHA=$(git rev-parse HEAD)" > $V/env
        R='"head":{"sha":"'$H'","ref":"pr","repo":{"full_name":"e/r"}},"base":{"ref":"main","sha":"'$M'","repo":{"full_name":"o/r"}}'
        echo '{"pull_request":{"number":1,'"$R"'}}' > $V/event.json
        """,
      environment: [
        "GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "main", "GITHUB_REF": "refs/pull/1/merge",
        "GITHUB_EVENT_PATH": "$V/event.json",
      ], shows: ["guard", "the change modifies it"]),
    Attack(
      name: "a comment, which does not tell of a fork",
      setUp: """
        new; base; echo $TOK > b; echo 'rules: { secrets: ignore }' > .ci.yml; ci
        echo '{"issue":{"number":1,"pull_request":{}},"repository":{"full_name":"o/r"}}' > $V/event.json
        """, arguments: ["check", "--only", "rules", "-q"],
      environment: [
        "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "issue_comment",
        "GITHUB_REF": "refs/heads/main", "GITHUB_EVENT_PATH": "$V/event.json",
      ], shows: [token]),
    Attack(
      name: "a comment whose job tells rules the base",
      setUp: """
        new; base; echo $TOK > b; echo 'rules: { secrets: ignore }' > .ci.yml; ci
        echo '{"issue":{"number":1,"pull_request":{}},"repository":{"full_name":"o/r"}}' > $V/event.json
        """, arguments: ["check", "--only", "rules", "-q", "--pr-base", "main"],
      environment: [
        "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "issue_comment",
        "GITHUB_REF": "refs/heads/main", "GITHUB_EVENT_PATH": "$V/event.json",
      ], shows: [token]),
    Attack(
      name: "a second workflow of a fork that is gone",
      setUp: """
        new; base; echo $TOK > b; echo 'rules: { secrets: ignore }' > .ci.yml; ci
        echo '{"workflow_run":{"head_branch":"x","head_repository":null},"repository":{"full_name":"o/r"}}' > $V/event.json
        """, arguments: ["check", "--only", "rules", "-q"],
      environment: [
        "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "workflow_run",
        "GITHUB_REF": "refs/heads/main", "GITHUB_EVENT_PATH": "$V/event.json",
      ], shows: [token]),
    Attack(
      name: "a link in place of the folder that the job runs in",
      setUp: """
        new; mkdir p; printf 'rules: { secrets: error }\\n' > p/.ci.yml; printf 'rules: { secrets: note }\\n' > .ci.yml
        ci; git update-ref refs/remotes/origin/main HEAD; git checkout -q -b pr; rm -r p; mkdir q; ln -s q p
        echo $TOK > b; touch q/x; ci
        """, directory: "r/q", status: 69, shows: ["p is a link to the folder"]),
    Attack(
      name:
        "a folder of the base's that has the configuration, and another one that the job runs in",
      setUp: """
        new; mkdir p; printf 'rules: { secrets: error }\\n' > p/.ci.yml
        ci; git update-ref refs/remotes/origin/main HEAD; git checkout -q -b pr; mkdir q; echo $TOK > q/b; ci
        """, directory: "r/q", status: 69, shows: ["has p/.ci.yml"]),
    Attack(
      name: "a link of the base's own is a way like others",
      setUp: """
        new; mkdir q; printf 'rules: { secrets: error }\\n' > q/.ci.yml; ln -s q p
        ci; git update-ref refs/remotes/origin/main HEAD; git checkout -q -b pr; echo $TOK > q/b; ci
        """, directory: "r/q", shows: [token]),
    Attack(
      name: "a repository of its own among the files of the checkout",
      setUp: """
        new; mkdir p; printf 'rules: { secrets: error }\\n' > p/.ci.yml; ci
        git update-ref refs/remotes/origin/main HEAD; git checkout -q -b pr; echo $TOK > p/b; ci
        cd p; git init -q -b main; git commit -q --allow-empty -m z; git update-ref refs/remotes/origin/main HEAD
        """, directory: "r/p", status: 69, shows: ["is a repository of its own"]),
    Attack(
      name: "fork from a commit before the rules came",
      setUp: "new; base; git checkout -q --detach main~1; echo $TOK > b; ci", shows: [token]),
    Attack(
      name: "the same, with the base named as the source",
      setUp: "new; base; git checkout -q --detach main~1; echo $TOK > b; ci",
      arguments: ["check", "--only", "rules", "--config-from", "origin/main", "-q"],
      shows: [token]),
    Attack(
      name: "the same, compared with the tree of the base",
      setUp: "new; base; git checkout -q --detach main~1; echo $TOK > b; ci",
      arguments: Attack.gate + ["--base-mode", "tree"], shows: [token]),
    Attack(
      name: "the merge that GitHub made of it",
      setUp: """
        new; base; git checkout -q --detach main~1; echo $TOK > b; ci
        git checkout -q -B m main; git merge -q --no-edit --no-ff HEAD@{1}
        git checkout -q --detach
        """,
      environment: [
        "GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "main", "GITHUB_REF": "refs/pull/1/merge",
      ], shows: [token]),
    Attack(
      name: "a fork's branch that is called main",
      setUp: "new; base; echo $TOK > b; ci; git branch -f main; git checkout -q main",
      arguments: Attack.gate + ["--base", "main"], shows: [token]),
    Attack(
      name: "the same, as the source of the configuration",
      setUp: "new; base; echo $TOK > b; ci; git branch -f main; git checkout -q main",
      arguments: ["check", "--only", "rules", "--config-from", "main", "-q"], shows: [token]),
    Attack(
      name: "a local branch that is called origin/main",
      setUp: "new; base; echo $TOK > b; ci; git branch origin/main",
      arguments: Attack.gate + ["--base", "origin/main"], shows: [token]),
    Attack(
      name: "a tag that is called main, and one that is called origin/main",
      setUp: "new; base; echo $TOK > b; ci; git tag main; git tag origin/main",
      arguments: Attack.gate + ["--base", "main"], shows: [token]),
    Attack(
      name: "the way back from a local branch that is called origin/main",
      setUp:
        "new; base; git commit -q --allow-empty -m y; echo $TOK > b; ci; git branch origin/main",
      arguments: Attack.gate + ["--base", "origin/main~0"], shows: [token]),
    Attack(
      name: "the remote's branch is not here, the fork's branch has its name",
      setUp: """
        new; base; echo $TOK > b; ci; git branch -f main; git checkout -q main
        git update-ref -d refs/remotes/origin/main; git update-ref refs/remotes/origin/x HEAD~1
        """,
      environment: [
        "GITLAB_CI": "1", "CI_MERGE_REQUEST_IID": "1",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
      ], status: 69,
      shows: ["'origin/main' does not name a commit"]),
    Attack(
      name: "the author suppresses what guards secrets",
      setUp: "new; base; echo $TOK > b; ci \"$(printf 'x\\n\\nDevtool-Ignore: secrets fine')\"",
      shows: [token, "suppresses 'secrets', which the author of the change may not"]),
    Attack(
      name: "the author suppresses it in the description",
      setUp: "new; base; echo $TOK > b; ci",
      arguments: Attack.gate + ["--pr-body", "Devtool-Ignore: secrets fine"], shows: [token]),
    Attack(
      name: "the branch lets anybody suppress it",
      setUp: """
        new; base; echo $TOK > b; echo 'rules: { secrets: { level: error, suppress: anyone } }' > .ci.yml
        ci "$(printf 'x\\n\\nDevtool-Ignore: secrets fine')"
        """, shows: [token]),
    Attack(
      name: "the author suppresses what protects files",
      setUp: """
        new; policy 'rules: { protected-files: { level: error, files: a } }\\n'; echo 2 > a
        ci "$(printf 'x\\n\\nDevtool-Ignore: protected-files fine')"
        """, shows: ["the change modifies it"]),
    Attack(
      name: "the author suppresses what nobody may suppress",
      setUp: """
        new; policy 'rules: { pr-size: { fail: 1, suppress: never } }\\n'; seq 9 > b
        ci "$(printf 'x\\n\\nDevtool-Ignore: pr-size fine')"
        """, arguments: Attack.gate + ["--pr-labels", "devtool-ignore: pr-size"],
      shows: ["which cannot be suppressed"]),
    Attack(
      name: "a maintainer's label", setUp: "new; base; echo $TOK > b; ci",
      arguments: Attack.gate + ["--pr-labels", "devtool-ignore: secrets"], status: 0),
    Attack(
      name: "a local branch that is called refs/remotes/origin/main",
      setUp: """
        new; base; echo $TOK > b; ci; git update-ref -d refs/remotes/origin/main
        git remote add origin file:///nowhere; git checkout -q -b refs/remotes/origin/main
        """, arguments: Attack.gate + ["--base", "origin/main"], status: 69),
    Attack(
      name: "a tag of that name",
      setUp: """
        new; base; echo $TOK > b; ci; git update-ref -d refs/remotes/origin/main
        git remote add origin file:///nowhere; git tag refs/remotes/origin/main
        """, arguments: Attack.gate + ["--base", "main"], status: 69),
    Attack(
      name: "no branch of the remote is here, and a local main",
      setUp: """
        new; base; echo $TOK > b; ci; git update-ref -d refs/remotes/origin/main
        git remote add origin file:///nowhere; git branch -M pr main
        """, status: 69, shows: ["git fetch"]),
    Attack(
      name: "a merge with the base's tip, whose id the service names as the commit",
      setUp: """
        new; base; B=$(git rev-parse main); echo $TOK > b; echo 'rules: { secrets: ignore }' > .ci.yml; ci
        X=$(git rev-parse HEAD); git reset -q --hard $(git commit-tree -p $X -p $B -m x $X^{tree})
        echo "GITHUB_SHA=$B" > $V/env
        """,
      environment: [
        "GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "main", "GITHUB_REF": "refs/heads/main",
      ], shows: [token]),
    Attack(
      name: "a checkout of the fork",
      setUp: "new; base; echo $TOK > b; ci; git remote add origin https://github.com/eve/r",
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "o/r"], status: 69,
      shows: ["the remote is eve/r, but the job belongs to o/r"]),
    Attack(
      name: "a checkout of the fork, by ssh",
      setUp: "new; base; echo $TOK > b; ci; git remote add origin git@github.com:eve/r.git",
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "o/r"], status: 69,
      shows: ["the remote is eve/r, but the job belongs to o/r"]),
    Attack(
      name: "a checkout of the repository itself, by ssh",
      setUp: "new; base; echo 1 > b; ci; git remote add origin git@github.com:o/r.git",
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "o/r"], status: 0),
    Attack(
      name: "a checkout of the repository itself",
      setUp: "new; base; echo 1 > b; ci; git remote add origin https://github.com/O/r.git",
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "o/r"], status: 0),
    Attack(
      name: "an event that cannot be read",
      setUp: """
        new; base; echo $TOK > b; echo 'rules: { secrets: ignore }' > .ci.yml; ci
        echo '{"pull_request":{"title":"\\ud800"}}' > $V/event.json
        """, arguments: ["check", "--only", "rules", "-q"],
      environment: [
        "GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "main", "GITHUB_REF": "refs/heads/main",
        "GITHUB_EVENT_PATH": "$V/event.json",
      ], shows: [token]),
    Attack(
      name: "a second workflow for what a fork left",
      setUp: """
        new; base; echo $TOK > b; echo 'rules: { secrets: ignore }' > .ci.yml; ci
        echo '{"repository":{"full_name":"o/r"},"workflow_run":{"head_branch":"x","head_repository":{"full_name":"e/r"}}}' > $V/event.json
        """, arguments: ["check", "--only", "rules", "-q"],
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_EVENT_PATH": "$V/event.json"],
      shows: [token]),
    Attack(
      name: "a merge of nothing, for words that are not judged",
      setUp: """
        new; policy 'rules: { commits: { level: error, subject-max: 10 } }\\n'; ci y; echo 2 > a; git add a
        git reset -q --hard $(git commit-tree -p HEAD -p HEAD~1 -m 'a subject of more than ten' $(git write-tree))
        """, shows: ["subject has"]),
    Attack(
      name: "a tree of ten million files that a few objects make",
      setUp: """
        new; base; T0=$(git rev-parse HEAD^{tree})
        t=$(printf '100644 blob %s\\tf\\n' $(echo x | git hash-object -w --stdin) | git mktree)
        for i in 1 2 3 4 5 6 7; do
          t=$(for j in 0 1 2 3 4 5 6 7 8 9; do printf '40000 tree %s\\td%s\\n' $t $j; done | git mktree)
        done
        git reset -q --hard $(git commit-tree -p $(git commit-tree -p main -m x $t) -m y $T0)
        """, status: 69, shows: ["contain too many names", "Make the change smaller"]),
    Attack(
      name: "the same folder, 400 deep, in 3,000 places",
      setUp: """
        new; base; deep=$(printf 'a/%.0s' $(seq 400))
        printf 'commit refs/heads/deep\\ncommitter A <a@b> 1700000000 +0000\\ndata 1\\nx\\nM 100644 inline %sf\\ndata 1\\nx\\n' $deep | git fast-import --quiet
        id=$(git rev-parse deep:a)
        t=$(for i in $(seq 1001 4000); do printf '40000 tree %s\\td%s\\n' $id $i; done | git mktree)
        git reset -q --soft $(git commit-tree -p main -m x $t)
        """, status: 69, shows: ["contain too many names", "Make the change smaller"]),
    Attack(
      name: "a folder 600 deep",
      setUp: """
        new; base; d=$(printf 'd/%.0s' $(seq 600)); mkdir -p $d; echo $TOK > ${d}f; ci
        """, status: 69, shows: ["nested too deeply"]),
    Attack(
      name: "a path of a megabyte, which each of many findings repeats",
      setUp: """
        new; base; b=$(seq 300 | sed "s/^/T=$TOK/" | git hash-object -w --stdin)
        { git ls-tree HEAD; printf '100644 blob %s\\t' $b; head -c 1000000 /dev/zero | tr '\\0' p; echo; } \
          | git mktree > $V/t
        echo $(git commit-tree -p HEAD -m x $(cat $V/t)) > .git/refs/heads/pr
        """, status: 69, shows: ["a path has more than 4096 bytes"]),
    Attack(
      name: "a link in place of the package's folder",
      setUp: """
        new; mkdir p q; printf 'rules: { secrets: error }\\n' > p/.ci.yml
        printf 'rules: { secrets: ignore }\\n' > q/.ci.yml; ci; git update-ref refs/remotes/origin/main HEAD
        git checkout -q -b pr; echo $TOK > b; rm -rf p; ln -s q p; ci
        """, directory: "r/p", environment: ["PWD": "$V/r/p"], status: 69,
      shows: ["is a link in the checkout"]),
    Attack(
      name: "a suppression behind a NUL in the message",
      setUp: """
        new; base 'rules: { custom: [{ id: t, level: error, added-lines: evil }] }
        '; sed -i 's/^rules: { secrets: error }//' .ci.yml; ci; git update-ref refs/remotes/origin/main HEAD
        echo evil > b; git add b; T=$(git write-tree)
        { echo "tree $T"; echo "parent $(git rev-parse HEAD)"; echo 'author A <a@b.c> 1 +0000'
          echo 'committer A <a@b.c> 1 +0000'; echo; echo x; printf '\\000\\nDevtool-Ignore: t fine\\n'
        } > ../commit; git reset -q --hard $(git hash-object -t commit -w --literally ../commit)
        """),
  ]

  /// `Merge N into E`, both of the attacker.
  private static let merge = """
    new; base; echo $TOK > b
    printf 'version: 1\\nsteps: { s: echo EVIL }\\nrules: { secrets: ignore }\\n' > .ci.yml; ci
    E=$(git rev-parse HEAD); N=$(git commit-tree -p $E -m fix HEAD^{tree})
    git reset -q --hard $(git commit-tree -p $E -p $N -m "Merge $N into $E" HEAD^{tree})

    """

  /// A real commit of the base as the first parent, a clean head, and a merge that is not clean.
  private static let dirtyMerge = """
    new; base; echo fine > b; ci; N=$(git rev-parse HEAD); E=$(git rev-parse main); echo $TOK > b
    git add b
    git reset -q --hard $(git commit-tree -p $E -p $N -m "Merge $N into $E" $(git write-tree))

    """

  /// Services of which each names the base in its own way.
  private static let variables: [(name: String, values: [String: String?])] = [
    (
      "GitLab, detached",
      [
        "GITLAB_CI": "1", "CI_MERGE_REQUEST_IID": "1",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
      ]
    ),
    (
      "Buildkite",
      [
        "BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "1",
        "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main",
      ]
    ),
    ("Jenkins", ["JENKINS_URL": "x", "CHANGE_ID": "1", "CHANGE_TARGET": "main"]),
    (
      "Bitbucket",
      [
        "BITBUCKET_BUILD_NUMBER": "1", "BITBUCKET_PR_ID": "1",
        "BITBUCKET_PR_DESTINATION_BRANCH": "main",
      ]
    ),
    ("CircleCI", ["CIRCLECI": "true", "CIRCLE_PULL_REQUEST": "https://x/pull/1"]),
    ("Drone", ["DRONE": "true", "DRONE_PULL_REQUEST": "1", "DRONE_TARGET_BRANCH": "main"]),
    ("Cirrus", ["CIRRUS_CI": "true", "CIRRUS_PR": "1", "CIRRUS_BASE_BRANCH": "main"]),
    (
      "Azure, on a branch",
      [
        "TF_BUILD": "True", "BUILD_REASON": "PullRequest", "BUILD_SOURCEBRANCH": "refs/heads/x",
        "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main",
      ]
    ),
    (
      "Woodpecker",
      ["CI": "woodpecker", "CI_PIPELINE_EVENT": "pull_request", "CI_COMMIT_TARGET_BRANCH": "main"]
    ),
    (
      "Codemagic",
      ["CM_BUILD_ID": "1", "CM_PULL_REQUEST": "true", "CM_PULL_REQUEST_DEST": "main"]
    ),
    (
      "Xcode Cloud",
      [
        "CI_XCODEBUILD_ACTION": "build", "CI_PULL_REQUEST_NUMBER": "1",
        "CI_PULL_REQUEST_TARGET_BRANCH": "main",
      ]
    ),
    (
      "CodeBuild",
      [
        "CODEBUILD_BUILD_ID": "1", "CODEBUILD_WEBHOOK_EVENT": "PULL_REQUEST_CREATED",
        "CODEBUILD_WEBHOOK_BASE_REF": "refs/heads/main",
      ]
    ),
    (
      "Forgejo, the head",
      [
        "GITHUB_ACTIONS": "true", "FORGEJO_ACTIONS": "true", "GITHUB_BASE_REF": "main",
        "GITHUB_REF": "refs/pull/1/head",
      ]
    ),
    (
      "GitHub, pull_request_target",
      ["GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "main", "GITHUB_REF": "refs/heads/main"]
    ),
    (
      "Travis, which names no commit",
      ["TRAVIS": "true", "TRAVIS_PULL_REQUEST": "1", "TRAVIS_BRANCH": "main"]
    ),
  ]

  private static let services: [Attack] = variables.flatMap { service in
    [
      Attack(
        name: "a hand-made merge of own commits: \(service.name)", setUp: merge,
        environment: service.values, shows: [token], hides: ["EVIL"]),
      Attack(
        name: "a hand-made merge that holds more than its parents: \(service.name)",
        setUp: dirtyMerge, environment: service.values, shows: [token]),
    ]
  }

  /// A merge of the newest commit that the service names.
  private static func merge(
    _ name: String, _ script: String, environment: [String: String?], status: Int = 1,
    shows: [String] = []
  ) -> Attack {
    Attack(
      name: name,
      setUp: """
        new; seq 9 > b; policy 'rules: { secrets: error, merge-commits: error }\\n'; E=$(git rev-parse main)
        sed -i 1d b; ci; N=$(git rev-parse HEAD); git checkout -q -B newer main; echo 10 >> b; ci
        E=$(git rev-parse HEAD); git update-ref refs/remotes/origin/main $E; git checkout -q --detach $N
        git update-ref refs/remotes/origin/PR-1 $N; git merge -q --no-edit $E; \(script)
        printf "BITBUCKET_COMMIT=$N\\n" > $V/env
        """, environment: environment, status: status, shows: shows)
  }

  private static let bitbucket: [String: String?] = [
    "BITBUCKET_BUILD_NUMBER": "1", "BITBUCKET_PR_ID": "1",
    "BITBUCKET_PR_DESTINATION_BRANCH": "main",
  ]
  private static let jenkins: [String: String?] = [
    "JENKINS_URL": "x", "CHANGE_ID": "1", "CHANGE_TARGET": "main", "BRANCH_NAME": "PR-1",
  ]
  private static let amended = "echo $TOK > d; git add d; git commit -q --amend --no-edit"

  private static let merges: [Attack] = [
    merge("the merge that a service makes", "", environment: bitbucket, status: 0),
    merge("the merge that Jenkins makes", "", environment: jenkins, status: 0),
    merge(
      "a merge of the named commit that holds more", amended, environment: bitbucket,
      shows: [token, "[merge-commits]"]),
    merge(
      "a merge of the branch's commit that holds more", amended, environment: jenkins,
      shows: [token, "[merge-commits]"]),
    merge(
      "a merge of the named commit that takes back what the base has",
      "git reset -q --hard $(git commit-tree -p $N -p $E -m x $N^{tree})", environment: bitbucket,
      shows: ["[merge-commits]"]),
    merge(
      "a merge by hand that is the newest commit itself",
      "git update-ref refs/remotes/origin/PR-1 HEAD", environment: jenkins,
      shows: ["[merge-commits]"]),
  ]

  /// `p` looks like a bare repository whose only branch has no change.
  private static let bare = """
    new; mkdir p; echo version: 1 > p/.ci.yml; base; git init -qb main --bare $V/e
    C=$(git -C $V/e commit-tree -m x $(git -C $V/e mktree </dev/null))
    cp -r $V/e/HEAD $V/e/config $V/e/objects p; mkdir -p p/refs/heads
    echo $C > p/refs/heads/main; touch p/refs/k p/objects/info/k
    git config -f p/config remote.origin.url .
    git config -f p/config remote.origin.uploadpack 'touch $V/ran; false'
    echo $TOK > b; ci

    """

  /// The repository is the one whose checkout we stand in.
  private static let repositories: [Attack] = [
    Attack(
      name: "a bare repository in a package's folder", setUp: bare,
      arguments: ["check", "--only", "rules", "-q", "--config", "../.ci.yml"], directory: "r/p",
      shows: [token]),
    Attack(
      name: "the same, with the base's rules",
      setUp: bare + "git show main:.ci.yml > p/.ci.yml; ci",
      directory: "r/p", status: 1, shows: ["The pipeline is from p/.ci.yml in origin/main"]),
    Attack(
      name: "the same, with a program to fetch with", setUp: bare,
      arguments: ["check", "--only", "rules", "-q", "--fetch", "--config", "../.ci.yml"],
      directory: "r/p",
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "rel"], status: 69,
      holds: "! test -e $V/ran"),
    Attack(
      name: "a package that became a submodule",
      setUp: """
        new; mkdir p; printf 'rules: { secrets: error }\\n' > p/.ci.yml; base
        git init -q -b main $V/sub; cd $V/sub; printf 'steps: { s: touch %s/ran }\\n' $V > .ci.yml
        ci; cd $V/r; git rm -rqf p; git -c protocol.file.allow=always submodule add -q $V/sub p
        echo $TOK > b; ci
        """,
      directory: "r/p", shows: [token, "The pipeline is from p/.ci.yml"],
      holds: "! test -e $V/ran"),
    Attack(
      name: "a variable file that names another repository",
      setUp: """
        new; base 'dotenv: [{ path: .env, optional: true }]
        '; echo $TOK > b; git init -qb main --bare f
        git -C f commit-tree -m x $(git -C f mktree </dev/null) > $V/c
        cp $V/c f/refs/heads/main; echo GIT_DIR=f > .env; touch f/objects/info/k; ci
        """, shows: [token]),
    Attack(
      name: "the same, judged by the branch itself",
      setUp: """
        new; base 'dotenv: [{ path: .env, optional: true }]
        '; echo $TOK > b; git init -qb main --bare f
        git -C f commit-tree -m x $(git -C f mktree </dev/null) > $V/c
        cp $V/c f/refs/heads/main; echo GIT_DIR=f > .env; touch f/objects/info/k; ci
        """, arguments: ["check", "--only", "rules", "-q"], shows: [token]),
  ]

  private static let program = """
    new; mkdir ci; printf '#!/bin/sh\\ncat > /dev/null; echo "{\\\\"findings\\\\": [{\\\\"message\\\\": \\\\"judged $SEEN\\\\"}]}"\\n' > ci/judge
    chmod +x ci/judge

    """

  /// Results that a change commits, as if tools had written them.
  private static let results: [Attack] = {
    let suite =
      "<testsuite><testcase name='a' classname='K'/><testcase name='b' classname='K'/></testsuite>"
    let setUp =
      "new; policy 'steps: { s: \"true\" }\\ntests: { minimum: 2 }\\n'; mkdir -p out/run; "
      + "echo \"\(suite)\" > out/a.xml; echo SF:a > out/a.info; echo {} > out/run/record.json; "
    func attack(_ name: String, _ change: String, _ arguments: [String], shows: String) -> Attack {
      Attack(
        name: name, setUp: setUp + change, arguments: arguments + ["--config-from", "base"],
        status: 69, shows: [shows + " is tracked by git"])
    }
    return [
      attack(
        "a report that the change brings", "ci", ["import", "--junit", "./out/../out/a.xml"],
        shows: "out/a.xml"),
      attack(
        "coverage that the change brings", "ci",
        ["coverage", "--base", "origin/main", "--lcov", "out/a.info"], shows: "out/a.info"),
      attack(
        "a run that the change brings", "ci", ["merge", "out/run"], shows: "out/run"),
      attack(
        "coverage for a run that the change brings", "ci",
        ["merge", "last", "--lcov", "out/a.info"],
        shows: "out/a.info"),
      Attack(
        name: "a report that no commit brings", setUp: setUp,
        arguments: ["import", "--config-from", "base", "--junit", "out/a.xml"], status: 0,
        shows: ["2 passed"]),
    ]
  }()

  /// Every file that decides is the base's.
  private static let files: [Attack] = [
    Attack(
      name: "variables for the programs of rules",
      setUp: program + """
        policy 'dotenv: [{ path: .env, optional: true }]\\nrules: { custom: [{ id: judge, level: error, command: [ci/judge], env: [SEEN] }] }\\n'
        printf 'SEEN=branch\\nLD_PRELOAD=/nowhere.so\\nPATH=/nowhere\\n' > .env; ci
        """, shows: ["judged"], hides: ["judged branch", "LD_PRELOAD", "broken"]),
    Attack(
      name: "attributes that hide every line",
      setUp: "new; base; echo $TOK > b; echo '* -diff' > .gitattributes; ci", shows: [token]),
    Attack(
      name: "attributes that make every file binary",
      setUp: "new; base; echo $TOK > b; echo '* binary' > .gitattributes; ci", shows: [token]),
    Attack(
      name: "a NUL in a source", setUp: "new; base; { echo $TOK; printf '\\000'; } > b.swift; ci",
      shows: [token]),
    Attack(
      name: "a NUL in a source that is there already",
      setUp: "new; echo x > b.swift; base; { echo x; echo $TOK; printf '\\000'; } > b.swift; ci",
      shows: ["b.swift:2:1: error: GitHub token"]),
    Attack(
      name: "a source in UTF-16",
      setUp: """
        new; base; { printf '\\377\\376'; printf %s $TOK | sed 's/./&\\n/g' | tr '\\n' '\\000'
        printf '\\n\\000'; } > b.swift; ci
        """, shows: [token]),
    Attack(
      name: "a source in UTF-16 without a mark",
      setUp: """
        new; base; { printf %s $TOK | sed 's/./&\\n/g' | tr '\\n' '\\000'; printf '\\n\\000'; } > b.swift; ci
        """, shows: [token]),
    Attack(
      name: "a token that a later commit takes back",
      setUp: "new; base; echo $TOK > b; ci; echo fine > b; ci",
      shows: ["b: error: GitHub token in commit", "although a later commit removes it"]),
    Attack(
      name: "a token that only a merge of the branch holds",
      setUp: """
        new; base; echo 1 > b; ci; git checkout -q -b side main; echo 2 > c; ci; git checkout -q pr
        git merge -q --no-commit side; echo $TOK > d; git add d; git commit -q -m m; git rm -q d; ci
        """, shows: ["d: error: GitHub token in commit"]),
    Attack(
      name: "a token in UTF-16 that a later commit takes back",
      setUp: """
        new; base; { printf '\\377\\376'; printf %s $TOK | sed 's/./&\\n/g' | tr '\\n' '\\000'
        printf '\\n\\000'; } > b.swift; ci; git rm -q b.swift; ci
        """, shows: ["b.swift: error: GitHub token in commit"]),
    Attack(
      name: "a token that is taken back where it is judged, and stays where it is not",
      setUp: """
        new; policy 'rules: { secrets: { level: error, exclude: [Fixtures/**] } }\\n'; mkdir Fixtures
        echo $TOK > Fixtures/k; cp Fixtures/k z; ci; git rm -q z; ci
        """, shows: ["z: error: GitHub token in commit"]),
    Attack(
      name: "a token that a merge by its message takes back",
      setUp: """
        new; base; echo $TOK > b; ci; H=$(git rev-parse HEAD); B=$(git rev-parse main)
        git reset -q --hard $(git commit-tree -p $B -p $H -m "Merge $H into $B" $B^{tree})
        """,
      environment: [
        "GITLAB_CI": "1", "CI_MERGE_REQUEST_IID": "1",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
      ], shows: ["b: error: GitHub token in commit"]),
    Attack(
      name: "a token that a partial clone does not have",
      setUp: """
        new; base; git config uploadpack.allowFilter true; echo $TOK > b; ci; git rm -q b; ci
        git checkout -q main; git clone -q --filter=blob:none file://$V/r $V/c; cd $V/c
        git checkout -q --detach origin/pr
        """, directory: "c", status: 69),
    Attack(
      name: "UTF-16 with a mark and no zero in front",
      setUp: """
        new; base; { printf '\\377\\376'; for i in $(seq 5000); do printf '\\055\\116'; done
        printf '\\n\\000'; printf %s $TOK | sed 's/./&\\n/g' | tr '\\n' '\\000'; } > b; ci
        """, shows: [token]),
    Attack(
      name: "a source that control characters make binary",
      setUp: """
        new; policy 'rules: { pr-size: { fail: 10 }, custom: [{ id: t, level: error, added-lines: evil }] }\\n'
        { seq 50; echo evil; printf '//\\000'; head -c 400 /dev/zero | tr '\\000' '\\001'; } > b.swift; ci
        """, shows: ["matches `evil`", "limit is 10"]),
    Attack(
      name: "a file with protected keys becomes too large to read",
      setUp: """
        new; echo '{"version": "1.0"}' > package.json
        policy 'rules: { protected-keys: { level: error, files: [package.json], keys: [version] } }\\n'
        { printf '{"version": "2.0"'; head -c 5000000 /dev/zero | tr '\\000' ' '; echo '}'; } > package.json; ci
        """, shows: ["can no longer be read"]),
    Attack(
      name: "a file with protected keys goes",
      setUp: """
        new; echo '{"version": "1.0"}' > package.json
        policy 'rules: { protected-keys: { level: error, files: [package.json], keys: [version] } }\\n'
        git rm -q package.json; ci
        """, shows: ["is deleted, with its protected keys"]),
    Attack(
      name: "CODEOWNERS becomes a link",
      setUp: """
        new; echo '* @org/all' > CODEOWNERS
        policy 'rules: { codeowners: { level: error, include: "@org/all" } }\\n'; rm CODEOWNERS
        ln -s a CODEOWNERS; ci
        """, shows: ["is a link or submodule instead of a file"]),
    Attack(
      name: "CODEOWNERS behind a NUL",
      setUp: """
        new; echo '* @org/all' > CODEOWNERS
        policy 'rules: { codeowners: { level: error, include: "@org/all" } }\\n'
        printf '/ci/ @eve\\n# \\000\\n' >> CODEOWNERS; ci
        """, shows: ["does not name @org/all"]),
    Attack(
      name: "a link in place of a protected folder",
      setUp: """
        new; policy 'rules: { protected-files: { level: error, files: [ci/**] } }\\n'; mkdir e; echo x > e/w
        ln -s e ci; ci
        """, shows: ["is protected, but the change adds"]),
    Attack(
      name: "a protected file moves to where nobody looks",
      setUp: """
        new; mkdir ci; seq 9 > ci/run
        policy 'rules: { protected-files: { level: error, files: [ci/**], exclude: [ci/tmp/**] } }\\n'
        mkdir ci/tmp; git mv ci/run ci/tmp/run; ci
        """, shows: ["the change renames it"]),
    Attack(
      name: "libraries of the branch beside the base's program",
      setUp: """
        new; mkdir ci
        printf '#!/bin/sh\\ncat > /dev/null; d=$PWD; while [ "$d" != / ]; do d=$(dirname "$d"); [ ! -e "$d/lib.sh" ] || exec sh "$d/lib.sh"; done; echo "{\\\\"findings\\\\": [{\\\\"message\\\\": \\\\"judged\\\\"}]}"\\n' > ci/judge
        chmod +x ci/judge
        policy 'rules: { custom: [{ id: judge, level: error, command: [ci/judge] }] }\\n'
        printf 'echo "{\\\\"findings\\\\": []}"\\n' > lib.sh; ci
        """, shows: ["judged"]),
    Attack(
      name: "a link of the base that leads into the checkout",
      setUp: """
        new; mkdir ci; ln -s ../../../../../shared ci/lib
        printf '#!/bin/sh\\ncat > /dev/null; [ ! -e ci/lib ] || exec sh ci/lib/c.sh; echo "{\\\\"findings\\\\": [{\\\\"message\\\\": \\\\"judged\\\\"}]}"\\n' > ci/judge
        chmod +x ci/judge
        policy 'rules: { custom: [{ id: judge, level: error, command: [ci/judge] }] }\\n'
        mkdir shared; printf 'echo "{\\\\"findings\\\\": []}"\\n' > shared/c.sh; ci
        """, shows: ["judged"]),
    Attack(
      name: "attributes of the branch's own repository hide lines",
      setUp: "new; base; echo $TOK > b; echo '* -diff' > .gitattributes; ci",
      arguments: ["check", "--only", "rules", "-q"], shows: [token]),
    Attack(
      name: "a large change behind a NUL",
      setUp: """
        new; policy 'rules: { pr-size: { fail: 10 } }\\n'; { seq 50; printf '\\000'; } > b.swift; ci
        """, shows: ["changes 51 lines in 1 file, limit is 10"]),
    Attack(
      name: "conflict markers behind a NUL",
      setUp: """
        new; policy 'rules: { conflict-markers: error }\\n'
        { printf '\\000\\n'; echo '<<<<<<< HEAD'; echo '>>>>>>> x'; } > b.swift; ci
        """, shows: ["unresolved merge conflict"]),
    Attack(
      name: "what a team forbids, behind a NUL",
      setUp: """
        new; policy 'rules: { custom: [{ id: t, level: error, added-lines: evil }] }\\n'
        { printf '\\000\\n'; echo evil; } > b.swift; ci
        """, shows: ["matches `evil`"]),
    Attack(
      name: "a list of authors with the stranger in it",
      setUp: """
        new; echo Grace > AUTHORS; policy 'rules: { commit-authors: { level: error, authors-file: AUTHORS } }\\n'; echo Ada >> AUTHORS; ci
        """, shows: ["author Ada is not in AUTHORS"]),
    Attack(
      name: "CODEOWNERS with the stranger's file in it",
      setUp: """
        new; echo 'a @ada' > CODEOWNERS; policy 'rules: { codeowners: { level: error, owned: true } }\\n'; echo '* @eve' > CODEOWNERS
        echo 1 > b; ci
        """, shows: ["b: error: has no owner in CODEOWNERS"]),
    Attack(
      name: "the git name of somebody who may change a protected file",
      setUp: """
        new; policy 'rules: { protected-files: { level: error, files: a, authors: [Grace] } }\\n'; echo 2 > a
        git add a; git commit -q -m x --author 'Grace <grace@example.com>'
        """, shows: ["the change modifies it"]),
    Attack(
      name: "a git name that looks like a robot's",
      setUp: """
        new; policy 'rules: { commits: { level: error, subject-max: 10 } }\\n'
        git commit -q --allow-empty -m 'a subject of more than ten letters' --author 'x[bot] <x@y.z>'
        """, shows: ["subject has"]),
    Attack(
      name: "a step replaces the program that judges",
      setUp: program + """
        base; git checkout -q main; cat > .ci.yml <<'END'
        version: 1
        steps: { s: "id=$(echo '#!/bin/sh' | git hash-object -w --stdin); git replace $(git rev-parse main:ci/judge) $id" }
        rules: { custom: [{ id: judge, level: error, command: [ci/judge] }] }
        END
        ci; git update-ref refs/remotes/origin/main main; git checkout -q -B pr; echo 1 > b; ci
        """, arguments: ["check", "--config-from", "base", "-q"], shows: ["judged"]),
    Attack(
      name: "a fork, as the service tells",
      setUp: """
        new; base; echo $TOK > b; echo 'rules: { secrets: ignore }' > .ci.yml; ci
        """, arguments: ["check", "--only", "rules", "-q"],
      environment: [
        "BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "1", "BUILDKITE_REPO": "git@x:a/a.git",
        "BUILDKITE_PULL_REQUEST_REPO": "git@x:eve/a.git",
        "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main",
      ], shows: [token, "because the pull request comes"]),
    Attack(
      name: "a fork, as the command line tells, with another file",
      setUp: """
        new; mkdir ci; printf 'rules: { secrets: error }\\n' > ci/strict.yml; base; echo $TOK > b
        echo 'rules: { secrets: ignore }' > ci/strict.yml; ci
        """,
      arguments: [
        "check", "--only", "rules", "-q", "--pr-fork", "--config", "ci/strict.yml",
      ], shows: [token]),
    Attack(
      name: "a fork that is trusted",
      setUp: "new; base; echo $TOK > b; echo 'rules: { secrets: ignore }' > .ci.yml; ci",
      arguments: ["check", "--only", "rules", "-q", "--pr-fork", "--config-from", "checkout"],
      status: 0),
    Attack(
      name: "doctor: a service that does not tell of forks, in a job with a token",
      setUp: "new; base; echo 1 > b; ci", arguments: ["doctor"],
      environment: [
        "BITBUCKET_BUILD_NUMBER": "1", "BITBUCKET_PR_ID": "1", "DEPLOY_TOKEN": "abcdefgh",
        "BITBUCKET_PR_DESTINATION_BRANCH": "main",
      ], status: 0,
      shows: [
        "bitbucket does not report whether the pull request comes from a fork",
        "steps of this job can read DEPLOY_TOKEN",
      ]),
    Attack(
      name: "a fork's own limits for a log",
      setUp: """
        new; policy 'warnings: { compiler: { max: 0 } }\\n'; rm .ci.yml
        printf '/x/a.swift:1:2: warning: w\\nBuild complete! (1s)\\n' > log; ci
        """, arguments: ["log", "log", "--config-from", "base"]),
    Attack(
      name: "rules that lie beside the repository",
      setUp: """
        mkdir $V/org; printf 'secrets: error\\n' > $V/org/r.yml; new; policy 'rules: { extends: [../org/r.yml] }\\n'; echo $TOK > b; ci
        """, shows: [token]),
  ]
}
