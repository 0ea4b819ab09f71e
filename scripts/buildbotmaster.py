"""The configuration of buildbot's master for `scripts/trial-engine`, which says how it is read.

Each job that `devtool export gitlab` wrote is a builder, and its script runs as it stands there. A job
gets a new clone, what the jobs that it needs hand over goes through the master, and `pipeline` starts the
jobs as their `needs` say. What the environment tells:

  TRIAL_FOLDER   the folder of the trial: `ci.yml` is what devtool wrote, `origin` the repository,
                 `checkout/work` where each worker sees its own clone, `artifacts` what jobs hand over
  TRIAL_PORT, TRIAL_WEB_PORT   where workers and the REST API are answered, on loopback
  TRIAL_WORKERS, TRIAL_PASSWORD   names of the workers, and what they log in with
"""

import os

import yaml
from buildbot.plugins import schedulers, steps, util, worker

FOLDER = os.environ["TRIAL_FOLDER"]
CHECKOUT = os.path.join(FOLDER, "checkout", "work")
ARTIFACTS = os.path.join(FOLDER, "artifacts")
WORKERS = os.environ["TRIAL_WORKERS"].split()
LOOPBACK = ":interface=127.0.0.1"
REPORTS = "devtool-reports"
PACKED = "artifacts.tar"

with open(os.path.join(FOLDER, "ci.yml"), encoding="utf-8") as file:
    JOBS = {name: job for name, job in yaml.safe_load(file).items()
            if isinstance(job, dict) and "script" in job}
# What no service runs: everything in one job, to compare with.
JOBS["single"] = {
    "variables": {"GIT_DEPTH": "0"},
    "script": ["status=0", "devtool check || status=$?",
               f"devtool bundle --output {REPORTS}/devtool-bundle.tar", 'exit "$status"'],
    "artifacts": {"when": "always", "paths": [REPORTS]},
}


def copies(name):
    """The names under which a job hands over what it made: one for each shard."""
    count = JOBS[name].get("parallel", 1)
    return [f"{name}-{number}" for number in range(1, count + 1)] if count > 1 else [name]


def on_master(copy):
    """The artifacts of a job, in the folder of the pipeline that it belongs to."""
    return util.Interpolate(f"{ARTIFACTS}/%(prop:pipeline)s/{copy}.tar")


def handed_over(copy):
    """Whether a job made anything: as at a service, one that did not hands over nothing."""
    return lambda step: os.path.exists(f"{ARTIFACTS}/{step.getProperty('pipeline')}/{copy}.tar")


def command(title, script, **options):
    return steps.ShellCommand(
        name=title, command=["sh", "-ec", script], workdir=CHECKOUT, usePTY=False,
        env={"CI_NODE_INDEX": util.Property("shard", "1"), "TRIAL_DELAY": util.Property("delay", "0")},
        **options)


def factory(name, job):
    made = util.BuildFactory()
    depth = 1 if job.get("variables", {}).get("GIT_DEPTH") != "0" else False
    made.addStep(steps.Git(
        repourl=f"file://{FOLDER}/origin", mode="full", method="clobber", shallow=depth,
        workdir=CHECKOUT, haltOnFailure=True))
    for need in job.get("needs", []):
        for copy in copies(need["job"]) if need["artifacts"] else []:
            is_there = handed_over(copy)
            made.addStep(steps.FileDownload(
                name=f"take {copy}", mastersrc=on_master(copy), workerdest=PACKED, workdir=CHECKOUT,
                doStepIf=is_there, haltOnFailure=True))
            made.addStep(command(
                f"unpack {copy}", f"tar -xf {PACKED} && rm {PACKED}", doStepIf=is_there,
                haltOnFailure=True))
    made.addStep(command("script", "\n".join(job["script"]), haltOnFailure=True))
    if "artifacts" in job:
        paths = job["artifacts"]["paths"]
        always = job["artifacts"].get("when") == "always"
        if REPORTS in paths:
            made.addStep(command(
                "history", f"devtool history export > {REPORTS}/history.jsonl", alwaysRun=True,
                flunkOnFailure=False))
        made.addStep(command(
            "pack", f"tar -cf packing {' '.join(paths)} && mv packing {PACKED}", alwaysRun=always,
            haltOnFailure=True))
        made.addStep(steps.FileUpload(
            name="hand over", workersrc=PACKED, workdir=CHECKOUT, alwaysRun=always,
            masterdest=util.Interpolate(
                f"{ARTIFACTS}/%(prop:pipeline)s/{name}%(prop:copy)s.tar")))
    return made


def stages():
    """The jobs of the pipeline in groups, each of which needs only those before it."""
    left, done = [name for name in JOBS if name != "single"], set()
    while left:
        ready = [name for name in left
                 if all(need["job"] in done for need in JOBS[name].get("needs", []))]
        yield ready
        done |= set(ready)
        left = [name for name in left if name not in done]


def pipeline(groups):
    made = util.BuildFactory()
    for group in groups:
        always = all(JOBS[name].get("when") == "always" for name in group)
        made.addStep(steps.Trigger(
            name=" and ".join(group), waitForFinish=True, haltOnFailure=True, alwaysRun=always,
            schedulerNames=[copy for name in group for copy in copies(name)],
            set_properties={key: util.Property(key) for key in ("pipeline", "delay")}))
    return made


NAMES = ["pipeline", "again", *JOBS]
BuildmasterConfig = {
    "protocols": {"pb": {"port": f"tcp:{os.environ['TRIAL_PORT']}{LOOPBACK}"}},
    "www": {"port": f"tcp:{os.environ['TRIAL_WEB_PORT']}{LOOPBACK}", "plugins": {}},
    "buildbotURL": f"http://127.0.0.1:{os.environ['TRIAL_WEB_PORT']}/",
    "buildbotNetUsageData": None,
    "db": {"db_url": "sqlite:///state.sqlite"},
    "collapseRequests": False,
    "workers": [worker.LocalWorker("coordinator")] + [
        worker.Worker(name, os.environ["TRIAL_PASSWORD"], max_builds=1) for name in WORKERS],
    "builders": [
        util.BuilderConfig("pipeline", workernames=["coordinator"], factory=pipeline(stages())),
        # The shards and the verdict once more, on the build that is there.
        util.BuilderConfig(
            "again", workernames=["coordinator"], factory=pipeline([["test"], ["verdict"]])),
    ] + [util.BuilderConfig(name, workernames=WORKERS, factory=factory(name, job))
         for name, job in JOBS.items()],
    "schedulers": [
        schedulers.Triggerable(copy, builderNames=[name], properties={
            "shard": copy.removeprefix(name).lstrip("-") or "1", "copy": copy.removeprefix(name)})
        for name in JOBS for copy in copies(name)
    ] + [schedulers.ForceScheduler(
        "force", builderNames=NAMES, codebases=[util.CodebaseParameter("")],
        properties=[util.StringParameter(name=key, default="")
                    for key in ("pipeline", "delay", "copy")])],
}
