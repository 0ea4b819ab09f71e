"""Why gitlint or commitlint and devtool differ on a commit, for `scripts/trial-messages`."""

import re

TRAILER = re.compile(r"(BREAKING[ -]CHANGE: |[A-Za-z][A-Za-z0-9-]*(:(?!//)| #) *\S)")
KNOWN_TRAILER = re.compile(r"(\S+-by|breaking\S*|breaking change|change-id|cc)(:| #)", re.I)
# What commitlint's parser takes for the first line of the footer, wherever it stands.
FOOTER = re.compile(r"(BREAKING CHANGE|[\w-]+)(:\s+|\s+#).+|(\*\s+)?BREAKING[ -]CHANGE:", re.I)


class Message:
    """A commit as git prints it in UTF-8."""

    def __init__(self, identifier, name, address, is_merge, text):
        self.id, self.name, self.address, self.is_merge = identifier, name, address, is_merge
        self.text = text
        lines = [line.rstrip("\r") for line in text.strip("\n").split("\n")]
        self.subject, self.rest = lines[0], lines[1:]
        self.is_robot = "[bot]" in name.lower() or "[bot]" in address.lower()
        start = end = len(self.rest)
        while start > 0 and (TRAILER.match(self.rest[start - 1])
                             or re.match(r"\s+\S", self.rest[start - 1])):
            start -= 1
        while start < end and not TRAILER.match(self.rest[start]):
            start += 1
        if start > 0 and self.rest[start - 1].strip() and not any(
                KNOWN_TRAILER.match(line) for line in self.rest[start:]):
            start = end
        # As we take it apart, and as commitlint does.
        self.parts = (trimmed(self.rest[:start]), trimmed(self.rest[start:]))
        start = next((n for n, line in enumerate(self.rest) if FOOTER.match(line)), end)
        self.commitlint_parts = (trimmed(self.rest[:start]), trimmed(self.rest[start:]))


def trimmed(lines):
    return "\n".join(lines).strip("\n")


UNFINISHED = ("fixup!", "squash!", "amend!")
GITLINT_RULE = re.compile(r"[A-Z]+\d+")


def reason(check, message, here):
    """Why the two tools differ on a commit; `None` when that is not known.

    `here` says that we flag it, and the other tool does not.
    """
    if not here and message.is_robot:
        return "robots are left alone (`skip-authors`)"
    if GITLINT_RULE.match(check.rule):
        return gitlint_reason(check, message, here)
    return commitlint_reason(check, message, here)


