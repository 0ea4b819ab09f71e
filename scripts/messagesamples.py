"""The commits that `scripts/trial-messages` compares tools on."""

import hashlib
import os
import re
import subprocess
import tempfile

from messagereasons import Message

ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "CI"))}
ENVIRONMENT.update(GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_SYSTEM="/dev/null", LC_ALL="C.UTF-8")
AUTHOR = "Ada Lovelace <ada@lovelace.org> 1700000000 +0000"
LONG = "a word and another " * 6
MADE_UP = [
    # White space, line ends and what is no line end in git.
    "Add\ta parser\n", " Add a parser\n", "Add a parser \n", "Add a parser\u00a0\n",
    "\n\nAdd a parser\n",
    "Add a parser\r\n\r\nIt is fast.\r\n", "Add a parser\nIt is fast.\n",
    "Add a parser\n  \nIt is fast.\n",
    "Add a parser\n\n\nIt is fast.\n", "Add a parser\n\nIt is fast. \n\tAnd small\n",
    "Add a parser",
    "Add a parser\n\n  \n", "Add a parser\n\nIt is\u2028fast \n", "Add\x0ca parser\n",
    "Add a\rparser\n", "",
    "Add a parser\n\nIt is fast.\u3000\nIt is small.\n",
    # Lengths: of code points, of what people call characters, of what services add.
    "ä" * 72 + "\n", "a\u0308" * 40 + "\n", "👩‍👩‍👧 " * 20 + "\n", "x" * 72 + " (#12)\n",
    "x" * 101 + "\n",
    f"Add a parser\n\n{LONG}\n", f"Add a parser\n\nhttps://example.com/{'x' * 90}\n",
    f"Add a parser\n\n- [1] https://example.com/{'x' * 90} is long\n",
    f"Add a parser\n\n> {'x' * 90}\n",
    f"Add a parser\n\nFast.\n\nCo-authored-by: {LONG}<a@example.com>\n", "Fix\n", "Add\n\nIt.\n",
    "Add a parser\n\n" + "x" * 600 + "\n", "Add a parser\n\n" + "ä" * 19 + "\n", "👍\n",
    # Ends and words.
    "Add a parser...\n", "Add a parser…\n", "Add a parser?\n", "Add a parser;\n",
    "Add a parser.\n", "Fix, test\n",
    "WIP: parser\n", "[wip] parser\n", "Parser (WIP)\n", "Add a wip-parser\n", "Wipe it\n",
    "Add wip_parser\n",
    # What is not finished, taken back or merged.
    "fixup! Add a parser.\n", f"fixup! Add\n\n{LONG} \n", f"squash! Add\n\n{LONG}\n",
    f"amend! Add\n\nFix\n\n{LONG}\n",
    "Fixup! Add a parser.\n", "fixup!Add\n", "Revert the parser.\n", "Reverting is hard.\n",
    "Revert \"Add.\"\n",
    f"Revert \"Add a parser\"\n\nThis reverts commit 0a1b2c3d.\n\n{LONG}\n",
    "Reapply \"Add a parser.\"\n",
    "revert: feat: add a parser\n", "Merge the parsers.\n", "Merge branch 'a' into b\n",
    "Merged PR 12: add.\n", "1.2.3\n",
    "v2.0.0-rc.1\n", "chore: 1.2.3\n",
    # Lines that are comments while a message is written.
    "#12 Add a parser.\n\nIt is fast.\n", f"Add a parser\n\n#12 {LONG}\n",
    "Add\n\n# ------------------------ >8 ------------------------\nx\n",
    # Conventional headers.
    *(f"{head}\n" for head in (
        "feat: add", "feat(core): add", "feat!: add", "feat(core)!: add", "feat (core): add",
        "Feat: add", "FEAT: add",
        "feat:add", "feat: ", "feat(): add", "feat(cli,core): add", "feat(cli/core): add",
        "feat(cli, core): add",
        "feat(cli core): add", "feat(cli|core): add", "feat(a(b)): add", "feat(core):  add",
        ": add", "feat:: add",
        "fe-at: add", "feat1: add", "feat[core]: add", "feat(core)!!: add", "feat(Core): add",
        "feat(coreKit): add",
        "feat(core-kit): add", "feat(core_kit): add", "feat: Add", "feat: ADD",
        "feat: addParser", "feat: AddParser",
        "feat: Add A Parser", "feat: URLSession speaks", "feat: `Add` adds", "feat: 3 parsers",
        "feat: add.", "feat: add a B",
        "feat: éclair", "feat: Éclair", "fix(core): add: it", "docs: README.md",
        "feat(core)add: x", "a feat: add")),
    # Breaking changes, trailers and references.
    "feat!: add\n\nBREAKING CHANGE: no files\n", "feat: add\n\nBREAKING CHANGE: no files\n",
    "feat: add\n\nBREAKING-CHANGE: no files\n", "feat: add\n\nbreaking change: no files\n",
    "feat: add\n\nThis is a BREAKING CHANGE: no files\n",
    "feat: add\n\nWhy.\nBREAKING CHANGE: no files\nfor you\n",
    "Add\n\nWhy.\n\nSigned-off-by: Ada Lovelace <ada@lovelace.org>\n",
    "Add\n\nSigned-off-by: Bob <bob@example.com>\n",
    "Add\n\nSigned-off-by: Ada Lovelace <ada@lovelace.org>\n\nWhy.\n",
    "Add\n\nSigned-off-by Ada\n", "Add\n\nWhy.\nSigned-off-by: Ada <a@b.c>\n",
    "Add\n\nsigned-off-by: Ada Lovelace <ada@lovelace.org>\n",
    "Add\n\nNote: this is prose.\nAnd more.\n", "Add\n\nSee: https://example.com\n",
    "Add\n\nCloses #12\n", "Add\n\nFixes: #12\n", "Add\n\nFixes owner/name#12\n", "Add #12\n",
    "Add\n\nSee GH-12 and ABC-12.\n",
    "Add\n\nSigned-off-by: Ada Lovelace <ada@lovelace.org>\n(cherry picked from commit 0a1b2c3d)\n",
]


