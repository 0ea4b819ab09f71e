import CIModel

/// XCTests of which SwiftPM's parallel runner says only that they ended, by their ids.
struct SilentTests {
  /// The test, and how many lines say that it ended.
  var ends: [String: (test: Int, count: Int)] = [:]
  /// The tests among `ends`.
  var tests: Set<Int> = []
  /// Names that tests of several modules have, of which a result tells only the name.
  var ambiguous: Set<String> = []
}

extension TestLedger {
  /// Books `[3/13] Testing Module.Class/test`.
  mutating func endSilently(_ id: String) {
    note(.xctest)
    if let known = silent.ends[id] {
      silent.ends[id] = (known.test, known.count + 1)
      return
    }
    guard let slash = id.lastIndex(of: "/") else { return }
    let dot = id[..<slash].firstIndex(of: ".")
    let suite = String(id[(dot.map { id.index(after: $0) } ?? id.startIndex)..<slash])
    let function = String(id[id.index(after: slash)...])
    let name = "\(suite).\(function)"
    let module = dot.map { String(id[..<$0]) }
    let other = xctests[name]
    if let other, !silent.tests.contains(other) {
      // Its result was printed before.
      silent.ends[id] = (other, 1)
      silent.tests.insert(other)
    } else {
      let index = add(name, .xctest)
      cases[index].suite = suite
      cases[index].function = function
      if let module {
        cases[index].module = module
        cases[index].id = id
      }
      silent.ends[id] = (index, 1)
      silent.tests.insert(index)
      if other == nil { xctests[name] = index } else { silent.ambiguous.insert(name) }
    }
    modules[name] = module
  }

  /// The test of which nothing was told so far, under the name that a result has on macOS.
  mutating func claimSilent(_ name: String) -> Int? {
    guard !silent.ends.isEmpty, let id = TestCase(printed: name, .xctest).id,
      let index = silent.ends[id]?.test
    else { return nil }
    cases[index].name = name
    xctests[name] = index
    return index
  }

  /// Closes the tests of which nothing more was told.
  mutating func closeSilent(died: (String) -> Bool) {
    for end in silent.ends.values.sorted(by: { $0.test < $1.test }) {
      let told = cases[end.test].runs
      guard told.count < end.count else { continue }
      let outcome: TestOutcome = told.isEmpty && died(cases[end.test].name) ? .crashed : .notTold
      for _ in told.count..<end.count { close(end.test, outcome, seconds: nil) }
      // What was told says more than what was not.
      guard let last = told.last else { continue }
      cases[end.test].outcome = last.outcome
      cases[end.test].durationSeconds = last.durationSeconds
    }
    for name in silent.ambiguous {
      modules[name] = nil
      // Which module's test the results belong to cannot be told.
      let same = cases.indices.filter { cases[$0].name == name }
      guard same.contains(where: { cases[$0].runs.contains { $0.outcome != .notTold } }) else {
        continue
      }
      for index in same {
        cases[index].module = nil
        cases[index].id = nil
      }
    }
  }
}