def gitlint_reason(check, message, here):
    rule, subject = check.rule, message.subject
    body, trailers = message.parts
    if any(line.startswith("#") for line in message.text.split("\n")):
        return "gitlint takes lines of a commit that begin with # for comments"
    if re.search("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]|\r(?!\n)", message.text):
        return "gitlint breaks lines where git does not, such as at a form feed"
    if message.text.startswith("\n"):
        return "gitlint takes a blank line before the subject for the subject"
    if subject.lower().startswith(UNFINISHED) and (here == (rule == "CC2")):
        if subject.startswith(UNFINISHED):
            return "gitlint leaves fixups out before CC2 sees them"
        return "`Fixup!` in capitals is a fixup here"
    if here and subject.startswith("Revert"):
        return "gitlint leaves out whatever begins with `Revert`"
    if not here and subject.startswith("Reapply "):
        return "`Reapply` takes a revert back, as git writes it"
    if rule == "T1" and not here and re.search(r" \(#\d+\)$", subject):
        return "the number that a service adds is not counted"
    if rule in ("T1", "T8", "B1", "B5") and re.search("[\u0300-\u036f\u200d\ufe0f]", message.text):
        return "characters are counted as people see them"
    if rule == "B4" and not here and not message.rest[0].strip():
        return "a line of blanks is blank"
    if rule == "B1" and not here:
        limit = check.setting.get("line-length", 80)
        wide = [line for line in message.rest if len(line) > limit]
        if all(line in trailers.split("\n") for line in wide):
            return "trailers are no part of the body"
        if any(" " not in line.strip()[:limit] or re.match(r"\W*(\[[^]]*\]\S* )?\S+( |$)", line)
               and re.search(r"\S{%d}" % (limit // 2), line) for line in wide):
            return "a line that has no place to break passes"
    if rule in ("B2", "B3", "B5", "B6", "B8", "I2") and trailers:
        return "trailers are no part of the body"
    if rule in ("B2", "B8") and any(line and line.isspace() for line in message.rest):
        return "a line of blanks is blank"
    if rule == "B8" and not here and message.rest[0]:
        return "gitlint takes line 2 for blank"
    if rule == "B5":
        return "line ends within the body count"
    if rule == "CC1" and here:
        if re.search("(?im)^signed-off-by", message.text):
            return "a sign-off has to be a trailer, and the author's"
        if subject.startswith(UNFINISHED):
            return "fixups are signed off, too"
    if rule == "CC3" and not here:
        return "the name or the address is enough"
    if check.id == "I4" and not here and message.address[:1] in "Jj":
        return "`skip-authors` looks at addresses, too"
    if rule == "B7" and not here:
        return "a subject may mention the file, too"
    if rule in ("M1", "CC3") and here and (message.is_merge or subject.startswith(UNFINISHED)):
        return "merges and fixups have authors, too"
    if rule == "M1" and here and re.search(r"localhost|\.local|\(none\)|@.*@", message.address):
        return "addresses of a machine lead nowhere (`.local`, `localhost`)"
    if rule == "CT1":
        if not message.text:
            return "an empty message is flagged as that"
        if re.fullmatch(r"v?\d+\.\d+\.\d+\S*", subject):
            return "release tools write the version alone"
        if re.match(r"\W*wip\b", subject, re.I) or "()" in subject:
            return "flagged with other words: work in progress, an empty scope"
    return None


def commitlint_reason(check, message, here):
    rule, subject = check.rule, message.subject
    if not here and message.is_merge:
        return "a merge is known by its parents, not by its words"
    if here and re.match("revert |reapply |auto-merged |automatic merge|merged? ", subject, re.I):
        return "commitlint leaves out what sounds like a merge or a revert"
    if not here and re.match("revert |reapply |fixup!|squash!|amend!", subject, re.I):
        return "`Fixup!` in capitals is a fixup here"
    if re.fullmatch(r"(v|chore: ?)?\d+\.\d+\.\d+\S*", subject):
        return "a version alone is left out: there by all rules, here by `style`"
    if here and not message.text.strip():
        return "commitlint leaves out empty messages"
    if not here and check.ours == "commits" and re.match(r"\W*wip\b", subject, re.I):
        return "flagged with other words: work in progress"
    if re.search("[\u0300-\u036f\u200d\ufe0f]", subject) and "length" in rule:
        return "characters are counted as people see them"
    if rule == "header-max-length" and not here:
        return "the number that a service adds is not counted"
    if subject.endswith("...") and "full-stop" in rule and not here:
        return "an ellipsis is no full stop that is not wanted, and one that is"
    if rule == "subject-exclamation-mark" and here:
        return "`breaking: never` forbids the footer, too"
    if re.match("type|scope|subject|header", rule):
        return header_reason(check, subject, here)
    if any(line and line.isspace() for line in message.rest):
        return "a line of blanks is blank"
    if rule == "body-max-line-length":
        if here and "://" in message.text:
            return "commitlint passes every line that holds an address"
        if not here and re.search(r"\S{60}", message.text):
            return "a line that has no place to break passes"
    if rule == "references-empty":
        return "`references` is a pattern, there it is what commitlint's parser takes for one"
    if check.ours == "commit-footers" and subject.startswith(UNFINISHED):
        return "fixups are signed off, too"
    if re.search("(?im)^signed-off-by", message.text) and "off" in check.keys:
        return "a sign-off has to be a trailer, and the author's"
    if rule == "footer-empty" and here:
        return "`require` names the trailers that have to be there"
    if message.parts != message.commitlint_parts:
        return "commitlint's footer begins with the first line like `word: text` or `word #1`"
    if rule == "body-case" and not here and message.parts[0][:1] in "`'\"":
        return "what begins with a quotation has no case"
    return None


OUR_HEADER = re.compile(r"([^\W]|-)+(\([^)]*\))?!?: +\S")
THEIR_HEADER = re.compile(r"(\w*)(\(.*\))?!?: ")


def header_reason(check, subject, here):
    ours, theirs = OUR_HEADER.match(subject), THEIR_HEADER.match(subject)
    if bool(ours) != bool(theirs):
        return "the header is taken apart differently: a type may hold `-`, a scope no `)`"
    if check.ours == "commits" and not here:
        if not ours:
            return "no conventional header is flagged as that"
        return "flagged with other words: an unknown type, an empty scope"
    if check.rule == "scope-min-length" and "()" in subject:
        return "an empty scope is too short"
    if check.rule == "subject-case" and here and not theirs:
        return "commitlint has no subject to judge where there is no type"
    if check.rule.endswith("case"):
        if re.search("[`'\"]", subject):
            return "commitlint overlooks what stands in quotation marks"
        return "the case is that of the words behind a prefix, and identifiers keep theirs"
    return None
