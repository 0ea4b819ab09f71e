"""Servers on this machine that stand in for GitHub and GitLab, for scripts/validate-comments.

Each knows one pull request, keeps what is written on it, and holds every call against what is published
(reviewshapes.py). What is wrong with a call is kept in `problems`."""
import dataclasses, http.server, json, re, threading, urllib.parse

ME, PERSON = 1, 2


@dataclasses.dataclass
class Call:
    method: str
    path: str
    query: dict
    # By names in lower case.
    headers: dict
    body: object
    name: str = None


@dataclasses.dataclass
class Comment:
    id: int
    body: str
    author: int = ME


@dataclasses.dataclass
class Thread(Comment):
    path: str = None
    line: int = None
    answers: list = dataclasses.field(default_factory=list)
    # Who resolved it.
    resolved: int = None


@dataclasses.dataclass
class Refusal:
    """How a call is answered instead; `times` counts down."""
    call: str
    status: int
    headers: dict = dataclasses.field(default_factory=dict)
    times: int = 1_000


class Service(http.server.ThreadingHTTPServer):
    """What both services have in common."""
    daemon_threads = True
    number = 7

    def __init__(self, shapes, token):
        super().__init__(("127.0.0.1", 0), Handler)
        self.shapes, self.token = shapes, token
        self.calls, self.problems, self.refusals = [], [], []
        self.hanging, self.released = None, threading.Event()
        self.head, self.diffs = None, {}
        self.comments, self.threads, self.statuses = [], [], []
        self.last = 100
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def handle_error(self, *_):
        """A client that does not wait is what some cases are about."""

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}"

    def close(self):
        self.released.set()
        self.shutdown()
        self.server_close()

    def problem(self, call, text):
        self.problems.append(f"{call.method} {call.path}: {text}")

    def new_id(self):
        self.last += 1
        return self.last

    def receive(self, call, raw):
        """Status, headers and content of the answer."""
        if isinstance(raw, bytes) and self.token.encode() in raw or self.token in call.path:
            self.problem(call, "holds the token")
        if not self.is_authorized(call.headers):
            self.problem(call, "comes without the token in its header")
        call.name = self.shapes.named(call)
        self.calls.append(call)
        for text in self.shapes.problems(call):
            self.problem(call, text)
        if call.name is not None and call.name == self.hanging:
            self.released.wait(120)
        for refusal in self.refusals:
            if refusal.call == call.name and refusal.times > 0:
                refusal.times -= 1
                # A message that quotes the token must not get into a log.
                return refusal.status, refusal.headers, {"message": f"refused: {self.token} may not do this"}
        status, content = self.answer(call)
        if status == 404:
            self.problem(call, "asks for what is not there")
        return status, {}, content

    def checked_line(self, call, path, line):
        """Services take remarks at lines of the difference alone; devtool writes at added ones."""
        if line not in added_lines(self.diffs.get(path, "")):
            self.problem(call, f"{path}:{line} is no added line")

    def find(self, kept, number):
        found = [each for each in kept if str(each.id) == number]
        return found[0] if found and found[0].author == ME else None


def added_lines(diff):
    lines, number = set(), 0
    for text in diff.split("\n"):
        if text.startswith("@@"):
            number = int(re.match(r"@@ -\S+ \+(\d+)", text)[1])
            continue
        if text.startswith("+"):
            lines.add(number)
        number += not text.startswith(("-", "\\"))
    return lines


def paged(call, elements):
    size, page = (int(call.query.get(name, [default])[0]) for name, default in (("per_page", 30), ("page", 1)))
    return elements[(page - 1) * size:page * size]


