import CIModel

/// The steps of a pipeline dealt out among the jobs of a CI service: a build, the tests in shards, and what has
/// nothing to do with them.
package struct SharedJobs: Hashable, Sendable {
  /// A step as far as the jobs depend on it; a matrix is one.
  package struct Step: Hashable, Sendable {
    package var id: String
    package var needs: [String]
    package var isTest: Bool
    /// Whether its build folder is kept, so that another job can go on with it.
    package var keepsBuild: Bool

    package init(id: String, needs: [String], isTest: Bool, keepsBuild: Bool) {
      self.id = id
      self.needs = needs
      self.isTest = isTest
      self.keepsBuild = keepsBuild
    }
  }

  package let shards: Int
  /// Steps whose tests are dealt out.
  package let tests: [String]
  /// What the tests need; empty when no other job could go on with it.
  package let build: [String]
  /// What neither needs the tests nor is needed by them.
  package let others: [String]
  /// What needs the tests.
  package let after: [String]

  /// Every service takes as many.
  package static let mostShards = 200

  /// - Parameter shards: From 1 to `mostShards`.
  package init(_ steps: [Step], shards: Int) throws(SetupError) {
    self.shards = min(max(1, shards), Self.mostShards)
    var needs: [String: Set<String>] = [:]
    for step in steps { needs[step.id, default: []].formUnion(step.needs) }
    /// A pipeline has no cycle.
    func all(_ id: String) -> Set<String> {
      var (found, open): (Set<String>, [String]) = ([], [id])
      while let next = open.popLast() {
        for need in needs[next] ?? [] where found.insert(need).inserted { open.append(need) }
      }
      return found
    }
    var ids: [String] = []
    for step in steps where !ids.contains(step.id) { ids.append(step.id) }
    let tested = Set(steps.filter(\.isTest).map(\.id))
    guard !tested.isEmpty else { throw .nothingToShare }
    let needed = tested.reduce(into: Set<String>()) { $0.formUnion(all($1)) }.subtracting(tested)
    let behind = Set(ids.filter { !tested.contains($0) && !all($0).isDisjoint(with: tested) })
    tests = ids.filter(tested.contains)
    let isHandedOver = steps.contains { needed.contains($0.id) && $0.keepsBuild }
    build = isHandedOver ? ids.filter(needed.contains) : []
    after = ids.filter(behind.contains)
    others = ids.filter {
      !tested.contains($0) && !needed.contains($0) && !behind.contains($0)
    }
  }

  /// What the templates ask for.
  var conditions: Set<String> {
    var conditions: Set<String> = []
    if !build.isEmpty { conditions.insert("build") }
    if !others.isEmpty { conditions.insert("others") }
    if !after.isEmpty { conditions.insert("after") }
    return conditions
  }

  var values: [String: String] {
    func words(_ ids: [String]) -> String { ids.map(shellQuoted).joined(separator: " ") }
    return [
      "AFTER": after.map { "--only \(shellQuoted($0))" }.joined(separator: " "),
      "BUILD": words(build), "OTHERS": words(others), "SHARDS": String(shards),
      "SHARD_LIST": (1...shards).map(String.init).joined(separator: ", "), "TESTS": words(tests),
    ]
  }
}
