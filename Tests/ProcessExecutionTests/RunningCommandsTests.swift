import Foundation
import Synchronization
import Testing

@testable import ProcessExecution

struct RunningCommandsTests {
  /// A process that starts another and dies while the table is read hides both from that reading.
  @Test(arguments: [0, 1]) func endsWhatOneReadingMissed(missed: Int) throws {
    let readings = Mutex(0)
    let session = Mutex<pid_t>(0)
    let running = RunningCommands {
      let reading = readings.withLock { count in
        defer { count += 1 }
        return count
      }
      // Not the processes of other tests.
      let own = ProcessTable.current().entries.filter { $0.session == session.withLock { $0 } }
      return ProcessTable(entries: reading < missed ? [] : own)
    }
    let child = try running.spawn(Invocation("sleep", ["300"]))
    session.withLock { $0 = child.pid }
    running.killAll()
    // Without effect on a process that is killed already.
    kill(child.pid, SIGTERM)
    var status: Int32 = 0
    #expect(waitpid(child.pid, &status, 0) == child.pid)
    #expect(status & 0x7F == SIGKILL)
    #expect(readings.withLock { $0 } == missed + 1 + ProcessTable.certainReadings)
  }

  /// The process table already has a command that starts while it is read; the list of running
  /// commands must have it too, or it would be ended as a leftover of the first.
  @Test func sparesACommandThatStartsDuringTheReading() throws {
    let born = Mutex<pid_t>(0)
    let registry = Mutex<RunningCommands?>(nil)
    let running = RunningCommands {
      let child = try? registry.withLock { $0 }?.spawn(Invocation("sleep", ["300"]))
      born.withLock { $0 = child?.pid ?? 0 }
      // Not the processes of other tests.
      let entry = ProcessTable.Entry(
        pid: child?.pid ?? 0, parent: getpid(), session: child?.pid ?? 0, isZombie: false,
        name: "sleep")
      return ProcessTable(entries: [entry])
    }
    registry.withLock { $0 = running }
    let leftovers = Leftovers(
      of: 1, Invocation("true", []), running: running, adoptsOrphans: true)
    #expect(leftovers.find() == [])

    let pid = born.withLock { $0 }
    try #require(pid > 0)
    kill(pid, SIGKILL)
    var status: Int32 = 0
    #expect(waitpid(pid, &status, 0) == pid)
  }
}