def run(*command, cwd=None, text=None, accept=(0,)):
    done = subprocess.run(command, cwd=cwd, env=ENVIRONMENT, input=text, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    if accept and done.returncode not in accept:
        raise RuntimeError(f"{command[0]} ended with {done.returncode}: "
                           + done.stderr.decode("utf-8", "replace")[:400])
    return done


def sample(repositories, count):
    """(headers, message) of commits, spread evenly."""
    found = []
    for number, repository in enumerate(repositories):
        share = (count - len(found)) // (len(repositories) - number)
        ids = run("git", "rev-list", "HEAD", cwd=repository).stdout.split()
        step = max(1, len(ids) / max(1, share))
        chosen = [ids[int(place * step)] for place in range(min(share, len(ids)))]
        output = run("git", "cat-file", "--batch", cwd=repository,
                     text=b"\n".join(chosen) + b"\n").stdout
        place = 0
        while place < len(output):
            end = output.index(b"\n", place)
            size = int(output[place:end].split()[2])
            headers, _, message = output[end + 1:end + 1 + size].partition(b"\n\n")
            found.append((headers, message))
            place = end + size + 2
    return found


class Repository:
    """A branch of copied commits and what they say."""

    def __init__(self, folder, sources):
        self.folder = folder
        run("git", "init", "-q", "-b", "main", folder)
        run("git", "config", "i18n.logOutputEncoding", "UTF-8", cwd=folder)
        authors = sorted({self.author(headers) for headers, _ in sources})
        with open(os.path.join(folder, "AUTHORS"), "wb") as file:
            # Every second author, as gitlint writes them: the address in small letters.
            for name, address in authors[::2]:
                file.write(name + b" <" + address.lower() + b">\n")
        run("git", "add", "AUTHORS", cwd=folder)
        self.tree = run("git", "write-tree", cwd=folder).stdout.strip()
        self.commits = []
        self.root = self.add([], AUTHOR.encode(), b"", b"Begin\n")
        parent, self.messages, self.ids = self.root, [], []
        for headers, message in sources:
            parents = [parent]
            if headers.count(b"\nparent ") > 1:
                # One that merges nothing would be judged like any other commit.
                parents.append(self.add([self.root], AUTHOR.encode(), b"",
                                        b"Side of %d\n" % len(self.ids)))
            encoding = re.search(rb"^encoding .*\n?", headers, re.M)
            if not encoding:
                # gitlint ends with an error at bytes that are no UTF-8.
                message = message.decode("utf-8", "replace").encode()
            author = re.search(rb"^author (.*)$", headers, re.M)[1]
            parent = self.add(parents, author, encoding[0].rstrip() + b"\n" if encoding else b"",
                              message)
            self.ids.append(parent)
        self.write()
        for identifier in self.ids:
            self.messages.append(Message(identifier, *self.shown(identifier)))
        run("git", "update-ref", "refs/heads/main", parent, cwd=folder)

    @staticmethod
    def author(headers):
        found = re.search(rb"^author (.*?) ?<(.*?)>", headers, re.M)
        return (found[1].strip(), found[2].strip()) if found else (b"", b"")

    def add(self, parents, author, encoding, message, tree=None):
        lines = b"tree " + (tree or self.tree) + b"\n"
        lines += b"".join(b"parent " + parent.encode() + b"\n" for parent in parents)
        lines += b"author " + author + b"\ncommitter " + AUTHOR.encode() + b"\n" + encoding
        content = lines + b"\n" + message
        self.commits.append(content)
        return hashlib.sha1(b"commit %d\0" % len(content) + content).hexdigest()

    def write(self):
        paths = []
        with tempfile.TemporaryDirectory() as scratch:
            for number, content in enumerate(self.commits):
                paths.append(os.path.join(scratch, str(number)))
                with open(paths[-1], "wb") as file:
                    file.write(content)
            run("git", "hash-object", "-t", "commit", "-w", "--literally", "--stdin-paths",
                cwd=self.folder, text="\n".join(paths).encode() + b"\n")

    def shown(self, identifier):
        """What git says of a commit, in UTF-8."""
        output = run("git", "log", "-1", "--format=%an%x00%ae%x00%P%x00%B", identifier,
                     cwd=self.folder).stdout.decode("utf-8", "replace")
        name, address, parents, text = output.split("\0", 3)
        return name, address, " " in parents, text[:-1]
