import CIModel

/// XCTests for which SwiftPM's parallel runner prints only that they ended, by id.
struct SilentTests {
  /// The index of the test, and the number of lines that report its end.
  var ends: [String: (test: Int, count: Int)] = [:]
  /// Indices of the tests in `ends`.
  var tests: Set<Int> = []
  /// Names that are used in several modules; a result line contains only the name.
  var ambiguous: Set<String> = []
}

extension TestLedger {
  /// Records `[3/13] Testing Module.Class/test`.
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
      // Its result was printed earlier.
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

  /// The test without a result so far, under the name that result lines on macOS use.
  mutating func claimSilent(_ name: String) -> Int? {
    guard !silent.ends.isEmpty, let id = TestCase(printed: name, .xctest).id,
      let index = silent.ends[id]?.test
    else { return nil }
    cases[index].name = name
    xctests[name] = index
    return index
  }

  /// Closes the tests without further results.
  mutating func closeSilent(died: (String) -> Bool) {
    for end in silent.ends.values.sorted(by: { $0.test < $1.test }) {
      let told = cases[end.test].runs
      guard told.count < end.count else { continue }
      let outcome: TestOutcome = told.isEmpty && died(cases[end.test].name) ? .crashed : .notTold
      for _ in told.count..<end.count { close(end.test, outcome, seconds: nil) }
      // A known result is more useful than an unknown one.
      guard let last = told.last else { continue }
      cases[end.test].outcome = last.outcome
      cases[end.test].durationSeconds = last.durationSeconds
    }
    for name in silent.ambiguous {
      modules[name] = nil
      // The module that the results belong to is unknown.
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
