import PipelineConfig
package import RunEvents

/// Decides which step of a plan starts next. It is a value without a clock or a process, so a test
/// can simulate every order in which steps may end.
///
/// Of the steps that may start, the first in the plan starts. Work and memory are linear in steps
/// and edges.
package struct Schedule: Sendable {
  /// The next action of the scheduler.
  package enum Move: Hashable, Sendable {
    case start(Int)
    /// This step never runs; do not call `end` for it.
    case settle(Int, Settlement)
    /// Steps are running and nothing can start before one of them ends.
    case wait
    /// Every step has ended or is settled.
    case done
  }

  /// Why a step never runs.
  package enum Settlement: Hashable, Sendable {
    /// The command line left it out; steps that need it run without it.
    case leftOut
    /// A step that it needs, given by its index in the plan, did not pass.
    case blocked(by: Int)
    /// `when: failure`, and nothing that it needs failed.
    case notWanted
    /// The run stopped before the step could start.
    case stopped
  }

  private enum Standing: Hashable, Sendable {
    case waiting
    case ready
    case running
    /// `satisfies`: steps that need it may run.
    case ended(satisfies: Bool)
  }

  private struct Node: Sendable {
    var locks: [String]
    var condition: StepCondition
    var isLeftOut: Bool
    /// No other step runs at the same time.
    var isAlone: Bool
    var dependents: [Int] = []
    var openNeeds = 0
    /// The index of the needed step that was the first to end without passing.
    var failedNeed: Int?
    var standing = Standing.waiting
  }

  private let jobs: Int
  private var nodes: [Node]
  private var ready = IndexHeap()
  /// Steps that wait for a lock, by the name of the lock.
  private var parked: [String: [Int]] = [:]
  private var heldLocks: Set<String> = []
  private var running = 0
  /// Whether the running step must run alone.
  private var isOccupied = false
  private var open: Int
  private var isStopped = false

  /// - Parameter jobs: Maximum number of steps to run at once; at least 1.
  package init(_ steps: [Plan.PlannedStep], jobs: Int) {
    self.jobs = max(1, jobs)
    open = steps.count
    var positions: [String: Int] = [:]
    positions.reserveCapacity(steps.count)
    nodes = []
    nodes.reserveCapacity(steps.count)
    // By index, since a loop over the steps copies each of them.
    for index in steps.indices {
      positions[steps[index].step.id] = index
      nodes.append(
        Node(
          locks: steps[index].allLocks, condition: steps[index].step.condition,
          isLeftOut: steps[index].isSkipped, isAlone: steps[index].step.isInteractive))
    }
    for index in steps.indices where !steps[index].step.needs.isEmpty {
      // A need that is not in the plan was excluded by the selection.
      for need in Set(steps[index].step.needs.compactMap { positions[$0] }) where need != index {
        nodes[need].dependents.append(index)
        nodes[index].openNeeds += 1
      }
    }
    for index in nodes.indices where nodes[index].openNeeds == 0 { makeReady(index) }
  }

  /// Returns the next move; call it again after each one until it returns `wait` or `done`.
  package mutating func next() -> Move {
    while let index = ready.first {
      if let settlement = settlement(of: index) {
        ready.removeFirst()
        settle(index, satisfies: settlement.satisfiesNeeds)
        return .settle(index, settlement)
      }
      if running >= jobs || isOccupied { return .wait }
      // Later steps wait as well, or this step might never get to run alone.
      if nodes[index].isAlone, running > 0 { return .wait }
      ready.removeFirst()
      if let taken = nodes[index].locks.first(where: heldLocks.contains) {
        parked[taken, default: []].append(index)
        continue
      }
      heldLocks.formUnion(nodes[index].locks)
      nodes[index].standing = .running
      running += 1
      isOccupied = nodes[index].isAlone
      return .start(index)
    }
    return open == 0 ? .done : .wait
  }

  /// Records that a started step has ended.
  package mutating func end(_ index: Int, satisfiesNeeds: Bool) {
    guard nodes.indices.contains(index), nodes[index].standing == .running else { return }
    running -= 1
    isOccupied = false
    for lock in nodes[index].locks {
      heldLocks.remove(lock)
      for waiting in parked.removeValue(forKey: lock) ?? [] { ready.insert(waiting) }
    }
    settle(index, satisfies: satisfiesNeeds)
  }

  /// From now on, starts only steps with `when: always` and `when: failure`.
  package mutating func stop() { isStopped = true }

  private func settlement(of index: Int) -> Settlement? {
    let node = nodes[index]
    if node.isLeftOut { return .leftOut }
    switch node.condition {
    case .always: return nil
    case .failure:
      return node.failedNeed == nil && !isStopped ? .notWanted : nil
    case .success:
      if let need = node.failedNeed { return .blocked(by: need) }
      return isStopped ? .stopped : nil
    }
  }

  private mutating func settle(_ index: Int, satisfies: Bool) {
    nodes[index].standing = .ended(satisfies: satisfies)
    open -= 1
    for dependent in nodes[index].dependents {
      nodes[dependent].openNeeds -= 1
      if !satisfies, nodes[dependent].failedNeed == nil { nodes[dependent].failedNeed = index }
      // With `when: success`, a failed need decides at once; other conditions wait for every need.
      let isDecided = nodes[dependent].condition == .success && !satisfies
      if nodes[dependent].openNeeds == 0 || isDecided { makeReady(dependent) }
    }
  }

  private mutating func makeReady(_ index: Int) {
    guard nodes[index].standing == .waiting else { return }
    nodes[index].standing = .ready
    ready.insert(index)
  }
}

extension Schedule.Settlement {
  /// Whether steps that need this one may run.
  package var satisfiesNeeds: Bool {
    switch self {
    case .leftOut, .notWanted: true
    case .blocked, .stopped: false
    }
  }
}

/// A binary heap of indices; the smallest comes first.
struct IndexHeap: Sendable {
  private var items: [Int] = []

  var first: Int? { items.first }

  mutating func insert(_ index: Int) {
    items.append(index)
    var child = items.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if items[parent] <= items[child] { return }
      items.swapAt(parent, child)
      child = parent
    }
  }

  mutating func removeFirst() {
    guard let last = items.popLast(), !items.isEmpty else { return }
    items[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in 2 * parent + 1...2 * parent + 2
      where child < items.count && items[child] < items[least] {
        least = child
      }
      if least == parent { return }
      items.swapAt(parent, least)
      parent = least
    }
  }
}
