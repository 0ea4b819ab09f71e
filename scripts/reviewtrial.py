"""Checkouts, jobs and bundles that scripts/validate-comments lets `devtool comment` speak about."""
import io, json, os, pathlib, re, subprocess, tarfile, tempfile, time

from reviewserver import ME, Refusal

TOKEN = "ghs_TheTokenThatNobodyMaySee0123456789"
FILE = "Sources/Shop/Shop.swift"
CONFIG = r"""version: 1
steps: {}
rules:
  tests-with-sources: ignore
  custom:
    - { id: no-print, level: error, added-lines: '\bprint\(.*', paths: [Sources/**] }
    - { id: no-todo, level: warning, added-lines: '.*TODO.*', paths: [Sources/**] }
"""
# What a case calls an action, by service; GitLab takes one call for each remark.
WORDS = {
    "GitHub": {"read": ["graphql"], "more": ["graphql"], "files": ["pulls.list_files"],
               "review": ["pulls.create_review"],
               "edit-remark": ["pulls.update_review_comment"], "take-back": ["pulls.delete_review_comment"],
               "comment": ["issues.create_comment"], "edit": ["issues.update_comment"],
               "delete": ["issues.delete_comment"], "statuses": ["repos.list_commit_statuses_for_ref"],
               "status": ["repos.create_commit_status"], "by-branch": ["pulls.list"],
               "by-commit": ["repos.list_pull_requests_associated_with_commit"]},
    "GitLab": {"read": ["the request", "the account", "the discussions"], "more": ["the discussions"],
               "files": ["the diffs"], "review": ["begin a discussion"], "edit-remark": ["edit a remark"],
               "take-back": ["resolve a discussion"], "reopen": ["resolve a discussion"], "comment": ["write a note"],
               "edit": ["edit a note"], "delete": ["delete a note"], "statuses": ["the statuses"],
               "status": ["set a status"]},
}


class Checkout:
    """A repository whose branch `topic` adds lines to `main`, and the run that devtool has judged it with."""

    def __init__(self, trial, *lines):
        self.trial, self.folder = trial, pathlib.Path(tempfile.mkdtemp(dir=trial.scratch))
        self.git("init", "-q", "-b", "main")
        self.write({".ci.yml": CONFIG, FILE: "struct Shop {}\n"}, "feat: begin")
        self.git("switch", "-q", "-c", "topic")
        self.commit(*lines)

    def git(self, *arguments):
        identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false"]
        return subprocess.run(["git", *identity, *arguments], cwd=self.folder, env=self.trial.environment, check=True,
                              capture_output=True, text=True).stdout

    def write(self, files, subject):
        for name, text in files.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", subject)

    def commit(self, *lines, files=None):
        """Replaces what the branch adds, and checks it; the service knows the commit as the request's newest."""
        self.write(files or {FILE: "".join(f"{line}\n" for line in ["struct Shop {}", *lines])}, "feat: sell")
        check = self.trial.devtool("check", folder=self.folder)
        assert check.returncode in (0, 1), check.stdout + check.stderr
        self.head = self.git("rev-parse", "HEAD").strip()
        service = self.trial.service
        service.head, service.diffs = self.head, {}
        for part in self.git("diff", "--no-color", "main", "HEAD").split("diff --git ")[1:]:
            path, diff = re.match(r"a/(\S+)", part)[1], part[part.index("@@"):]
            service.diffs[path] = diff.rstrip("\n")

    def bundle(self):
        target = self.folder / "devtool-bundle.tar"
        made = self.trial.devtool("bundle", "--output", target, folder=self.folder)
        assert made.returncode == 0, made.stderr
        return target


