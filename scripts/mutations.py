"""Small changes to Swift sources, written as switches, for scripts/trial-mutants.

`Source` reads one file and finds the places that can be changed; `written` gives its text with some of
them as switches. A switch asks `trialIs(ID)`, which `support` declares in each module, and is the
changed code for one ID and the code as it was for all others. It never adds or removes a line, so that
an error of the compiler names the line in the checkout, too. An operator is replaced by one of our own,
so that what stands on its sides need not be parsed; it keeps its precedence when it is changed.
"""

import dataclasses
import re

# In the order in which they are drawn, and how often each is, compared with the others.
WEIGHTS = {"comparison": 4, "condition": 4, "logic": 2, "arithmetic": 2, "constant": 2, "truth": 2,
           "return": 3, "call": 3}
OPERATORS = {
    "<": ("<=", "comparison"), "<=": ("<", "comparison"), ">": (">=", "comparison"),
    ">=": (">", "comparison"), "==": ("!=", "comparison"), "!=": ("==", "comparison"),
    "&&": ("||", "logic"), "||": ("&&", "logic"), "+": ("-", "arithmetic"), "-": ("+", "arithmetic"),
    "+=": ("-=", "arithmetic"), "-=": ("+=", "arithmetic"),
}
PRECEDENCES = {"comparison": "ComparisonPrecedence", "arithmetic": "AdditionPrecedence"}
CLOSING = {"(": ")", "[": "]", "{": "}"}
OPERATOR = re.compile(r"(?<=\s)(==|!=|<=|>=|<|>|&&|\|\||\+=|-=|\+|-)(?=\s)")
NUMBER = re.compile(r"(?<![\w.$#])\d[\d_]*(?!\w|\.(?!\.))")
TRUTH = re.compile(r"\b(true|false)\b")
CONDITION = re.compile(r"\b(if|guard|while)\b(?=\s)")
HEAD = re.compile(r"\bfunc\s+[^\s(<]+\s*(?:<[^(]*>)?\s*\(")
AFTER_PARAMETERS = re.compile(
    r"\s*(?:async\b\s*)?(?:(?:throws\b(?:\([^)]*\))?|rethrows\b)\s*)?(?:->\s*([^{]*?)\s*)?\{")
PROPERTY = re.compile(r"\bvar\s+\w+\s*:\s*([^={\n]+?)\s*\{")
CALL = re.compile(r"^[ \t]*((?:try[?]?\s+)?(?:[a-z_]\w*[?]?\.)*[a-z_]\w*\()", re.M)
STATEMENT = re.compile(r"\s*(?:let|var|guard|if|switch|for|while|repeat|do|defer|return|throw|func)\b")
# Calls that end or announce: without them nothing compiles, or the compiler's own checks are gone.
KEPT_CALLS = re.compile(r"(?:\.init|^init|^precondition|^assert|^fatalError|^return|^throw|^super\b.*)\($")
HIDDEN_CALL = re.compile(r"\b(?:precondition|preconditionFailure|assert|assertionFailure|fatalError)\(")
# The examples of a rule are tests.
HIDDEN_EXAMPLES = re.compile(r"\bstatic let examples: \[RuleExample\] = \[")
HIDDEN_WHERE = re.compile(r"\bwhere\s+[\w.]+\s*==\s*[A-Z][^{\n]*")


@dataclasses.dataclass
class Site:
    """A place that can be changed, and how."""

    path: str
    kind: str
    # 1-based.
    line: int
    # The text of its lines as it is and would be, with single spaces.
    before: str
    after: str
    # (start, end, text): what stands in for a range of the source; `ID` and `OP` are filled in.
    edits: list
    # Lines in which the compiler may complain about it.
    lines: range
    operator: str = ""
    id: int = 0

    @property
    def key(self):
        return (self.path, self.before, self.after)


