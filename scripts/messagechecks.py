"""What `scripts/trial-messages` compares: each rule of gitlint and of commitlint with what
docs/rules.md names for it here."""

import dataclasses
import re


@dataclasses.dataclass
class Check:
    # What the check is called in the table and in .ci.yml.
    id: str
    # The other tool's rule and what it is set to: options of gitlint, condition and value of
    # commitlint.
    rule: str
    setting: object
    # Our rule, its keys as YAML, and which of its problems are meant.
    ours: str
    keys: str
    problem: str
    # gitlint: the rule that leaves something out, and its expression.
    general: tuple = ()

    def says(self, message):
        """Whether a finding of ours is about what this check is about."""
        return re.search(self.problem, message) is not None


def gitlint_checks():
    subject, body, commits = "commit-subject", "commit-body", "commits"
    punctuation = 'forbid-end: [".", ",", ":", ";", "!", "?"]'
    wide, short = "of the body (is|are) wider", r"body has .* minimum"
    unmatched = "does not match|has no body"
    rows = [
        ("T1", {}, commits, "", "subject has"),
        ("T1", {"line-length": 50}, commits, "subject-max: 50", "subject has"),
        ("T1", {"line-length": 100}, commits, "subject-max: 100", "subject has"),
        ("T2", {}, subject, "", "ends with white space"),
        ("T3", {}, subject, punctuation, "ends with ('|a full stop)"),
        ("T4", {}, subject, "", "contains a tab"),
        ("T5", {}, subject, "forbid-words: [wip]", "contains the word"),
        ("T5", {"words": "fix,test,and"}, subject, "forbid-words: [fix, test, and]",
         "contains the word"),
        ("T6", {}, subject, "", "begins with white space"),
        ("T7", {"regex": "^[A-Z]"}, subject, "pattern: '^[A-Z]'", "does not match"),
        ("T7", {"regex": r"#\d+\)$"}, subject, r"pattern: '#\d+\)$'", "does not match"),
        ("T7", {"regex": r"^\w+(\(.+\))?: \S"}, subject, r"pattern: '^\w+(\(.+\))?: \S'",
         "does not match"),
        ("T8", {}, subject, "min: 5", "minimum is"),
        ("T8", {"min-length": 30}, subject, "min: 30", "minimum is"),
        ("B1", {}, body, "line-max: 80", wide),
        ("B1", {"line-length": 72}, body, "", wide),
        ("B1", {"line-length": 50}, body, "line-max: 50", wide),
        ("B2", {}, body, "", "ends with white space"),
        ("B3", {}, body, "", "contains a tab"),
        ("B4", {}, commits, "", "line 2 is not blank"),
        ("B5", {}, body, "min: 20", short),
        ("B5", {"min-length": 200}, body, "min: 200", short),
        ("B6", {}, body, "required: always", "has no body"),
        ("B8", {"regex": "."}, body, "pattern: ., required: always", unmatched),
        ("B8", {"regex": "[Tt]he"}, body, "pattern: '[Tt]he', required: always", unmatched),
        ("B8", {"regex": r"#\d+"}, body, r"pattern: '#\d+', required: always", unmatched),
        ("M1", {}, "commit-authors", "", "not a working address|no author name"),
        ("M1", {"regex": r"\.com$"}, "commit-authors", r"email: '\.com$'", "author's address"),
        ("CT1", {}, commits, "style: conventional", "subject does not follow|not an allowed type"),
        ("CT1", {"types": "feat,fix"}, commits, "types: [feat, fix]",
         "subject does not follow|not an allowed type"),
        ("CC1", {}, "commit-footers", "sign-off: true", "is not signed off"),
        ("CC2", {}, commits, "", "corrects another|is to be squashed"),
        ("CC3", {}, "commit-authors", "authors-file: AUTHORS", "is not in AUTHORS"),
    ]
    return [
        Check(f"{row[0]}-{number}", row[0], *row[1:]) for number, row in enumerate(rows, 1)
    ] + [
        # What is left alone: the same rule as above, with something ignored.
        Check("B7", "B7", {"files": "{file}"}, body, "mention: ['{file}']",
              "no message mentions it"),
        Check("I1", "T1", {"line-length": 50}, commits,
              "subject-max: 50, skip-subjects: ['^Add', 'test']", "subject has",
              ("ignore-by-title", "^Add|test")),
        Check("I2", "T1", {"line-length": 50}, commits,
              "subject-max: 50, skip-bodies: ['(?m)^The', '#\\d+']", "subject has",
              ("ignore-by-body", r"^The|#\d+")),
        Check("I3", "B1", {"line-length": 50}, body, "line-max: 50, skip-lines: ['https?:']", wide,
              ("ignore-body-lines", "https?:")),
        Check("I4", "T1", {"line-length": 50}, commits, "subject-max: 50, skip-authors: ['J*']",
              "subject has", ("ignore-by-author-name", "^[Jj]")),
    ]