class Trial:
    """One case at one service."""

    def __init__(self, binary, service, scratch):
        self.binary, self.service, self.scratch = binary, service, scratch
        self.name = type(service).__name__.removesuffix("Service")
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(scratch), "TMPDIR": str(scratch),
                            "GIT_CONFIG_NOSYSTEM": "1", "NO_COLOR": "1"}
        self.elsewhere = pathlib.Path(tempfile.mkdtemp(dir=scratch))

    def devtool(self, *arguments, folder, **environment):
        return subprocess.run([self.binary, *map(str, arguments)], cwd=folder, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, env={**self.environment, **environment}, timeout=120)

    def job(self, event=None, fork=False):
        """What the service tells the job of a pull request; of a workflow that follows another one with `event`."""
        service = self.service
        if self.name == "GitLab":
            return {"CI": "true", "GITLAB_CI": "true", "GITLAB_TOKEN": TOKEN, "CI_SERVER_URL": service.address,
                    "CI_API_V4_URL": f"{service.address}/api/v4", "CI_PROJECT_PATH": "ada/tools/shop",
                    "CI_MERGE_REQUEST_IID": str(service.number), "CI_MERGE_REQUEST_PROJECT_PATH": "ada/tools/shop",
                    "CI_COMMIT_SHA": str(service.head), "CI_PIPELINE_SOURCE": "merge_request_event",
                    "CI_JOB_URL": "https://gitlab.com/ada/tools/shop/-/jobs/9"}
        owner = "mallory" if fork else "ada"
        request = {"number": service.number, "title": "Sell", "body": "", "user": {"login": owner}, "labels": [],
                   "head": {"ref": "topic", "sha": service.head, "repo": {"full_name": f"{owner}/shop", "fork": fork}},
                   "base": {"ref": "main", "sha": "b" * 40, "repo": {"full_name": service.repository}}}
        path = self.elsewhere / "event.json"
        path.write_text(json.dumps(event or {"number": service.number, "pull_request": request,
                                             "repository": {"full_name": service.repository}}))
        return {"CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_TOKEN": TOKEN, "GITHUB_RUN_ID": "99",
                "GITHUB_EVENT_NAME": "workflow_run" if event else "pull_request", "GITHUB_EVENT_PATH": str(path),
                "GITHUB_REPOSITORY": service.repository, "GITHUB_SERVER_URL": "https://github.com",
                "GITHUB_API_URL": service.address,
                "GITHUB_REF": "refs/heads/main" if event else f"refs/pull/{service.number}/merge"}

    def comment(self, checkout, *arguments, calls, status=0, says=(), environment=None):
        """Runs `devtool comment` in a checkout or a folder; what is not as a case wants it fails the case."""
        before = len(self.service.calls)
        folder = getattr(checkout, "folder", checkout)
        began = time.monotonic()
        done = self.devtool("comment", *arguments, folder=folder, **(environment or self.job()))
        self.seconds = time.monotonic() - began
        made = [call.name or f"{call.method} {call.path}" for call in self.service.calls[before:]]
        printed = done.stdout + done.stderr
        shown = f"\n  calls: {', '.join(made) or 'none'}\n  printed: {printed.strip()}"
        assert TOKEN not in printed, f"prints the token{shown}"
        assert not self.service.problems, "; ".join(self.service.problems[:3]) + shown
        assert done.returncode == status, f"exit status {done.returncode}, not {status}{shown}"
        expected = [name for word in calls.split() for name in self.expanded(word)]
        assert made == expected, f"not the calls that are right: {', '.join(expected) or 'none'}{shown}"
        for text in [says] if isinstance(says, str) else says:
            assert text in printed, f"does not say {text!r}{shown}"
        self.check_texts()
        return self.service.calls[before:]

    def expanded(self, word):
        """`review*2` is a review of two remarks: one call for GitHub, two for GitLab."""
        name, _, count = word.partition("*")
        repeats = int(count or 1) if name != "review" or self.name == "GitLab" else 1
        return WORDS[self.name][name] * repeats

    def refuse(self, word, status, **more):
        self.service.refusals.append(Refusal(WORDS[self.name][word][-1], status, **more))

    def check_texts(self):
        """What devtool wrote holds one marker, as its last line, and nothing that acts on people or pages."""
        kept = [*self.service.comments, *self.service.threads]
        for text in [each.body for each in kept if each.author == ME]:
            lines = text.strip().split("\n")
            assert re.fullmatch(r"<!-- devtool:\w+ name=[\w.-]+ (id=\w+ )?digest=\w+ -->", lines[-1]), text
            assert text.count("<!--") == 1, f"a second marker in {text!r}"
            acts = re.search(r"@octocat|(?<!&)#12|!\[x\]\(|<img|</details> <!--|\*\*Ada\*\*", text)
            assert not acts, f"{acts[0]!r} is not shown as text: {text!r}"
            assert len(text.encode()) <= 60_000, f"{len(text.encode())} bytes"

    def one_comment(self, *texts):
        comment, = [each for each in self.service.comments if each.author == ME]
        for text in texts:
            assert text in comment.body, f"the comment does not say {text!r}: {comment.body}"
        return comment


def altered(bundle, change):
    """A bundle whose record `change` has altered, with a manifest that fits."""
    with tarfile.open(bundle) as archive:
        entries = {each.name: archive.extractfile(each).read() for each in archive}
    record = json.loads(entries["record.json"])
    change(record)
    entries["record.json"] = json.dumps(record).encode()
    manifest = json.loads(entries.pop("manifest.json"))
    for entry in manifest["entries"]:
        entry["size"] = len(entries[entry["name"]])
    return packed(bundle.with_name("altered.tar"), {"manifest.json": json.dumps(manifest).encode(), **entries})


def packed(target, entries, *more):
    with tarfile.open(target, "w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in entries.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
        for entry in more:
            archive.addfile(entry)
    return target