class Source:
    """One file."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.code = hidden(text)
        self.starts = [0] + [match.end() for match in re.finditer("\n", text)]

    def sites(self):
        """All of them, in the order of the file."""
        found = [site for find in (self.operators, self.constants, self.conditions, self.functions,
                                   self.calls) for site in find()]
        return sorted(found, key=lambda site: (site.edits[0][0], site.kind, site.after))

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def site(self, kind, start, end, replacement, edits, scope=None, operator=""):
        """A site whose plain form replaces `start..<end` by `replacement`."""
        first, last = self.line(start), self.line(max(start, end - 1))
        head = self.starts[first - 1]
        tail = self.starts[last] if last < len(self.starts) else len(self.text)
        before = self.text[head:tail]
        after = self.text[head:start] + replacement + self.text[end:tail]
        scope_end = self.line(scope) if scope else last
        return Site(self.path, kind, first, " ".join(before.split()), " ".join(after.split()), edits,
                    range(first, scope_end + 1), operator)

    def line_of_code(self, offset):
        start = self.code.rfind("\n", 0, offset) + 1
        end = self.code.find("\n", offset)
        return self.code[start:end if end >= 0 else len(self.code)]

    # Finding

    def operators(self):
        for match in OPERATOR.finditer(self.code):
            operator = match[1]
            line = self.line_of_code(match.start())
            if re.search(r"\bfunc\s+\S+\s*[(<]", line) and "{" not in line:
                continue
            if re.search(r"\b(?:func|operator)\s*$", self.code[:match.start()]):
                continue
            changed, kind = OPERATORS[operator]
            # Text and lists are joined with it, too, and cannot be subtracted.
            if kind == "arithmetic" and re.search(r'["\[]', line):
                continue
            yield self.site(kind, match.start(), match.end(), changed,
                            [(match.start(), match.end(), "OP")], operator=operator)

    def constants(self):
        for pattern, kind in [(NUMBER, "constant"), (TRUTH, "truth")]:
            for match in pattern.finditer(self.code):
                # Patterns and raw values have to be literals.
                if re.match(r"\s*(?:case|default)\b", self.line_of_code(match.start())):
                    continue
                old = match[0]
                new = {"true": "false", "false": "true"}.get(old)
                if kind == "constant":
                    new = str(int(old.replace("_", "")) + 1)
                yield self.site(kind, match.start(), match.end(), new,
                                [(match.start(), match.end(), f"(trialIs(ID) ? {new} : {old})")])

    def conditions(self):
        for match in CONDITION.finditer(self.code):
            # The end of `repeat … while` is the end of its line.
            if match[1] == "while" and self.code[:match.start()].rstrip().endswith("}"):
                continue
            for start, end in clauses(self.code, match.end(), match[1] == "guard"):
                clause = self.code[start:end]
                if re.match(r"(?:let|var|case)\b|#|true$", clause):
                    continue
                text = self.text[start:end]
                negated = text[1:] if re.fullmatch(r"![\w.]+", text) else f"!({text})"
                yield self.site("condition", start, end, negated,
                                [(start, start, "trialNot(ID, "), (end, end, ")")])

    def functions(self):
        for match in HEAD.finditer(self.code):
            closing = closed(self.code, match.end() - 1)
            head = AFTER_PARAMETERS.match(self.code, closing + 1) if closing else None
            if head:
                yield from self.early_return(match.start(), head.end() - 1, head[1] or "")
        for match in PROPERTY.finditer(self.code):
            body = self.code[match.end():]
            if not re.match(r"\s*(?:get|set|didSet|willSet|mutating|nonmutating|_read|@)\b", body):
                yield from self.early_return(match.start(), match.end() - 1, match[1])

    def early_return(self, start, brace, kind):
        """A function that does nothing: returns what is empty of its type."""
        end = closed(self.code, brace)
        value = empty(kind.split(" where ")[0].strip())
        if end is None or value is None:
            return
        body = self.code[brace + 1:end]
        statement = f"return {value}".strip()
        if not body.strip() or body.strip() in (value, statement):
            return
        edits = [(brace + 1, brace + 1, f" if trialIs(ID) {{ {statement} }};")]
        is_expression = value and not STATEMENT.match(body) and not re.search(r"\breturn\b", body)
        if is_expression:
            first = brace + 1 + len(body) - len(body.lstrip())
            last = brace + 1 + len(body.rstrip())
            edits = [(first, first, f"if trialIs(ID) {{ {statement} }}; return ("), (last, last, ")")]
        site = self.site("return", start, brace + 1, self.text[start:brace + 1] + " " + statement, edits,
                         scope=end)
        # What comes after the brace on the same line is not run.
        site.after = site.after[:site.after.index(statement) + len(statement)]
        yield site

    def calls(self):
        for match in CALL.finditer(self.code):
            start = match.start(1)
            if KEPT_CALLS.search(match[1]) or re.match(r"(?:if|guard|while|switch|for|return)\(", match[1]):
                continue
            end = closed(self.code, match.end(1) - 1)
            if end is None or self.code[end + 1:self.code.find("\n", end)].strip():
                continue
            above = self.code[:start].rstrip()
            # The call stands by itself: what is above it is finished, and it is not an argument.
            begins = above.endswith(("{", "}")) or re.search(r"[\w)\]\"?]\s*\n[ \t]*$", self.code[:start])
            follows = re.match(r"\s*[.?&|+\-*/=<>:,\])]", self.code[end + 1:])
            if not begins or follows or enclosing(self.code, start) != "{":
                continue
            if re.search(r"(?:\b(?:return|in|try|await|else)|[=,(:])$", above) \
                    and not re.search(r"\{[^{}\n]*\bin$", above):
                continue
            yield self.site("call", start, end + 1, "",
                            [(start, start, "if !trialIs(ID) { "), (end + 1, end + 1, " }")])


def written(source, sites):
    """The text with the sites as switches."""
    edits = []
    for site in sites:
        for start, end, text in site.edits:
            own = own_operator(site) if text == "OP" else text.replace("ID", str(site.id))
            edits.append((start, end, own))
    text = source.text
    # From the end; of insertions at one place, what opens comes after what closes.
    for start, end, new in sorted(edits, key=lambda edit: (edit[0], edit[1]), reverse=True):
        text = text[:start] + new + text[end:]
    return text


def support(sites, file):
    """What a module needs for its switches. `file` holds the number of the change that is on."""
    lines = [
        "#if canImport(Glibc)", "  import Glibc", "#else", "  import Darwin", "#endif", "",
        "let trialMutant: Int = {",
        f'  guard let file = fopen("{file}", "re") else {{ return 0 }}',
        "  defer { fclose(file) }",
        "  var number: Int = 0",
        "  while true {",
        "    let byte = fgetc(file)",
        "    guard byte >= 48, byte <= 57 else { return number }",
        "    number = number * 10 + Int(byte - 48)",
        "  }",
        "}()",
        "func trialIs(_ id: Int) -> Bool { trialMutant == id }",
        "func trialNot(_ id: Int, _ value: Bool) -> Bool { (trialMutant == id) != value }",
    ]
    for site in sites:
        if not site.operator:
            continue
        name, old, new = own_operator(site), site.operator, OPERATORS[site.operator][0]
        choice = f"trialIs({site.id}) ? a {new} b : a {old} b"
        if site.kind == "logic":
            precedence = "LogicalConjunctionPrecedence" if old == "&&" else "LogicalDisjunctionPrecedence"
            lines += [f"infix operator {name}: {precedence}",
                      f"func {name} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {{",
                      f"  trialIs({site.id}) ? try a {new} b() : try a {old} b()", "}"]
        elif old.endswith("=") and site.kind == "arithmetic":
            lines += [f"infix operator {name}: AssignmentPrecedence",
                      f"func {name} <T: AdditiveArithmetic>(a: inout T, b: T) {{",
                      f"  if trialIs({site.id}) {{ a {new} b }} else {{ a {old} b }}", "}"]
        else:
            bound = "AdditiveArithmetic" if site.kind == "arithmetic" else \
                "Equatable" if old in ("==", "!=") else "Comparable"
            result = "T" if site.kind == "arithmetic" else "Bool"
            lines += [f"infix operator {name}: {PRECEDENCES[site.kind]}",
                      f"func {name} <T: {bound}>(a: T, b: T) -> {result} {{ {choice} }}"]
            if bound == "Equatable":
                lines += [f"func {name} <T>(a: T?, b: _OptionalNilComparisonType) -> Bool {{ {choice} }}"]
    return "\n".join(lines) + "\n"


def own_operator(site):
    """The operator's own characters and the number in base 4, which makes it unique."""
    digits, number = "", site.id
    while number:
        digits = "^%|~"[number % 4] + digits
        number //= 4
    return f"{site.operator}~{digits}"