def commitlint_checks():
    subject, body, footers, commits = "commit-subject", "commit-body", "commit-footers", "commits"
    style = "style: conventional"
    types = ["build", "chore", "ci", "docs", "feat", "fix", "perf", "refactor", "revert", "style",
             "test"]
    not_cases = ["sentence-case", "start-case", "pascal-case", "upper-case"]
    follow = "subject does not follow"
    rows = [
        ("type-enum", ["always", types], commits, style, "not an allowed type"),
        ("type-enum", ["always", ["feat", "fix"]], commits, "types: [feat, fix]", "not an allowed type"),
        ("type-case", ["always", "lower-case"], commits, "type-case: lower", "type '.*' is not in"),
        ("type-case", ["always", "upper-case"], commits, "type-case: upper", "type '.*' is not in"),
        ("type-empty", ["never"], commits, style, follow),
        ("type-min-length", ["always", 4], commits, "type-min: 4", "type has"),
        ("type-max-length", ["always", 4], commits, "type-max: 4", "type has"),
        ("scope-enum", ["always", ["cli", "core", "load", "deps"]], commits,
         "scopes: [cli, core, load, deps]", "not an allowed scope"),
        ("scope-case", ["always", "lower-case"], commits, "scope-case: lower", "scope '.*' is not"),
        ("scope-case", ["always", "kebab-case"], commits, "scope-case: kebab", "scope '.*' is not"),
        ("scope-empty", ["never"], commits, "scope-required: always", "has no scope|empty scope"),
        ("scope-empty", ["always"], commits, "scope-required: never", "has a scope"),
        ("scope-min-length", ["always", 4], commits, "scope-min: 4", "scope has"),
        ("scope-max-length", ["always", 6], commits, "scope-max: 6", "scope has"),
        ("subject-case", ["never", not_cases], subject, "case: lower-first", "is not in"),
        ("subject-case", ["always", "lower-case"], subject, "case: lower", "is not in"),
        ("subject-case", ["always", "sentence-case"], subject, "case: sentence", "is not in"),
        ("header-case", ["always", "lower-case"], subject, "case: lower", "is not in"),
        ("subject-empty", ["never"], commits, style, follow),
        ("header-trim", ["always"], subject, "", "(begins|ends) with white space"),
        ("subject-full-stop", ["never", "."], subject, "", "ends with a full stop"),
        ("subject-full-stop", ["always", "."], subject, "full-stop: always", "does not end with"),
        ("header-full-stop", ["never", "."], subject, "", "ends with a full stop"),
        ("subject-min-length", ["always", 20], commits, "description-min: 20", "description has"),
        ("subject-max-length", ["always", 50], commits, "description-max: 50", "description has"),
        ("header-min-length", ["always", 30], subject, "min: 30", "minimum is"),
        ("header-max-length", ["always", 72], subject, "max: 72", "limit is"),
        ("header-max-length", ["always", 100], commits, "subject-max: 100", "subject has"),
        ("subject-exclamation-mark", ["never"], commits, "breaking: never", "is a breaking"),
        ("breaking-change-exclamation-mark", ["always"], commits, "breaking: both",
         "is a breaking"),
        ("body-leading-blank", ["always"], commits, "", "line 2 is not blank"),
        ("body-empty", ["never"], body, "required: always", "has no body"),
        ("body-empty", ["always"], body, "required: never", "has a body"),
        ("body-min-length", ["always", 40], body, "min: 40", "minimum is"),
        ("body-max-length", ["always", 200], body, "max: 200", r"body has .* limit is"),
        ("body-max-line-length", ["always", 100], body, "line-max: 100",
         "of the body (is|are) wider"),
        ("body-max-line-length", ["always", 60], body, "line-max: 60",
         "of the body (is|are) wider"),
        ("body-case", ["always", "sentence-case"], body, "case: sentence", "body is not in"),
        ("body-full-stop", ["always", "."], body, "full-stop: always", "does not end with"),
        ("body-full-stop", ["never", "."], body, "full-stop: never", "ends with a full stop"),
        ("footer-leading-blank", ["always"], footers, "", "without a blank line"),
        ("footer-empty", ["never"], footers, "require: [Signed-off-by]", "has no `"),
        ("footer-min-length", ["always", 40], footers, "min: 40", "trailers have .* minimum"),
        ("footer-max-length", ["always", 100], footers, "max: 100", "trailers have .* limit"),
        ("footer-max-line-length", ["always", 60], footers, "line-max: 60", "a trailer has"),
        ("trailer-exists", ["always", "Signed-off-by:"], footers, "require: [Signed-off-by]",
         "has no `"),
        ("signed-off-by", ["always", "Signed-off-by:"], footers, "sign-off: true",
         "is not signed off"),
        ("references-empty", ["never"], footers, "references: '#[0-9]+'", "has no reference"),
    ]
    return [Check(f"{row[0]}-{number}", *row) for number, row in enumerate(rows, 1)]
