"""Looks at pages of reports in Chromium, for scripts/validate-reports: axe finds nothing wrong at three widths, light
and dark; the console stays empty; nothing is wider than the screen.

Chromium is spoken to over its debugging pipe (https://chromedevtools.github.io/devtools-protocol/)."""
import glob, hashlib, json, os, shutil, subprocess, sys, tempfile

SIZES = [(390, 800), (1280, 900), (1920, 1080)]
# Rules that axe runs: all, and of dark pages, which differ in their colours alone, that of colours.
SCHEMES = {"light": "", "dark": ', runOnly: ["color-contrast"]'}
RUN_AXE = """axe.run(document, {resultTypes: ["violations"]%s}).then(result => result.violations.map(
  rule => `${rule.id}: ${rule.nodes.length}, such as ${rule.nodes[0].html.slice(0, 140)}`))"""
EVENTS = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")


def chromium():
    """The path of the browser; None where there is none."""
    names = [os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    return next((path for path in map(shutil.which, filter(None, names)) if path), None)


def axe():
    """The script of axe, which comes with a package of the environment."""
    found = glob.glob(os.path.join(sys.prefix, "lib*", "python*", "site-packages", "axe_playwright_python",
                                   "axe.min.js"))
    with open(found[0], encoding="utf-8") as file:
        return file.read()


class Browser:
    def __init__(self, folder):
        (ours, theirs), (their_end, our_end) = os.pipe(), os.pipe()
        command = [chromium(), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                   f"--user-data-dir={folder}/profile", "--remote-debugging-pipe"]
        # It reads from descriptor 3 and writes to 4.
        shell = f'exec "$@" 3<&{their_end} 4>&{theirs} >/dev/null 2>&1'
        self.process = subprocess.Popen(["bash", "-c", shell, "bash", *command], pass_fds=(their_end, theirs))
        os.close(their_end)
        os.close(theirs)
        self.reader, self.writer = os.fdopen(ours, "rb", 0), os.fdopen(our_end, "wb", 0)
        self.rest, self.number, self.session, self.messages, self.is_loaded = b"", 0, None, [], False
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(domain + ".enable")
        # The policy of the pages lets no script of ours in.
        self.ask("Page.setBypassCSP", enabled=True)

    def ask(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        self.writer.write(json.dumps(request).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self):
        while b"\0" not in self.rest:
            piece = self.reader.read(1 << 16)
            if not piece:
                raise RuntimeError("the browser ended")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(message)
        if message.get("method") in EVENTS:
            self.messages.append(json.dumps(message["params"])[:300])
        self.is_loaded = self.is_loaded or message.get("method") == "Page.loadEventFired"
        return message

    def open(self, path, size, scheme):
        width, height = size
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                 mobile=width < 500)
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.messages.clear()
        self.is_loaded = False
        self.ask("Page.navigate", url="file://" + path)
        while not self.is_loaded:
            self.receive()

    def value(self, script):
        result = self.ask("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:300])
        return result["result"].get("value")

    def close(self):
        self.process.terminate()
        self.process.wait()


def problems(browser, path, axe_script):
    for size in SIZES:
        for scheme, rules in SCHEMES.items():
            browser.open(path, size, scheme)
            found = [f"console: {message}" for message in browser.messages]
            if browser.value("document.documentElement.scrollWidth - innerWidth") > 0:
                found.append("wider than the screen")
            browser.value(axe_script + ";0")
            found += browser.value(RUN_AXE % rules)
            yield from (f"{size[0]} px, {scheme}: {problem}" for problem in found)


# What is looked at: an empty run, a green one, 300 failures with attachments, 20,000 tests, 5,000 files.

RATIO = {"covered": 3, "count": 4}
SOURCE = "import Testing\n\nstruct Checks {\n" + "".join(f"  func check{n}() {{}}\n" for n in range(60)) + "}\n"


def run_record(number, **more):
    return {
        "schema": "devtool.run/1", "id": f"2026112{number}T233118.042Z-1", "devtoolVersion": "0.1.0",
        "startedAt": "2026-11-20T23:31:18Z", "durationSeconds": 50.2, "verdict": "passed", "exitCode": 0,
        "environment": {"os": "linux", "architecture": "x86_64", "cpus": 2, "swiftVersion": "6.3.1", "ci": "github",
                        "links": {"host": "github.com", "run": "https://github.com/o/r/actions/runs/1",
                                  "commits": "https://github.com/o/r/commit/"}},
        "config": {"path": None}, "steps": [], "counts": {"xctest": None, "swiftTesting": None}, "tests": [],
        "slow": [], "crashes": [], "diagnostics": [], "runtimeWarnings": [], "changes": None, "pullRequest": None,
        "coverage": None, "findings": [], "notes": [], "reports": [], **more}


def test_step():
    return {"id": "test", "action": "swift-test", "status": "passed", "attempts": 1, "durationSeconds": 40.5,
            "logPath": None, "exitCode": 0, "reason": None, "startSeconds": 2.5,
            "suite": {"durationSeconds": 40.1, "targets": []}}


def test(index, outcome="passed", attachment=None):
    seconds = index * 7919 % 1000 / 900
    place = f"Tests/KitTests/Checks{index // 50}.swift"
    issue = {"message": f"XCTAssertEqual failed: (\"a value of {index}\") is not equal to (\"another value\")",
             "file": place, "line": 4 + index % 50, "column": None, "isKnown": False, "severity": "error"}
    name = f"Checks{index // 50}/check{index % 50}()"
    more = {"attachments": [attachment]} if attachment else {}
    if seconds > 0.9:
        more["recentSeconds"] = [0.4, 0.5, 0.7, 0.6]
    return {
        "name": name, "id": "KitTests." + name, "framework": "swift-testing", "module": "KitTests",
        "suite": f"Checks{index // 50}", "function": f"check{index % 50}()", "outcome": outcome,
        "durationSeconds": seconds, "issues": [issue] if outcome == "failed" else [], "output": "said\n",
        "runs": [{"outcome": outcome, "durationSeconds": seconds, "startSeconds": index % 400 / 10.0,
                  "worker": index % 4}],
        "file": place, "line": 4 + index % 50, **more}


def measured(count):
    files = [{"path": f"Sources/Kit{index // 100}/File{index}.swift", "target": f"Kit{index // 100}",
              "lines": RATIO, "functions": RATIO, "regions": RATIO, "uncoveredLines": [[3, 4]],
              "partialLines": [6], "lineHits": "1-2:3 3-4:0 6:1"} for index in range(count)]
    totals = {"covered": 3 * count, "count": 4 * count}
    return {"metric": "distinct", "isPartial": False, "excluded": [], "patch": None, "thresholds": [],
            "totals": {"lines": totals, "functions": totals, "regions": totals},
            "files": sorted(files, key=lambda file: file["path"])}


def attachment(folder):
    content = b'{"value": 1}\n'
    name = hashlib.sha256(content).hexdigest() + ".json"
    os.makedirs(os.path.join(folder, "attachments"), exist_ok=True)
    with open(os.path.join(folder, "attachments", name), "wb") as file:
        file.write(content)
    return {"name": "value.json", "kind": "attached", "type": "application/json", "size": len(content),
            "path": f"attachments/{name}"}


def runs(root):
    """Ids of stored runs of a checkout, with the names of what they are."""
    def folder(number):
        return os.path.join(root, ".devtool", "runs", f"2026112{number}T233118.042Z-1")

    made = {
        "empty": run_record(1),
        "green": run_record(2, steps=[test_step()], tests=[test(n) for n in range(400)], coverage=measured(40)),
        "failures": run_record(
            3, verdict="failed", steps=[test_step()],
            tests=[test(n, "failed" if n < 300 else "passed", attachment(folder(3))) for n in range(400)]),
        "tests": run_record(4, steps=[test_step()], tests=[test(n) for n in range(20_000)]),
        "files": run_record(5, coverage=measured(5_000)),
    }
    for path in {t["file"] for r in made.values() for t in r["tests"][:400]} | {
            f["path"] for r in made.values() if r["coverage"] for f in r["coverage"]["files"]}:
        os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        with open(os.path.join(root, path), "w") as file:
            file.write(SOURCE)
    for record in made.values():
        place = os.path.join(root, ".devtool", "runs", record["id"])
        os.makedirs(place, exist_ok=True)
        with open(os.path.join(place, "record.json"), "w") as file:
            json.dump(record, file)
    return {name: record["id"] for name, record in made.items()}


def pages(folder):
    """Those that are looked at: one of each kind."""
    files = sorted(glob.glob(os.path.join(folder, "files", "*.html")))
    tests = [path for path in files if "KitTests" in path]
    sources = [path for path in files if path not in tests]
    named = [os.path.join(folder, name) for name in ("index.html", "tests.html", "coverage.html")]
    return named + tests[:1] + sources[:1]


def check_pages(check, devtool, folder, run):
    """Holds the pages of five runs against axe and the console.

    - check: counts what is wrong.
    - run: starts devtool in a folder.
    """
    if not chromium():
        check.missing.add("Chromium (CHROMIUM=path)")
        return
    script = axe()
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(profile)
        try:
            for name, number in runs(folder).items():
                out = os.path.join(folder, "pages-" + name)
                result = run(devtool, folder, "report", number, "--format", "html", "-o", out)
                if result.returncode:
                    check.report(f"pages of {name}", [result.stderr.decode()])
                    continue
                large = [path for path in glob.glob(out + "/**/*.html", recursive=True)
                         if os.path.getsize(path) > 1_000_000]
                check.report(f"pages of {name}: 1 MB", large)
                for path in pages(out):
                    check.attempt(f"{name}: {os.path.relpath(path, out)}",
                                  lambda: list(problems(browser, path, script)))
        finally:
            browser.close()
