"""Pages of the reference, made from what devtool says of itself; for scripts/docs."""
import json
import subprocess


def printed(devtool, *arguments):
    return json.loads(subprocess.run([devtool, *arguments], check=True, capture_output=True, text=True).stdout)


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


# .ci.yml, from its JSON Schema


NAMED = {
    "cell": None, "condition": "a condition", "duration": "a duration", "text": "text", "texts": "text, one or a list",
    "example": "an example", "sharedExample": "an example",
}
TYPES = {"boolean": "`true` or `false`", "integer": "a whole number", "number": "a number", "string": "text", "null": "nothing"}


def reference(schema):
    return schema.get("$ref", "").removeprefix("#/$defs/")


def alternatives(schema):
    """The schemas of which a value has to match one."""
    parts = schema.get("anyOf") or schema.get("oneOf")
    if not parts:
        return [] if reference(schema) == "cell" else [schema]
    return [one for part in parts for one in alternatives(part)]


def takes(schema):
    """What a value may be, in words."""
    words = []
    for one in alternatives(schema):
        name = reference(one)
        if name in NAMED:
            word = NAMED[name]
        elif "const" in one:
            word = f"`{json.dumps(one['const']).strip(chr(34))}`"
        elif "enum" in one:
            values = [str(value) for value in one["enum"]]
            word = ", ".join(f"`{value}`" for value in dict.fromkeys(values))
        elif one.get("type") == "array" or "items" in one:
            inner = takes(one.get("items", {}))
            word = None if inner and inner in words else f"a list of {inner}" if len(inner) < 40 else "a list"
        elif one.get("type") == "object" or "properties" in one:
            word = "a mapping"
        else:
            word = TYPES.get(one.get("type"), "a value")
        if word and word not in words:
            words.append(word)
    return " or ".join(words)


def rows(schema, path):
    """The keys below a value, each with its path, what it takes and what it does."""
    seen = set()
    for one in alternatives(schema):
        if "items" in one:
            yield from (row for row in rows(one["items"], path) if row not in seen and not seen.add(row))
        extra = one.get("additionalProperties")
        if isinstance(extra, dict) and any("properties" in part for part in alternatives(extra)):
            yield from (row for row in rows(extra, f"{path}NAME.") if row not in seen and not seen.add(row))
        for key, value in sorted(one.get("properties", {}).items()):
            row = (f"{path}{key}", takes(value), value.get("description", ""))
            if row not in seen:
                seen.add(row)
                yield row
            yield from (row for row in rows(value, f"{path}{key}.") if row not in seen and not seen.add(row))


def pipeline_page(devtool):
    schema = printed(devtool, "schema")
    whole = next(one for one in schema["anyOf"] if "properties" in one)
    text = (
        "# Keys of .ci.yml\n\nEvery key is optional. [The pipeline](pipeline.md) explains what they do together, "
        "`devtool validate` checks a file, and `devtool schema` prints the JSON Schema that this page is made from.\n\n"
        "A dot stands for one level of the file: `cache.max-size` is `cache: { max-size: 5GB }`. `NAME` is a name of your "
        "own. A duration is `90s`, `10m` or `1h30m`. A key that takes a list takes one value, too, where the table says "
        "\"one or a list\". Keys that begin with `x-` are ignored.\n"
    )
    for key, value in sorted(whole["properties"].items()):
        text += f"\n## `{key}`\n\n{value.get('description', '')}\n\n"
        if key == "rules":
            text += "[Rules](rules.md) lists the rules and their keys, [Rules of your own](custom-rules.md) those of `custom`.\n"
            continue
        below = list(rows(value, ""))
        text += f"Takes {takes(value)}.\n"
        if below:
            text += "\n| key | takes | what it does |\n| --- | --- | --- |\n"
            text += "".join(f"| `{cell(name)}` | {cell(kind)} | {cell(what)} |\n" for name, kind, what in below)
    return text


# The commands, from what completions are made from


def names(argument):
    """How an argument is written, `-o, --option <value>`."""
    value = f"<{argument['valueName']}>"
    if argument["kind"] == "positional":
        text = value
    else:
        text = ", ".join(("--" if name["kind"] == "long" else "-") + name["name"] for name in argument["names"])
        text += f" {value}" if argument["kind"] == "option" else ""
    return text + ("…" if argument.get("isRepeating") else "")


def discussion(text):
    """Prose stays prose; sections of the help that are set by hand stay as they are."""
    result = ""
    for paragraph in text.split("\n\n"):
        is_set = any(line.startswith("  ") for line in paragraph.splitlines())
        escaped = paragraph.replace("<", "&lt;").replace("*", "\\*")
        result += f"```text\n{paragraph}\n```\n\n" if is_set else f"{escaped}\n\n"
    return result


def arguments(command):
    for argument in command.get("arguments", []):
        if argument.get("shouldDisplay", True) and "help" not in [name["name"] for name in argument.get("names", [])]:
            what = argument.get("abstract", "")
            what += f" {argument['discussion']}" if argument.get("discussion") else ""
            if argument.get("allValues"):
                what += f" One of {', '.join(f'`{value}`' for value in argument['allValues'])}."
            if argument.get("defaultValue"):
                what += f" Default: `{argument['defaultValue']}`."
            yield names(argument), what.strip().replace("<", "&lt;").replace("*", "\\*")


def shown(command):
    return [
        child for child in command.get("subcommands", [])
        if child.get("shouldDisplay", True) and child["commandName"] != "help"
    ]


def command_text(command, path):
    text = f"\n{'#' * len(path)} devtool {' '.join(path[1:])}\n\n{command.get('abstract', '')}\n\n"
    text += discussion(command["discussion"]) if command.get("discussion") else ""
    rows = list(arguments(command))
    if rows:
        text += "| option | what it does |\n| --- | --- |\n"
        text += "".join(f"| `{cell(name)}` | {cell(what)} |\n" for name, what in rows)
    return text + "".join(command_text(child, path + [child["commandName"]]) for child in shown(command))


def commands_page(devtool):
    root = printed(devtool, "--experimental-dump-help")["command"]
    text = f"# Commands\n\n{root['abstract']}\n\n"
    text += "`devtool help COMMAND` prints the same. Every command takes `--help`.\n"
    return text + "".join(command_text(child, ["devtool", child["commandName"]]) for child in shown(root))
