// Made of templates by EmbeddedTemplatesTests with UPDATE_GOLDEN=1: edit those files, not this one.

/// What `devtool init` writes, by the names of the files in `templates`.
enum EmbeddedTemplates {
  static let files: [String: String] = [
    "agents/AGENTS.md": #"""
    ## Checking a change

    - `devtool check --report brief` builds, runs the tests, lints and judges the change; it prints one line when all is
      well, and what failed otherwise. CI runs the same pipeline.
    - `devtool check --failed` builds and runs again what failed last; `--filter REGEX` chooses tests.
    - `devtool report --format json` is the whole of the last run, for programs.
    - `devtool rules explain ID` says what a rule wants. Fix what it flags instead of switching it off.

    """#,

    "hooks/commit-msg": #"""
    #!/bin/sh
    # Checks the rules on the message. `git commit --no-verify` leaves it out once.
    devtool=$(command -v devtool) || devtool=__TOOL__
    exec "$devtool" rules message "$1" </dev/null

    """#,

    "hooks/pre-commit": #"""
    #!/bin/sh
    # Checks the rules on what is staged. `git commit --no-verify` leaves it out once.
    devtool=$(command -v devtool) || devtool=__TOOL__
    exec "$devtool" check --only rules --staged --quiet </dev/null

    """#,

    "hooks/pre-push": #"""
    #!/bin/sh
    # Checks the rules on what is pushed. `git push --no-verify` leaves it out once.
    devtool=$(command -v devtool) || devtool=__TOOL__
    while read -r ref id _; do
      case $id in *[!0]*) ;; *) continue ;; esac
      case $ref in refs/tags/*) continue ;; esac
      "$devtool" check --only rules --head "$id" --quiet </dev/null || exit $?
    done

    """#,

    "makefile/Makefile": #"""
    # `make` alone lists the targets. The pipeline is devtool's: `.ci.yml` changes it.

    .DEFAULT_GOAL := help

    # Where `make bootstrap` puts it for everybody but root, where that folder is not on PATH.
    DEVTOOL ?= $(shell command -v devtool || echo "$$HOME/.local/bin/devtool")
    SWIFT ?= swift
    CHECK_FLAGS ?=
    PACKAGES := __FOLDERS__

    .PHONY: bootstrap
    bootstrap: ## Install devtool where it is missing
    	@command -v $(DEVTOOL) > /dev/null || { \
    	  installer=$$(mktemp) && curl -fsSL --retry 3 -o "$$installer" __RELEASE__/install.sh && \
    	  sh "$$installer" --from __RELEASE__; }

    .PHONY: build
    build: bootstrap ## Build everything, tests included
    	$(DEVTOOL) check build

    .PHONY: test
    test: bootstrap ## Build, and run the tests
    	$(DEVTOOL) check test

    .PHONY: check
    check: bootstrap ## Run the whole pipeline, as CI does
    	$(DEVTOOL) check $(CHECK_FLAGS)

    .PHONY: report
    report: bootstrap ## Show the last run again
    	$(DEVTOOL) report

    .PHONY: release
    release: ## Build, optimized
    	for package in $(PACKAGES); do $(SWIFT) build -c release --package-path "$$package" || exit 1; done

    .PHONY: clean
    clean: ## Remove everything that was built, and every stored run
    	rm -rf .devtool
    	for package in $(PACKAGES); do rm -rf "$$package/.build"; done

    .PHONY: help
    help: ## List the targets
    	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

    """#,

    "pipeline/ci.yml": #"""
    # What `devtool check` does here. Every line only changes a default, and what is in comments is an example.
    # `devtool validate` checks the file.
    version: 1

    #if packages
    # Each package is built and tested in its own folder.
    #if omitted
    # Left out, as their paths are unusual, deep, or inside another package: __OMITTED__.
    #end
    steps:
      build:
        matrix: { package: [__PACKAGES__] }
        swift-build: { tests: true }
        dir: ${matrix.package}
    #if untested
      # Without a test target, and so left out of `test`: __UNTESTED__.
    #end
    #if tested
      test:
        matrix: { package: [__TESTED__] }
        swift-test: { coverage: true }
        dir: ${matrix.package}
        needs: "build[package=${matrix.package}]"
    #end
    #if lint
      # Reports what `swift format` finds; `strict: true` makes findings fail the step.
      lint:
        matrix: { package: [__PACKAGES__] }
        lint: { strict: false }
        dir: ${matrix.package}
    #end
    #end
    #unless packages
    # What runs. Without `steps`, these do; with it, those that it lists. A step is one action: `swift-build`,
    # `swift-test`, `lint`, `run` (a shell script) or `exec` (a command and its arguments).
    #
    # steps:
    #   build:
    #     swift-build: { tests: true }
    #
    #   # Needs every `swift-build`, without saying so. Runs the tests of both frameworks.
    #   test:
    #     swift-test: { coverage: true }
    #
    #if lint
    #   # Reports what `swift format` finds; `strict: true` makes findings fail the step.
    #   lint:
    #     lint: { strict: false }
    #
    #end
    #   # A step of your own; the short form is `docs: make docs`.
    #   docs:
    #     run: swift package generate-documentation
    #     needs: build
    #     timeout: 10m
    #     allow-failure: true
    #end

    # What is required of the result; each is judged whenever its facts exist.
    #
    # tests:
    #   slow: { warn: 500ms, fail: 10s }
    #
    # warnings:
    #   compiler: { max: 0 }
    #   auto-layout: { max: 0 }
    #
    # coverage:
    #   minimum: 80                       # percent of lines
    #   ignore: ["**/*.generated.swift"]
    #
    # rules:                              # about the change; `devtool rules list` shows them
    #   custom:
    #     - { id: no-print, level: warning, added-lines: '\bprint\(', paths: [Sources/**] }
    #
    # reports: [terminal, { junit: out/junit.xml }]

    """#,

    "pipeline/imported.yml": #"""
    # What `devtool check` does here; `devtool validate` checks the file.
    version: 1


    """#,

    "pipeline/rules-alone.yml": #"""
    # `devtool validate` checks this file.
    version: 1

    # There is no package here: nothing is built.
    steps: {}

    """#,

    "pull-request/pull_request_template.md": #"""
    ## What changes

    <!-- One or two sentences for a reader who has not seen the code. -->

    ## Why

    <!-- The problem, and the issue that it belongs to. -->

    ## How it was tested

    <!-- `devtool check` runs what CI runs. -->

    """#,

    "services/buildkite/pipeline.yml": #"""
    # Written by `devtool init --service buildkite`; change what you like. The agents need Docker, and the whole
    # history, which they have by default.
    #by-hand
    steps:
      - label: Check
        key: check
        timeout_in_minutes: 60
        env:
          DEVTOOL_RELEASE: __RELEASE__
        plugins:
          - docker#a9d13a0be3f15c37a66337a8ddc024870285e2cd: # v5.13.0
              image: swift:__SWIFT__
              propagate-environment: true
              command:
                - sh
                - -ec
                - |
                  if ! command -v curl > /dev/null; then
                    apt-get update -qq && apt-get install -y -qq --no-install-recommends ca-certificates curl
                  fi
                  curl -fsSL --retry 3 -o /tmp/install.sh "$$DEVTOOL_RELEASE/install.sh"
                  sh /tmp/install.sh --from "$$DEVTOOL_RELEASE" --to /usr/local
                  devtool check --report junit=devtool-reports/junit.xml --report html=devtool-reports/report.html
        # On hosted agents; others keep the folder where BUILDKITE_GIT_CLEAN_FLAGS leaves it out.
        cache:
          paths: [.devtool/cache]
        artifact_paths: devtool-reports/**/*
    #end

    """#,

    "services/circleci/config.yml": #"""
    # Written by `devtool init --service circleci`; change what you like.
    version: 2.1

    jobs:
    #by-hand
      check:
        docker:
          - image: swift:__SWIFT__
        resource_class: medium
        environment:
          DEVTOOL_RELEASE: __RELEASE__
        steps:
          - run:
              name: Install devtool
              command: |
                apt-get update -qq && apt-get install -y -qq --no-install-recommends ca-certificates curl openssh-client
                curl -fsSL --retry 3 -o /tmp/install.sh "$DEVTOOL_RELEASE/install.sh"
                sh /tmp/install.sh --from "$DEVTOOL_RELEASE" --to /usr/local
          - checkout:
              method: full # rules need the history
          - restore_cache:
              name: Bring back what earlier runs kept
              keys:
                - devtool-{{ arch }}-{{ .Branch }}-
                - devtool-{{ arch }}-
          - run:
              name: Check
              command: |
                devtool check \
                  --report junit=devtool-reports/junit/junit.xml \
                  --report html=devtool-reports/report.html
              no_output_timeout: 30m
          - save_cache:
              when: always
              key: devtool-{{ arch }}-{{ .Branch }}-{{ .Revision }}
              paths:
                - .devtool/cache
          - store_test_results:
              path: devtool-reports/junit
          - store_artifacts:
              path: devtool-reports
    #end

    workflows:
      ci:
        jobs:
          - check

    """#,

    "services/github/ci.yml": #"""
    # Written by `devtool init --service github`; change what you like.
    name: CI

    on:
      pull_request:
      merge_group:
      push:
        branches: [__BRANCH__]

    permissions:
      contents: read

    concurrency:
      group: ${{ github.workflow }}-${{ github.ref }}
      cancel-in-progress: ${{ github.event_name == 'pull_request' }}

    jobs:
      check:
        name: Check
        runs-on: ubuntu-24.04
        container: swift:__SWIFT__
        timeout-minutes: 60
        steps:
    #by-hand
          - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
            with:
              fetch-depth: 0 # rules need the history
              persist-credentials: false

          - name: Install devtool
            env:
              DEVTOOL_RELEASE: __RELEASE__
            run: |
              if ! command -v curl > /dev/null; then
                apt-get update -qq && apt-get install -y -qq --no-install-recommends ca-certificates curl
              fi
              curl -fsSL --retry 3 -o "$RUNNER_TEMP/install.sh" "$DEVTOOL_RELEASE/install.sh"
              sh "$RUNNER_TEMP/install.sh" --from "$DEVTOOL_RELEASE" --to /usr/local

          - name: Bring back what earlier runs kept
            uses: actions/cache@27d5ce7f107fe9357f9df03efb73ab90386fccae # v5.0.5
            with:
              path: .devtool/cache
              # A cache is written once, so each commit has its own and begins with the newest one.
              key: devtool-${{ runner.os }}-${{ runner.arch }}-${{ github.sha }}
              restore-keys: devtool-${{ runner.os }}-${{ runner.arch }}-

          - name: Check
            run: |
              devtool check \
                --report junit=devtool-reports/junit.xml \
                --report html=devtool-reports/report.html

          - name: Pack the run
            if: ${{ !cancelled() }}
            run: devtool bundle --output devtool-reports/devtool-bundle.tar

          - name: Keep the reports
            if: ${{ !cancelled() }}
            uses: actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0
            with:
              name: devtool
              path: devtool-reports
              if-no-files-found: ignore
    #end

    """#,

    "services/github/comment.yml": #"""
    # Written by `devtool init --service github --comment`: says on the pull request what the workflow CI found.
    #
    # It runs on the default branch with a token that may write, also for forks. So it checks nothing out, runs
    # nothing of the pull request, and reads one file of it: the bundle of its run, which decides nothing but the words.
    name: Comment

    on: # zizmor: ignore[dangerous-triggers] nothing of the pull request is checked out or run
      workflow_run:
        workflows: [CI]
        types: [completed]

    permissions: {}

    concurrency:
      group: comment-${{ github.event.workflow_run.head_repository.full_name }}-${{ github.event.workflow_run.head_branch }}
      cancel-in-progress: true

    jobs:
      comment:
        name: Comment
        if: github.event.workflow_run.event == 'pull_request' && github.event.workflow_run.conclusion != 'cancelled'
        runs-on: ubuntu-24.04
        timeout-minutes: 10
        permissions:
          actions: read # the artifact of the other workflow
          pull-requests: write # the comment and the remarks
        env:
          DEVTOOL_RELEASE: __RELEASE__
        steps:
          - name: Install devtool
            run: |
              curl -fsSL --retry 3 -o "$RUNNER_TEMP/install.sh" "$DEVTOOL_RELEASE/install.sh"
              sh "$RUNNER_TEMP/install.sh" --from "$DEVTOOL_RELEASE" --to "$RUNNER_TEMP/devtool"

          - name: Bring the run
            uses: actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1
            with:
              name: devtool
              path: devtool-reports
              run-id: ${{ github.event.workflow_run.id }}
              github-token: ${{ github.token }}

          - name: Comment
            run: $RUNNER_TEMP/devtool/bin/devtool comment ./devtool-reports/devtool-bundle.tar
            env:
              GITHUB_TOKEN: ${{ github.token }}

    """#,

    "services/gitlab/gitlab-ci.yml": #"""
    # Written by `devtool init --service gitlab`; change what you like.
    workflow:
      rules:
        - if: $CI_PIPELINE_SOURCE == "merge_request_event"
        - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH

    #by-hand
    check:
      image: swift:__SWIFT__
      timeout: 60 minutes
      interruptible: true
      variables:
        GIT_DEPTH: '0' # rules need the history
        DEVTOOL_RELEASE: __RELEASE__
      before_script:
        - |
          if ! command -v curl > /dev/null; then
            apt-get update -qq && apt-get install -y -qq --no-install-recommends ca-certificates curl
          fi
          curl -fsSL --retry 3 -o /tmp/install.sh "$DEVTOOL_RELEASE/install.sh"
          sh /tmp/install.sh --from "$DEVTOOL_RELEASE" --to /usr/local
      script:
        - >-
          devtool check
          --report junit=devtool-reports/junit.xml
          --report codequality=devtool-reports/codequality.json
          --report cobertura=devtool-reports/cobertura.xml
          --report html=devtool-reports/report.html
    #if comment
      # Needs a masked variable GITLAB_TOKEN: a project access token with the scope `api` and the role Developer.
      after_script:
        - devtool comment
    #end
      cache:
        key: devtool-$CI_JOB_NAME_SLUG-$CI_COMMIT_REF_SLUG
        fallback_keys:
          - devtool-$CI_JOB_NAME_SLUG-$CI_DEFAULT_BRANCH
        paths:
          - .devtool/cache
      artifacts:
        when: always
        paths:
          - devtool-reports
        reports:
          junit: devtool-reports/junit.xml
          codequality: devtool-reports/codequality.json
          coverage_report:
            coverage_format: cobertura
            path: devtool-reports/cobertura*.xml
    #end

    """#,
  ]
}
