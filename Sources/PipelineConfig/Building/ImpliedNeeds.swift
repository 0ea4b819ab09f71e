/// Adds the needs that a file may omit: a `swift-test` needs every `swift-build` of its
/// configuration, before or after it in the file, unless that build needs the test. One that names
/// builds of its configuration and folder needs those only: in a repository of several packages, the
/// build of one does not keep the tests of another from running.
///
/// - Parameter steps: Steps without cycles and without unknown needs.
func addImpliedNeeds(to steps: inout [PipelineStep]) {
  // By index, since a loop over the steps copies each of them.
  let isConcerned = steps.indices.contains { index in
    if case .swiftTest = steps[index].action { return true }
    return steps[index].condition != .success
  }
  guard isConcerned else { return }
  var positions: [String: Int] = [:]
  positions.reserveCapacity(steps.count)
  var builds: [BuildConfiguration: [Int]] = [:]
  for index in steps.indices {
    positions[steps[index].id] = index
    if case .swiftBuild(let options) = steps[index].action {
      builds[options.configuration, default: []].append(index)
    }
  }
  for index in steps.indices {
    guard case .swiftTest(let options) = steps[index].action else { continue }
    let written = Set(steps[index].needs)
    let candidates = builds[options.configuration] ?? []
    let namesItsBuild = candidates.contains { build in
      written.contains(steps[build].id) && steps[build].directory == steps[index].directory
    }
    if namesItsBuild { continue }
    for build in candidates where !written.contains(steps[build].id) {
      // Only a build with needs can lead back to the test, and most have none.
      if !steps[build].needs.isEmpty, leads(from: build, to: index, steps, positions) { continue }
      steps[index].needs.append(steps[build].id)
    }
  }
  addNeedsOfFinalSteps(to: &steps, positions)
}

/// Makes steps with `when: failure` or `always` and without `needs` run after all others: otherwise
/// they would run at once, before any step can have failed.
private func addNeedsOfFinalSteps(to steps: inout [PipelineStep], _ positions: [String: Int]) {
  for index in steps.indices {
    steps[index].runsLast = steps[index].condition != .success && steps[index].needs.isEmpty
  }
  guard steps.contains(where: \.runsLast) else { return }
  var dependents: [[Int]] = Array(repeating: [], count: steps.count)
  for (index, step) in steps.enumerated() {
    for need in step.needs.compactMap({ positions[$0] }) { dependents[need].append(index) }
  }
  for index in steps.indices where steps[index].runsLast {
    var behind: Set<Int> = [index]
    var open = [index]
    while let next = open.popLast() {
      for dependent in dependents[next] where behind.insert(dependent).inserted {
        open.append(dependent)
      }
    }
    steps[index].needs = steps.indices
      .filter { !steps[$0].runsLast && !behind.contains($0) }
      .map { steps[$0].id }
  }
}

private func leads(
  from start: Int, to goal: Int, _ steps: [PipelineStep], _ positions: [String: Int]
) -> Bool {
  var seen: Set<Int> = [start]
  var open = [start]
  while let index = open.popLast() {
    if index == goal { return true }
    for need in steps[index].needs {
      if let target = positions[need], seen.insert(target).inserted { open.append(target) }
    }
  }
  return false
}

/// Sets the build system of tests that name none to that of the builds that they need, when those
/// agree.
func inheritBuildSystems(in steps: inout [PipelineStep]) {
  for index in steps.indices {
    guard case .swiftTest(var test) = steps[index].action, test.buildSystem == nil,
      BuildSystem.places(in: test.arguments).isEmpty
    else { continue }
    let systems = Set(
      steps.compactMap { build -> BuildSystem?? in
        guard case .swiftBuild(let options) = build.action, options.buildsAllTests,
          options.configuration == test.configuration, options.sanitizer == test.sanitizer,
          build.directory == steps[index].directory, steps[index].needs.contains(build.id)
        else { return nil }
        return options.buildSystem
      })
    guard systems.count == 1, case .some(.some(let system)) = systems.first else { continue }
    test.buildSystem = system
    steps[index].action = .swiftTest(test)
  }
}
