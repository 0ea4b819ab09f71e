import PipelineConfig
import RunEvents
import TestSupport
import Testing

@testable import PipelineRunner

private func planned(
  _ id: String, needs: [String] = [], locks: [String] = [],
  _ condition: StepCondition = .success, isSkipped: Bool = false, isInteractive: Bool = false
) -> Plan.PlannedStep {
  var step = PipelineStep(id: id, action: .exec(ExecOptions([id])))
  step.isInteractive = isInteractive
  step.needs = needs
  step.locks = locks
  step.condition = condition
  return Plan.PlannedStep(step: step, isSkipped: isSkipped)
}

/// Everything that can be done now.
private func moves(_ schedule: inout Schedule) -> [Schedule.Move] {
  var moves: [Schedule.Move] = []
  while true {
    let move = schedule.next()
    if move == .wait || move == .done { return moves }
    moves.append(move)
  }
}

@Suite struct ScheduleTests {
  @Test func startsInTheOrderOfThePlanAsManyAsThereAreJobs() {
    var schedule = Schedule(
      [planned("a"), planned("b", needs: ["a"]), planned("c"), planned("d")], jobs: 2)
    #expect(moves(&schedule) == [.start(0), .start(2)])
    #expect(schedule.next() == .wait)
    schedule.end(0, satisfiesNeeds: true)
    #expect(moves(&schedule) == [.start(1)])
    schedule.end(2, satisfiesNeeds: true)
    #expect(moves(&schedule) == [.start(3)])
    schedule.end(1, satisfiesNeeds: true)
    schedule.end(3, satisfiesNeeds: true)
    #expect(schedule.next() == .done)
  }

  @Test func aFailureBlocksWhatNeedsItAtOnce() {
    var schedule = Schedule(
      [planned("slow"), planned("bad"), planned("x", needs: ["slow", "bad"]), planned("y")],
      jobs: 2)
    #expect(moves(&schedule) == [.start(0), .start(1)])
    schedule.end(1, satisfiesNeeds: false)
    #expect(moves(&schedule) == [.settle(2, .blocked(by: 1)), .start(3)])
  }

  @Test func stepsWithALockInCommonRunOneAfterTheOther() {
    var schedule = Schedule(
      [planned("a", locks: ["l"]), planned("b", locks: ["k", "l"]), planned("c", locks: ["k"])],
      jobs: 3)
    #expect(moves(&schedule) == [.start(0), .start(2)])
    schedule.end(0, satisfiesNeeds: true)
    #expect(moves(&schedule) == [])
    schedule.end(2, satisfiesNeeds: true)
    #expect(moves(&schedule) == [.start(1)])
  }

  @Test(arguments: [
    (StepCondition.always, true, Schedule.Move.start(1)),
    (.always, false, .start(1)),
    (.failure, true, .settle(1, .notWanted)),
    (.failure, false, .start(1)),
    (.success, true, .start(1)),
    (.success, false, .settle(1, .blocked(by: 0))),
  ])
  func conditionsDecideWhenTheNeedsHaveEnded(
    condition: StepCondition, passes: Bool, expected: Schedule.Move
  ) {
    var schedule = Schedule([planned("a"), planned("b", needs: ["a"], condition)], jobs: 1)
    #expect(moves(&schedule) == [.start(0)])
    schedule.end(0, satisfiesNeeds: passes)
    #expect(moves(&schedule) == [expected])
  }

  /// What comes behind a step that wants to be alone does not overtake it.
  @Test func nothingRunsBesideAnInteractiveStep() {
    var schedule = Schedule(
      [planned("a"), planned("b", isInteractive: true), planned("c")], jobs: 3)
    #expect(moves(&schedule) == [.start(0)])
    schedule.end(0, satisfiesNeeds: true)
    #expect(moves(&schedule) == [.start(1)])
    schedule.end(1, satisfiesNeeds: true)
    #expect(moves(&schedule) == [.start(2)])
  }

