/// What `devtool init` writes: exactly the pipeline that runs without it.
///
/// - Parameter lints: Whether the default pipeline lints here, because there is a `.swift-format`.
package func startingConfig(lints: Bool) -> String {
  guard lints else { return templateConfig }
  return templateConfig.replacing(
    """
      # lint:
      #   lint: { strict: false }
    """,
    with: """
        lint:
          lint: { strict: false }
      """)
}

/// Where there is no package: rules are judged, and nothing is built.
package let rulesAloneConfig = """
  # `devtool validate` checks this file.
  version: 1

  # There is no package here: nothing is built.
  steps: {}

  """

/// The same text as `templates/ci.yml`.
private let templateConfig = #"""
  # What `devtool check` does in this package. Every line only changes a default: without this file
  # the same steps run. `devtool validate` checks the file.
  version: 1

  # What runs. Steps that do not need each other may run at the same time.
  steps:
    # A step is one action: `swift-build`, `swift-test`, `lint`, `run` (a shell script) or `exec` (a
    # command and its arguments).
    build:
      swift-build: { tests: true }

    # Needs every `swift-build`, without saying so. Runs the tests of both frameworks.
    test:
      swift-test: { coverage: true }

    # Reports what `swift format` finds; `strict: true` makes findings fail the step. It runs by
    # default where there is a `.swift-format`.
    # lint:
    #   lint: { strict: false }

    # A step of your own; the short form is `docs: make docs`.
    # docs:
    #   run: swift package generate-documentation
    #   needs: build
    #   timeout: 10m
    #   allow-failure: true

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

  """#
