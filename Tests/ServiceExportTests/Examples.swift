/// Pipelines from the smallest to one with everything that is divided.
enum Examples {
  static let small = "steps: { docs: make docs }\n"

  static let typical = """
    steps:
      lint: { lint: { strict: true } }
      build: { swift-build: { tests: true } }
      test: { swift-test: { coverage: true } }
    coverage: { minimum: 80 }

    """

  static let full = """
    steps:
      generate: make sources
      build:
        matrix: { package: [App, Core] }
        swift-build: { tests: true }
        dir: ${matrix.package}
        needs: generate
      test:
        matrix: { package: [App, Core] }
        swift-test: { coverage: true }
        dir: ${matrix.package}
        needs: "build[package=${matrix.package}]"
      lint: { lint: { strict: true } }
      docs: { run: make docs, needs: build, changed: [Sources/**] }
      odd:
        matrix:
          include: [{ on: a b, after: lint }, { on: c, after: build }]
        run: make odd
        needs: ${matrix.after}
      deploy: { run: make deploy, needs: [test, docs] }
      rescue: { run: make logs, needs: deploy, when: failure }

    """
}
