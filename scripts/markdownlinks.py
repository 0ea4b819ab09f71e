"""Links and headings of Markdown pages, as GitHub reads them; for scripts/links and scripts/docs."""
import re

FENCE = re.compile(r"^ *(```+|~~~+)")
INLINE = re.compile(r"!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(\s*<?([^\s<>)]+)>?(?:\s+[\"'][^)]*)?\)")
DEFINED = re.compile(r"^ {0,3}\[[^\]]+\]:\s+<?([^\s<>]+)>?")
ATTRIBUTE = re.compile(r"<(?:a|img)\b[^>]*?\b(?:href|src)=[\"']([^\"']+)[\"']")
HEADING = re.compile(r"^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$")
ANCHOR = re.compile(r"<a\b[^>]*?\b(?:id|name)=[\"']([^\"']+)[\"']")
ELSEWHERE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)", re.I)


def prose(text):
    """The lines of a page with their numbers; lines of code blocks are empty."""
    fence = None
    for number, line in enumerate(text.split("\n"), 1):
        mark = FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and line.strip() == mark[1]:
                fence = None
            yield number, ""
        elif mark:
            fence = mark[1]
            yield number, ""
        else:
            yield number, line


def without_code(line):
    return re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", lambda code: " " * len(code[0]), line)


def slug(heading):
    """The name that GitHub gives to a heading: lower case, no punctuation, `-` for blanks."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def anchors(text):
    found = set()
    for _, line in prose(text):
        found.update(ANCHOR.findall(line))
        heading = HEADING.match(line)
        if heading:
            name, count = slug(heading[1]), 0
            while (unique := f"{name}-{count}" if count else name) in found:
                count += 1
            found.add(unique)
    return found


def links(text):
    for number, line in prose(text):
        bare = without_code(line)
        for target in [*INLINE.findall(bare), *DEFINED.findall(bare), *ATTRIBUTE.findall(bare)]:
            yield number, target
