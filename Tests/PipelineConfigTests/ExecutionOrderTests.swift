import PipelineConfig
import Testing

@Suite struct ExecutionOrderTests {
  @Test(arguments: [
    ([], []),
    (["a", "b", "c"], ["a", "b", "c"]),
    (["a<c", "b", "c"], ["c", "a", "b"]),
    (["test<build", "lint", "build"], ["build", "test", "lint"]),
    (["d<b,c", "b<a", "c<a", "a"], ["a", "b", "c", "d"]),
    (["d<c,b", "b<a", "c<a", "a"], ["a", "c", "b", "d"]),
    (["a<nobody", "b"], ["a", "b"]),
    (["a<b", "b<a", "c<c"], ["b", "a", "c"]),
  ])
  func needsComeFirst(steps: [String], expected: [String]) {
    #expect(pipeline(steps).inExecutionOrder().map(\.id) == expected)
  }

  @Test func aLongChainIsNoRecursion() {
    let count = 20_000
    let steps = (0..<count).map { $0 + 1 < count ? "s\($0)<s\($0 + 1)" : "s\($0)" }
    let order = pipeline(steps).inExecutionOrder()
    #expect(order.count == count)
    #expect(order.first?.id == "s\(count - 1)")
    #expect(order.last?.id == "s0")
  }

  @Test func everyTestNeedsEveryBuildOfItsConfiguration() throws {
    let text = """
      steps:
        early: { swift-test: {} }
        debug: { swift-build: {} }
        other: { swift-build: { tests: false } }
        release: { swift-build: { configuration: release } }
        late: { swift-test: { configuration: release }, needs: debug }
        after: { swift-build: {}, needs: package }
        package: { run: make, needs: early }
      """
    let needs = Dictionary(uniqueKeysWithValues: try read(text).steps.map { ($0.id, $0.needs) })
    // `after` needs `early` by way of `package`, so `early` cannot wait for it.
    #expect(needs["early"] == ["debug", "other"])
    #expect(needs["late"] == ["debug", "release"])
  }

  @Test(arguments: [
    ("dir: a, needs: a", ["a"]), ("dir: a, needs: [make, a]", ["make", "a"]),
    ("dir: a, needs: { step: a, optional: true }", ["a"]),
    // It names no build of its folder, or none of its configuration.
    ("dir: b, needs: a", ["a", "b", "top"]),
    ("dir: a, needs: release", ["release", "a", "b", "top"]),
    ("needs: make", ["make", "a", "b", "top"]), ("needs: top", ["top"]),
    ("dir: ., needs: top", ["top"]), ("dir: a/, needs: a", ["a"]),
  ])
  func aTestThatNamesItsBuildNeedsNoOther(step: String, needs: [String]) throws {
    let text = """
      steps:
        make: make
        a: { swift-build: {}, dir: a }
        b: { swift-build: {}, dir: b }
        top: { swift-build: {} }
        release: { swift-build: { configuration: release }, dir: a }
        test: { swift-test: {}, \(step) }
      """
    #expect(try read(text).steps.last?.needs == needs)
  }

  /// Two implied needs must not make a cycle together.
  @Test func impliedNeedsMakeNoCycle() throws {
    let text = """
      steps:
        t1: { swift-test: {} }
        b1: { swift-build: {}, needs: t2 }
        t2: { swift-test: {} }
        b2: { swift-build: {}, needs: t1 }
      """
    let steps = try read(text).steps
    #expect(steps.map(\.needs) == [["b1"], ["t2"], [], ["t1"]])
  }

  private func pipeline(_ steps: [String]) -> Pipeline {
    var pipeline = Pipeline()
    pipeline.steps = steps.map { text in
      let parts = text.split(separator: "<")
      var step = PipelineStep(id: String(parts[0]), action: .run(ScriptOptions("true")))
      step.needs = parts.dropFirst().flatMap { $0.split(separator: ",").map(String.init) }
      return step
    }
    return pipeline
  }
}
