/// The tests that a run shows under the names of other suites, which inherit them.
///
/// A suite counts if no changed file declares it, the run has every test of the base class in it, and
/// none in the base class itself.
struct InheritedRuns {
  typealias Functions = [[UInt8]: Set<[UInt8]>]

  /// The functions that ran in some heir, by base class; empty when there are too many heirs.
  private var functions: Functions = [:]

  /// Maximum number of comparisons between a set of tests and the tests of a suite. Beyond it, no test
  /// counts as inherited.
  private static let most = 2_000_000

  /// - Parameters:
  ///   - declared: The test functions of each class in the changed files.
  ///   - base: Those at the merge base: what its heirs need. If there are none, they need all.
  ///   - known: The functions of each suite in the run.
  ///   - ran: Those of them that ran.
  init(declared: Functions, base: Functions, known: Functions, ran: Functions) {
    var heirs: [[UInt8]: [[UInt8]]] = [:]
    for (suite, names) in known where !suite.isEmpty && declared[suite] == nil {
      for name in names { heirs[name, default: []].append(suite) }
    }
    var groups: [Set<[UInt8]>: [[UInt8]]] = [:]
    for (suite, names) in declared where known[suite] == nil {
      let kept = names.intersection(base[suite] ?? [])
      groups[kept.isEmpty ? names : kept, default: []].append(suite)
    }
    var room = Self.most
    for (needed, suites) in groups {
      // Of equal ones the first by name, so that each run looks at the same suites.
      let rarest = needed.min { one, other in
        let (count, others) = (heirs[one]?.count ?? 0, heirs[other]?.count ?? 0)
        return count == others ? one.lexicographicallyPrecedes(other) : count < others
      }
      var inherited: Set<[UInt8]> = []
      for heir in rarest.flatMap({ heirs[$0] }) ?? [] {
        let own = ran[heir] ?? []
        room -= needed.count + own.count
        if room < 0 {
          functions = [:]
          return
        }
        if known[heir]?.isSuperset(of: needed) == true { inherited.formUnion(own) }
      }
      for suite in suites { functions[suite] = inherited }
    }
  }

  func contain(_ function: [UInt8], of suite: [UInt8]) -> Bool {
    functions[suite]?.contains(function) ?? false
  }
}
