"""What is published of the calls that `devtool comment` makes, for scripts/validate-comments.

GitHub: paths, verbs, queries and GraphQL by the metadata of ghapi, bodies by the models of githubkit, both from PyPI.
GitLab publishes no models: its shapes are written down here, each with the page that documents it.

Each of the two has `named`, which gives the name of a call, and `problems`, what is wrong with one."""
import importlib, re

# Limits in characters that no model holds; GitHub answers with 422 beyond them.
GITHUB_COMMENT, GITHUB_DESCRIPTION = 65_536, 140


def repeated(query):
    """What is wrong with the query of an address, when each key may stand there once."""
    return [f"query '{key}' stands there {len(values)} times" for key, values in query.items() if len(values) > 1]


class GitHub:
    def __init__(self):
        from ghapi.gh_spec import spec
        from ghapi.gql_spec import gqlspec
        self.types = gqlspec["types"]
        # Fixed parts come before parameters: `/pulls/comments/{comment_id}` is no `/pulls/{pull_number}`.
        self.operations = sorted(spec["ops"], key=lambda each: each["path"].count("{"))
        self.patterns = [(re.compile(re.sub(r"\\\{\w+\\\}", "([^/]+)", re.escape(each["path"])) + "$"), each)
                         for each in self.operations if each["path"].startswith("/repos/")]

    def operation(self, call):
        return next((each for pattern, each in self.patterns
                     if each["verb"] == call.method and pattern.match(call.path)), None)

    def named(self, call):
        if (call.method, call.path) == ("POST", "/graphql"):
            return "graphql"
        found = self.operation(call)
        return found and f"{found['group']}.{found['name']}"

    def problems(self, call):
        if self.named(call) == "graphql":
            return self.graphql(call)
        operation = self.operation(call)
        if operation is None:
            return ["no such operation is published"]
        route = dict(zip(operation.get("route_params", []), self.route(call, operation)))
        given = {**route, **call.query, **(call.body or {})}
        found = repeated(call.query)
        found += [f"'{name}' is missing" for name in operation.get("required_params", []) if name not in given]
        found += [f"query '{name}' is not published" for name in call.query
                  if name not in operation.get("query_params", [])]
        kinds = operation.get("param_types", {})
        found += [f"'{name}' is no number: {text}" for name, text in route.items()
                  if kinds.get(name) == "int" and not text.isdecimal()]
        if call.method in ("POST", "PATCH", "PUT"):
            found += self.body(call, operation)
        elif call.body is not None:
            found.append("has a body")
        return found + self.headers(call)

    def route(self, call, operation):
        return next(pattern for pattern, each in self.patterns if each is operation).match(call.path).groups()

    def headers(self, call):
        expected = {"accept": "application/vnd.github+json"}
        expected |= {"content-type": "application/json"} if call.body is not None else {}
        found = [f"header {name}: {call.headers.get(name)}" for name, value in expected.items()
                 if call.headers.get(name) != value]
        return found + ([] if call.headers.get("user-agent") else ["GitHub refuses calls without a User-Agent"])

    def body(self, call, operation):
        """Held against the models of the version that the call names, and against those of the newest one."""
        from pydantic import ValidationError
        name = "".join(part.capitalize() for part in re.findall(r"[a-z]+", operation["path"]))
        name = f"{name}{call.method.capitalize()}Body"
        asked = "v" + (call.headers.get("x-github-api-version") or "?").replace("-", "_")
        found = []
        for version in dict.fromkeys([asked, "latest"]):
            try:
                model = getattr(importlib.import_module(f"githubkit_schemas.{version}.models"), name)
                read = model.model_validate(call.body, strict=True)
            except ValidationError as error:
                found += [f"{name} of {version}: {'.'.join(map(str, each['loc']))}: {each['msg']}"
                          for each in error.errors()]
                continue
            except (AttributeError, ImportError) as error:
                found.append(f"no {name} of {version} is published: {error}")
                continue
            # A model skips keys that it does not know; written again, the body has to be the same.
            if read.model_dump(mode="json", by_alias=True, exclude_unset=True) != call.body:
                found.append(f"{name} of {version} does not know all of {sorted(call.body)}")
        return found or self.limits(call.body)

    def limits(self, body):
        comments = [body, *(body.get("comments") or [])]
        found = [f"a comment of {len(each['body'])} characters" for each in comments
                 if len(each.get("body", "")) > GITHUB_COMMENT]
        found += [f"side {each.get('side')}" for each in comments[1:] if each.get("side") not in ("LEFT", "RIGHT")]
        if len(body.get("description", "")) > GITHUB_DESCRIPTION:
            found.append(f"a description of {len(body['description'])} characters")
        return found

    # GraphQL

    def graphql(self, call):
        if set(call.body) != {"query", "variables"}:
            return [f"GraphQL takes query and variables, not {sorted(call.body)}"]
        tokens = re.findall(r"\$?\w+!?|[{}():,]", call.body["query"])
        declared = dict(re.findall(r"\$(\w+):\s*(\w+!?)", call.body["query"]))
        given = call.body["variables"]
        found = [f"variable {name} is not declared" for name in given if name not in declared]
        found += [f"variable {name} has no value" for name, kind in declared.items()
                  if kind.endswith("!") and given.get(name) is None]
        try:
            start = tokens.index("{")
            rest = self.selection(tokens[start:], "Query", declared, found)
            found += [f"behind the query stands {rest[0]}"] if rest else []
        except (IndexError, ValueError):
            found.append("the query is cut off")
        return found

    def selection(self, tokens, kind, declared, found):
        """Reads `{ field(argument: value) { … } … }` of a type; what is behind it."""
        fields = self.types[kind]["fields"]
        tokens = tokens[1:]
        while tokens[0] != "}":
            name, tokens = tokens[0], tokens[1:]
            field = fields.get(name)
            if field is None:
                found.append(f"{kind} has no field {name}")
            if tokens[0] == "(":
                end = tokens.index(")")
                arguments = [word for word in tokens[1:end] if word not in (":", ",")]
                for argument, value in zip(arguments[::2], arguments[1::2]):
                    published = (field or {}).get("args", {}).get(argument)
                    if published is None:
                        found.append(f"{kind}.{name} has no argument {argument}")
                    elif value[0] == "$" and declared.get(value[1:], "").rstrip("!") != published[0].rstrip("!"):
                        found.append(f"{kind}.{name}({argument}) takes {published[0]}, not {value}")
                tokens = tokens[end + 1:]
            inner = re.sub(r"\W", "", field["type"]) if field else None
            if tokens[0] == "{":
                tokens = self.selection(tokens, inner, declared, found) if field else tokens[tokens.index("}") + 1:]
            elif "fields" in self.types.get(inner, {}):
                found.append(f"{kind}.{name} needs a selection of fields")
        return tokens[1:]