# Reading Swift, as far as it is needed here


def hidden(text):
    """The text with blanks for what is never changed: comments, what is in quotes, `#if` … `#endif`,
    attributes with their arguments, macros, arguments of `precondition` and the like, and examples of
    rules, which are tests."""
    code = list(text)

    def blank(start, end, keep=""):
        for at in range(start, end):
            if code[at] not in "\n" + keep:
                code[at] = " "

    at = 0
    while at < len(text):
        if text.startswith("//", at):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            blank(at, end)
        elif text.startswith("/*", at):
            end = text.find("*/", at) + 2
            blank(at, end)
        elif quote := re.compile(r'(#*)("""|")').match(text, at):
            end = quoted(text, quote)
            blank(at, end)
            code[at] = code[end - 1] = '"'
        else:
            at += 1
            continue
        at = end
    plain = "".join(code)
    depth = 0
    for line in re.finditer(r"^.*$", plain, re.M):
        word = line[0].strip()
        depth += word.startswith("#if")
        if depth:
            blank(line.start(), line.end())
        depth -= word.startswith("#endif")
    for pattern in (re.compile(r"[@#]\w+\("), HIDDEN_CALL, HIDDEN_EXAMPLES):
        for match in pattern.finditer(plain):
            end = closed(plain, match.end() - 1)
            if end:
                blank(match.start(), end + 1)
    for match in HIDDEN_WHERE.finditer(plain):
        blank(*match.span())
    return "".join(code)