  @Test func whatWasLeftOutBlocksNobody() {
    var schedule = Schedule(
      [planned("a", isSkipped: true), planned("b", needs: ["a"])], jobs: 1)
    #expect(moves(&schedule) == [.settle(0, .leftOut), .start(1)])
  }

  @Test func afterAStopOnlyCleanUpStarts() {
    var schedule = Schedule(
      [
        planned("a"), planned("b"), planned("c", needs: ["b"]), planned("d", needs: ["a"], .always),
      ],
      jobs: 1)
    #expect(moves(&schedule) == [.start(0)])
    schedule.stop()
    schedule.end(0, satisfiesNeeds: true)
    #expect(
      moves(&schedule) == [.settle(1, .stopped), .settle(2, .blocked(by: 1)), .start(3)])
  }

  /// Plays random graphs with random endings and holds every move against the definition.
  @Test(arguments: 0..<200)
  func keepsOrderLocksAndBlockingOnAnyGraph(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...40, using: &random)
    let jobs = Int.random(in: 1...5, using: &random)
    let steps = (0..<count).map { index in
      planned(
        "s\(index)",
        needs: (0..<index).filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
          .map { "s\($0)" },
        locks: ["k", "l", "m"].filter { _ in Int.random(in: 0..<5, using: &random) == 0 },
        [.always, .failure, .success, .success, .success, .success, .success]
          .randomElement(using: &random) ?? .success,
        isSkipped: Int.random(in: 0..<12, using: &random) == 0,
        isInteractive: Int.random(in: 0..<15, using: &random) == 0)
    }
    let stopAfter =
      Int.random(in: 0..<3, using: &random) == 0
      ? Int.random(in: 0...count, using: &random) : Int.max
    var schedule = Schedule(steps, jobs: jobs)
    var running: [Int] = []
    var satisfied: [Int: Bool] = [:]
    var starts = 0
    var isStopped = false
    func needs(_ index: Int) -> [Int] {
      steps[index].step.needs.compactMap { Int($0.dropFirst()) }
    }
    play: while true {
      if starts >= stopAfter, !isStopped {
        schedule.stop()
        isStopped = true
      }
      switch schedule.next() {
      case .start(let index):
        let step = steps[index].step
        #expect(satisfied[index] == nil && !running.contains(index))
        #expect(needs(index).allSatisfy { satisfied[$0] != nil })
        if step.condition == .success {
          #expect(needs(index).allSatisfy { satisfied[$0] == true })
          #expect(!isStopped)
        }
        if step.condition == .failure {
          #expect(needs(index).contains { satisfied[$0] == false } || isStopped)
        }
        #expect(running.isEmpty || !step.isInteractive)
        #expect(!running.contains { steps[$0].step.isInteractive })
        #expect(!steps[index].isSkipped)
        #expect(running.allSatisfy { Set(steps[$0].step.locks).isDisjoint(with: step.locks) })
        running.append(index)
        starts += 1
        #expect(running.count <= jobs)
      case .settle(let index, let settlement):
        #expect(satisfied[index] == nil)
        switch settlement {
        case .leftOut: #expect(steps[index].isSkipped)
        case .blocked(let need): #expect(needs(index).contains(need) && satisfied[need] == false)
        case .stopped: #expect(isStopped)
        case .notWanted:
          #expect(steps[index].step.condition == .failure && !isStopped)
          #expect(needs(index).allSatisfy { satisfied[$0] == true })
        }
        satisfied[index] = settlement.satisfiesNeeds
      case .wait:
        guard let place = running.indices.randomElement(using: &random) else {
          Issue.record("waits for nothing")
          break play
        }
        let index = running.remove(at: place)
        satisfied[index] = Int.random(in: 0..<5, using: &random) > 0
        schedule.end(index, satisfiesNeeds: satisfied[index] == true)
      case .done:
        break play
      }
    }
    #expect(running.isEmpty)
    #expect(satisfied.count == count)
  }
}
