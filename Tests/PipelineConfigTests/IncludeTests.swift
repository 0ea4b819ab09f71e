import CIModel
import PipelineConfig
import Testing
import YAMLDocument

@Suite struct IncludeTests {
  private func reader(_ files: [String: String]) -> ConfigReader {
    ConfigReader(
      fileName: ".ci.yml", rules: [],
      files: FileAccess(
        read: { files[$0].map { Array($0.utf8) } },
        list: { glob in files.keys.filter(PathGlob(glob).matches).sorted() }))
  }

  @Test func stepsOfAllFilesAreOnePipeline() throws {
    let files = [
      "ci/a.yml":
        "include: deep/x.yml\nx-e: &e { A: b }\nsteps: { a: { run: make, env: *e, needs: main } }",
      "ci/b.yml": "steps:\n  b: { matrix: { x: [1, 2] }, run: 'echo ${matrix.x}', needs: deep }",
      "ci/deep/x.yml": "version: 1\nsteps: { deep: make deep }",
      "ci/empty.yml": "# nothing",
    ]
    let pipeline = try reader(files).read(
      Array("include: [ci/*.yml]\ndefaults: { timeout: 1m }\nsteps: { main: make }".utf8))
    #expect(pipeline.steps.map(\.id) == ["main", "a", "deep", "b[x=1]", "b[x=2]"])
    #expect(pipeline.steps.map(\.needs) == [[], ["main"], [], ["deep"], ["deep"]])
    #expect(pipeline.steps.allSatisfy { $0.timeout == .seconds(60) })
    #expect(pipeline.steps[1].environment == [EnvironmentVariable("A", "b")])
    // Without steps of its own.
    let alone = try reader(files).read(
      Array("include: ci/b.yml\nsteps: { deep: x }".utf8))
    #expect(alone.steps.map(\.id) == ["deep", "b[x=1]", "b[x=2]"])
    #expect(
      try reader(files).read(Array("include: ci/deep/x.yml".utf8)).steps.map(\.id) == ["deep"])
  }

  /// Every mistake is shown in its own file.
  @Test func mistakesHaveTheirFile() throws {
    let files = [
      "ci/a.yml":
        "env: { A: b }\nsteps:\n  a: { run: make, timout: 1m }\n  main: make\n  c: { needs: mian, run: x }\n",
      "ci/b.yml": "include: [c.yml, none.yml]\nstps: {}\n",
      "ci/c.yml": "include: b.yml\nsteps: [a]\n",
      "ci/d.yml": "- a\n",
      "ci/e.yml": "steps: {\n",
    ]
    let error = try #require(throws: ConfigError.self) {
      try self.reader(files).read(
        Array("include: [ci/*.yml, z*.yml, /abs]\nsteps: { main: make }".utf8))
    }
    let text = error.rendered(color: false)
    #expect(
      text.hasPrefix(
        """
        .ci.yml:1:11: error: 'ci/c.yml' is included twice
          1 | include: [ci/*.yml, z*.yml, /abs]
            |           ^~~~~~~~
          help: include it in one place
        .ci.yml:1:21: error: no file matches 'z*.yml'
          1 | include: [ci/*.yml, z*.yml, /abs]
            |                     ^~~~~~
          help: remove it, or add the file
        .ci.yml:1:29: error: entry 3 of 'include' must be relative to the repository root, not '/abs'
          1 | include: [ci/*.yml, z*.yml, /abs]
            |                             ^~~~
          help: write a path pattern relative to it, without '/' or '~' at the start
        3 problems in .ci.yml
        ci/a.yml:1:1: error: 'env' does not belong in an included file
          1 | env: { A: b }
            | ^~~
          help: write it in the file that includes this one
        ci/a.yml:3:19: error: unknown key 'timout' in step 'a'
          3 |   a: { run: make, timout: 1m }
            |                   ^~~~~~
          help: did you mean 'timeout'?
        ci/a.yml:4:3: error: step 'main' is also in .ci.yml, line 2
          4 |   main: make
            |   ^~~~
          help: rename one of the two
        ci/a.yml:5:15: error: step 'c' needs 'mian', which is not a step
          5 |   c: { needs: mian, run: x }
            |               ^~~~
          help: did you mean 'main'?
        4 problems in ci/a.yml

        """))
    #expect(
      error.others.dropFirst().flatMap { other in
        other.problems.map { "\(other.fileName):\($0.range.start.line): \($0.message)" }
      } == [
        "ci/b.yml:1: there is no file 'ci/none.yml' to include",
        "ci/b.yml:2: unknown key 'stps' in an included file",
        "ci/c.yml:1: 'include' forms a cycle: ci/b.yml → ci/c.yml → ci/b.yml",
        "ci/c.yml:2: 'steps' of ci/c.yml must be a mapping, not a list",
        "ci/d.yml:1: an included file must be a mapping, not a list",
        "ci/e.yml:2: expected a value",
      ])
  }
}

@Suite struct TextReferenceTests {
  @Test(
    arguments: [
      ("plain $HOME ${HOME} ${x.y} $x", []),
      ("${matrix.os}-${env.CC}", [.matrix("os"), .environment("CC")]),
      (
        "ü ${steps.a.b.outputs.c-d}",
        [.output(StepSelector("a.b"), name: "c-d")]
      ),
      (
        "${steps.build[x=1.2].outputs.path}",
        [.output(StepSelector("build[x=1.2]"), name: "path")]
      ),
      (
        "${steps.a.output.c} ${steps..outputs.x} ${steps.a.outputs.}",
        [.unknown, .unknown, .unknown]
      ),
      ("${env.OPEN", []),
    ] as [(String, [TextReference.Kind])])
  func finds(text: String, expected: [TextReference.Kind]) {
    #expect(TextReference.all(in: text).map(\.kind) == expected)
  }

  @Test func replaces() {
    let text = "a ${env.X} ${matrix.y} ${env.X}".replacingReferences { kind -> String? in
      kind == .environment("X") ? "${env.X}" : nil
    }
    #expect(text == "a ${env.X} ${matrix.y} ${env.X}")
  }
}