def quoted(text, quote):
    """The end of a literal; what is interpolated belongs to it."""
    hashes, mark = quote[1], quote[2]
    at = quote.end()
    while at < len(text):
        if text.startswith(mark + hashes, at):
            return at + len(mark + hashes)
        if text.startswith("\\" + hashes + "(", at):
            at += len(hashes) + 2
            depth = 1
            while depth and at < len(text):
                if inner := re.compile(r'(#*)("""|")').match(text, at):
                    at = quoted(text, inner)
                    continue
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                at += 1
        elif text.startswith("\\" + hashes, at):
            at += len(hashes) + 2
        else:
            at += 1
    return len(text)


def closed(code, opening):
    """Where the bracket that opens there is closed."""
    depth = 0
    for at in range(opening, len(code)):
        if code[at] in "([{":
            depth += 1
        elif code[at] in ")]}":
            depth -= 1
            if depth == 0:
                return at
    return None


def enclosing(code, offset):
    """The bracket that is open at a place, or nothing."""
    depth = 0
    for at in range(offset - 1, -1, -1):
        if code[at] in ")]}":
            depth += 1
        elif code[at] in "([{":
            if depth == 0:
                return code[at]
            depth -= 1
    return ""


def clauses(code, start, is_guard):
    """The ranges of the conditions of an `if`, `while` or `guard`, which are separated by commas."""
    found, depth, begin, at = [], 0, start, start
    while at < len(code):
        character = code[at]
        is_end = depth == 0 and (
            re.compile(r"\belse\b").match(code, at) if is_guard else character == "{")
        if is_end or (depth == 0 and character == ","):
            clause = code[begin:at]
            if clause.strip():
                left = begin + len(clause) - len(clause.lstrip())
                found.append((left, begin + len(clause.rstrip())))
            begin = at + 1
            if is_end:
                return found
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
            if depth < 0:
                return []
        at += 1
    return []


def empty(kind):
    """The value that is nothing of a type; an empty text for no result, None when there is none."""
    if kind in ("", "Void"):
        return ""
    if kind.endswith("?"):
        return "nil"
    if kind == "Bool":
        return "false"
    if kind == "String":
        return '""'
    if re.fullmatch(r"U?Int(?:8|16|32|64)?|Double", kind):
        return "0"
    if kind.startswith("[") and closed(kind, 0) == len(kind) - 1:
        return "[:]" if re.match(r"\[[^\[\](]*:", kind) else "[]"
    if kind.startswith("Set<"):
        return "[]"
    return None