class GitHubService(Service):
    """Of the repository ada/shop; `requests` is what a search for the request of a commit looks through."""
    repository = "ada/shop"

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.requests = []

    def is_authorized(self, headers):
        return headers.get("authorization") == f"Bearer {self.token}"

    def answer(self, call):
        parts = call.path.split("/")
        if call.name == "graphql":
            return 200, self.graphql(call)
        if parts[2:4] != self.repository.split("/"):
            return 404, {"message": "Not Found"}
        if call.name in ("pulls.list_files", "pulls.create_review", "issues.create_comment"):
            if parts[5] != str(self.number):
                return 404, {"message": "Not Found"}
        match call.name:
            case "pulls.list":
                return 200, paged(call, [each for each in self.requests if each["label"] in call.query["head"]])
            case "repos.list_pull_requests_associated_with_commit":
                return 200, paged(call, [each for each in self.requests if each["head"]["sha"] == parts[5]])
            case "pulls.list_files":
                return 200, paged(call, [{"filename": path, "status": "modified", "patch": diff}
                                         for path, diff in sorted(self.diffs.items())])
            case "pulls.create_review":
                return 200, self.review(call)
            case "issues.create_comment":
                self.comments.append(Comment(self.new_id(), call.body["body"]))
                return 201, {"id": self.last}
            case "issues.update_comment" | "issues.delete_comment":
                return self.change(call, self.comments, parts[-1])
            case "pulls.update_review_comment" | "pulls.delete_review_comment":
                return self.change(call, self.threads, parts[-1])
            case "repos.list_commit_statuses_for_ref":
                return 200, paged(call, [each for each in self.statuses if each["sha"] == parts[5]])
            case "repos.create_commit_status":
                self.statuses.insert(0, {"sha": parts[-1], "id": self.new_id(), **call.body})
                return 201, self.statuses[0]
        return 404, {"message": "Not Found"}

    def change(self, call, kept, number):
        found = self.find(kept, number)
        if found is None:
            return 404, {"message": "Not Found"}
        if call.method == "DELETE":
            kept.remove(found)
            return 204, None
        found.body = call.body["body"]
        return 200, {"id": found.id}

    def review(self, call):
        if call.body["commit_id"] != self.head:
            self.problem(call, "is about another commit than the newest one")
        for each in call.body["comments"]:
            self.checked_line(call, each["path"], each["line"])
            self.threads.append(Thread(self.new_id(), each["body"], path=each["path"], line=each["line"]))
        return {"id": self.new_id()}

    def graphql(self, call):
        asked = call.body["variables"]
        if (f"{asked['owner']}/{asked['name']}", asked["number"]) != (self.repository, self.number):
            return {"data": {"repository": None}, "errors": [{"type": "NOT_FOUND", "message": "not there"}]}

        def node(each):
            # 64 bits are sent as text.
            return {"fullDatabaseId": str(each.id), "body": each.body, "viewerDidAuthor": each.author == ME}

        def page(nodes, after):
            start = int(after or 0)
            return {"pageInfo": {"hasNextPage": start + 100 < len(nodes), "endCursor": str(start + 100)},
                    "nodes": nodes[start:start + 100]}

        threads = [{"id": f"T{each.id}", "isResolved": each.resolved is not None,
                    "comments": {"nodes": [node(each), *map(node, each.answers)]}} for each in self.threads]
        return {"data": {"repository": {"pullRequest": {
            "headRefOid": self.head, "comments": page([node(each) for each in self.comments], asked.get("comments")),
            "reviewThreads": page(threads, asked.get("threads"))}}}}


class GitLabService(Service):
    """Of the project ada/tools/shop."""
    project = "ada%2Ftools%2Fshop"
    base = "b" * 40

    def is_authorized(self, headers):
        return headers.get("private-token") == self.token

    def answer(self, call):
        if call.name == "the account":
            return 200, {"id": ME}
        parts = call.path.removeprefix("/api/v4/").split("/")
        if parts[1] != self.project or parts[2] == "merge_requests" and parts[3] != str(self.number):
            return 404, {"message": "404 Not found"}
        references = {"base_sha": self.base, "start_sha": self.base, "head_sha": self.head}
        match call.name:
            case "the request":
                return 200, {"iid": self.number, "sha": self.head, "diff_refs": references}
            case "the diffs":
                return 200, paged(call, [{"new_path": path, "old_path": path, "diff": diff}
                                         for path, diff in sorted(self.diffs.items())])
            case "the discussions":
                return 200, paged(call, [self.discussion(each) for each in [*self.comments, *self.threads]])
            case "begin a discussion":
                return 201, self.begin(call, references)
            case "write a note":
                self.comments.append(Comment(self.new_id(), call.body["body"]))
                return 201, {"id": self.last}
            case "edit a note" | "delete a note":
                return self.change(call, self.comments, parts[-1])
            case "edit a remark":
                return self.change(call, self.threads, parts[-1])
            case "resolve a discussion":
                found = self.find(self.threads, str(int(parts[-1], 16)))
                if found is None:
                    return 404, {"message": "404 Discussion Not Found"}
                found.resolved = ME if call.body["resolved"] else None
                return 200, self.discussion(found)
            case "the statuses":
                return 200, paged(call, [each for each in self.statuses if each["sha"] == parts[4]])
            case "set a status":
                self.statuses.append({**call.body, "sha": parts[-1], "id": self.new_id(),
                                      "status": call.body["state"]})
                return 201, self.statuses[-1]
        return 404, {"message": "404 Not found"}

    change = GitHubService.change

    def begin(self, call, references):
        position = call.body["position"]
        if {**position, **references} != position:
            self.problem(call, "is about other commits than those of the request")
        self.checked_line(call, position["new_path"], position["new_line"])
        self.threads.append(Thread(self.new_id(), call.body["body"], path=position["new_path"],
                                   line=position["new_line"]))
        return self.discussion(self.threads[-1])

    def discussion(self, each):
        def note(comment):
            return {"id": comment.id, "body": comment.body, "author": {"id": comment.author}, "system": False}

        first = note(each)
        answers = []
        if isinstance(each, Thread):
            first |= {"resolvable": True, "resolved": each.resolved is not None,
                      "resolved_by": each.resolved and {"id": each.resolved}}
            answers = [note(answer) for answer in each.answers]
        return {"id": f"{each.id:040x}", "individual_note": not answers, "notes": [first, *answers]}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def handle_call(self):
        address = urllib.parse.urlsplit(self.path)
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        query = urllib.parse.parse_qs(address.query, keep_blank_values=True)
        call = Call(self.command, address.path, query, headers, None)
        try:
            call.body = json.loads(raw) if raw else None
            status, headers, content = self.server.receive(call, raw)
        except Exception as error:  # whatever a body that nobody expects leads to
            self.server.problem(call, f"{type(error).__name__}: {error}")
            status, headers, content = 500, {}, {"message": "the server of the trial failed"}
        data = b"" if content is None else json.dumps(content).encode()
        self.send_response(status)
        for name, value in {**headers, "Content-Type": "application/json", "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_call