# A kind of value is a type, a set of words, a length that a text may have, or a table of its own; `!` after a
# name means that it has to be there.
REQUEST = "/projects/:id/merge_requests/:iid"
PAGES = {"page": int, "per_page": int}
# https://docs.gitlab.com/api/notes/: at most 1,000,000 characters.
NOTE = 1_000_000
# https://docs.gitlab.com/api/discussions/#create-a-merge-request-thread
POSITION = {"base_sha!": str, "head_sha!": str, "start_sha!": str, "position_type!": {"text"}, "new_path!": str,
            "old_path!": str, "new_line": int, "old_line": int, "line_range": dict}
# https://docs.gitlab.com/api/commits/#set-commit-pipeline-status
STATUS = {"state!": {"pending", "running", "success", "failed", "canceled", "skipped"}, "ref": str, "name": str,
          "context": str, "target_url": 255, "description": 255, "coverage": float, "pipeline_id": int}
# Name, method, path, query, body.
GITLAB = [
    # https://docs.gitlab.com/api/users/#retrieve-the-current-user
    ("the account", "GET", "/user", {}, None),
    # https://docs.gitlab.com/api/merge_requests/
    ("the request", "GET", REQUEST, {}, None),
    ("the diffs", "GET", f"{REQUEST}/diffs", {**PAGES, "unidiff": bool}, None),
    # https://docs.gitlab.com/api/discussions/#merge-requests
    ("the discussions", "GET", f"{REQUEST}/discussions", PAGES, None),
    ("begin a discussion", "POST", f"{REQUEST}/discussions", {},
     {"body!": NOTE, "commit_id": str, "created_at": str, "position": POSITION}),
    ("resolve a discussion", "PUT", f"{REQUEST}/discussions/:hex", {}, {"resolved!": bool}),
    # Takes one of `body` and `resolved`; devtool resolves whole discussions.
    ("edit a remark", "PUT", f"{REQUEST}/discussions/:hex/notes/:number", {}, {"body!": NOTE}),
    # https://docs.gitlab.com/api/notes/#merge-requests
    ("write a note", "POST", f"{REQUEST}/notes", {},
     {"body!": NOTE, "created_at": str, "internal": bool, "merge_request_diff_head_sha": str}),
    ("edit a note", "PUT", f"{REQUEST}/notes/:number", {}, {"body!": NOTE}),
    ("delete a note", "DELETE", f"{REQUEST}/notes/:number", {}, None),
    # https://docs.gitlab.com/api/commits/#commit-status
    ("the statuses", "GET", "/projects/:id/repository/commits/:sha/statuses",
     {**PAGES, "ref": str, "stage": str, "name": str, "pipeline_id": int, "order_by": str, "sort": str, "all": bool},
     None),
    ("set a status", "POST", "/projects/:id/statuses/:sha", {}, STATUS),
]
# A project is a number or its path, whose slashes are escaped.
PARTS = {":id": r"(?:\d+|[\w.-]+(?:%2F[\w.-]+)+)", ":iid": r"\d+", ":number": r"\d+", ":hex": "[0-9a-f]{40}",
         ":sha": "(?:[0-9a-f]{40}|[0-9a-f]{64})"}


