"""Projects whose exports scripts/validate-services checks: each file by its path."""

PACKAGE = "// swift-tools-version: 6.0\n"

# No configuration at all.
SMALL = {"Package.swift": PACKAGE}

# What most packages say.
TYPICAL = {"Package.swift": PACKAGE, ".ci.yml": """version: 1
steps:
  build: { swift-build: { tests: true } }
  test: { swift-test: { coverage: true } }
  lint: { lint: { strict: true } }
  docs: { run: make docs, changed: [Sources/**, Package.swift] }
coverage: { minimum: 80, patch: 90 }
tests: { slow: 5s }
rules:
  commits: { subject-max: 72 }
  changelog: {}
"""}

# Most of what docs/pipeline.md tells of.
FULL = {
    "Package.swift": PACKAGE, "Packages/Core/Package.swift": PACKAGE, "Packages/Tools/Package.swift": PACKAGE,
    "ci/more.yml": """steps:
  links: { run: ./ci/links.sh, inputs: [docs/**], outputs: [] }
""",
    ".ci.yml": """version: 1
requires: '>= 0.1'
include: [ci/*.yml]
jobs: 3
fail-fast: true
env: { LC_ALL: C.UTF-8, WORDS: 'it''s: "quoted" ${{ nothing }} $HOME %TEMP% #5' }
dotenv: [{ path: .env.ci, optional: true }]
secrets: [CHAT_TOKEN, { name: SIGNING_KEY, file: true }]
cache: { max-size: 2GB }
defaults: { timeout: 40m, idle-timeout: 10m, retry: 1 }
steps:
  # Several packages, two configurations, a sanitizer.
  build: { swift-build: { tests: true, cache: true } }
  build-release: { swift-build: { tests: false, configuration: release } }
  build-core: { swift-build: { tests: true, sanitize: thread }, dir: Packages/Core }
  build-tools: { swift-build: { tests: true }, dir: Packages/Tools }
  test: { swift-test: { coverage: true, workers: 2 } }
  test-core:
    swift-test: { coverage: true, sanitize: thread }
    dir: Packages/Core
    retry: { max: 2, when: [timeout, crash], backoff: 5s }
  test-tools: { swift-test: {}, dir: Packages/Tools, allow-failure: true }
  lint: { lint: { strict: true } }

  # A matrix, and a step of each of its cells.
  samples:
    matrix:
      sample: [shop, 'with blank', "it's"]
      mode: [fast, slow]
      exclude: [{ sample: shop, mode: slow }]
    run: ./ci/sample.sh "${matrix.sample}" ${matrix.mode}
    needs: build
    artifacts: ["out/${matrix.mode}/**"]
  compare: { exec: [./ci/compare, --strict], needs: "samples[mode=fast]" }

  # Outputs, conditions, secrets, artifacts with reports.
  version: { run: 'echo "number=$(git describe --tags)" >> "$DEVTOOL_OUTPUT"' }
  package:
    needs: [version, build-release]
    env: { VERSION: "${steps.version.outputs.number}" }
    run: |
      # Colons: quotes ' and ", tabs and a trailing backslash \\
      ./ci/package.sh "$VERSION" \\
        --all
    artifacts: { paths: [dist/**], reports: { junit: dist/junit.xml, sarif: dist/lint.sarif }, expire: 7d }
  deploy:
    run: ./ci/deploy.sh
    needs: package
    if: ci && branch == "main" && steps.package.status == "passed"
    secrets: [SIGNING_KEY]
    timeout: 2h
  notify: { run: ./ci/notify.sh, secrets: CHAT_TOKEN, needs: deploy, when: always }
  rescue: { run: ./ci/logs.sh, when: failure, artifacts: { paths: [logs/**], when: always } }
  api: { run: ./ci/api.sh, if: event == "pull_request" && !draft, changed: [Sources/**] }
  docs: { run: make docs, shell: sh, locks: [browser], env: { DEPTH: 3 } }
  screens: { run: make screens, locks: [browser], needs: { step: docs, optional: true } }
  generate: { run: ./ci/generate.sh, inputs: [Schema/**], outputs: [Sources/Generated/**] }
  server: { run: ./ci/server.sh &, detach: true }
  client: { run: make integration-test, needs: server }
tests: { slow: 2s }
warnings: { compiler: { max: 0 } }
coverage: { minimum: 75, patch: 85, no-drop: true }
rules:
  commits: { subject-max: 90, forbid: [fixup, squash, wip] }
  changelog: { level: warning }
  custom:
    - id: no-print
      level: error
      added-lines: '\\bprint\\('
      paths: [Sources/**]
"""}

SAMPLES = {"small": SMALL, "typical": TYPICAL, "full": FULL}