class GitLab:
    def __init__(self):
        self.calls = [(re.compile("/api/v4" + re.sub(r":\w+", lambda part: PARTS[part[0]], path) + "$"), name, method,
                       query, body) for name, method, path, query, body in GITLAB]

    def found(self, call):
        return next((each for each in self.calls if each[2] == call.method and each[0].match(call.path)), None)

    def named(self, call):
        found = self.found(call)
        return found and found[1]

    def problems(self, call):
        published = self.found(call)
        if published is None:
            return ["no such call is documented"]
        _, _, _, query, body = published
        found = repeated(call.query)
        found += [f"query '{name}' is not documented" for name in call.query if name not in query]
        found += [f"query '{name}' is no number" for name, values in call.query.items()
                  if query.get(name) is int and not values[0].isdecimal()]
        if body is None:
            return found + (["has a body"] if call.body is not None else [])
        if call.headers.get("content-type") != "application/json":
            found.append(f"header content-type: {call.headers.get('content-type')}")
        if not isinstance(call.body, dict):
            return [*found, "has no body"]
        found += self.shape(call.body, body)
        if found:
            return found
        # https://docs.gitlab.com/user/project/quick_actions/: a line that begins with a slash commands GitLab.
        return [f"a quick action: {line[:40]}" for line in call.body.get("body", "").splitlines()
                if line.lstrip().startswith("/")]

    def shape(self, value, shape, path=""):
        known = {name.rstrip("!"): kind for name, kind in shape.items()}
        found = [f"'{path}{name}' is missing" for name in known if name + "!" in shape and name not in value]
        for name, each in value.items():
            kind = known.get(name)
            if kind is None:
                found.append(f"'{path}{name}' is not documented")
            elif isinstance(kind, dict):
                found += self.shape(each, kind, f"{path}{name}.") if isinstance(each, dict) else [f"'{path}{name}'"]
            elif isinstance(kind, int) and not isinstance(kind, bool):
                if not isinstance(each, str) or len(each) > kind:
                    found.append(f"'{path}{name}' is no text of at most {kind} characters")
            elif isinstance(kind, set):
                found += [] if str(each) in kind else [f"'{path}{name}' is {each}, not one of {sorted(kind)}"]
            elif type(each) is not kind:
                found.append(f"'{path}{name}' is no {kind.__name__}: {each}")
        return found
