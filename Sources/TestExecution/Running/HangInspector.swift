import CIModel
import ProcessExecution
import SwiftPackage

/// Captures the stacks of a process that hangs, with gdb if it is installed.
struct HangInspector {
  let launcher: ProcessLauncher
  /// The environment of the test processes; its `PATH` is searched for gdb.
  let environment: [String: String]
  /// An absolute path; source files below it belong to the package.
  let root: String
  /// Whether the process must also write its coverage profile.
  let writesProfile: Bool

  /// The stack of the process, or why it is unavailable.
  enum Finding: Hashable, Sendable {
    case stack(TestProcess.Hang)
    /// A lowercase fragment.
    case unavailable(String)
  }

  /// Describes a hang.
  ///
  /// - Parameters:
  ///   - pid: The process; `nil` when it is gone.
  ///   - what: A lowercase fragment that describes the problem.
  func hang(of pid: Int32?, _ what: String) -> TestProcess.Hang {
    var hang = TestProcess.Hang()
    if let pid {
      switch inspect(pid: pid) {
      case .stack(let stack): hang = stack
      case .unavailable(let reason): hang.reason = "(\(reason))"
      }
    }
    hang.what = what
    return hang
  }

  func inspect(pid: Int32) -> Finding {
    guard let gdb = findExecutable("gdb", path: environment["PATH"] ?? "") else {
      return .unavailable("no stack: gdb is not installed")
    }
    var commands = ["set pagination off", "set print thread-events off", "thread apply all bt 40"]
    if writesProfile { commands.append("call (int)__llvm_profile_write_file()") }
    let arguments =
      ["-p", "\(pid)", "-batch", "-nx"] + commands.flatMap { ["-ex", $0] }
    var variables = environment
    // The debugger must not overwrite the profile of the tests.
    variables["LLVM_PROFILE_FILE"] = nil
    let capture: ProcessLauncher.Capture
    do throws(LaunchError) {
      capture = try launcher.capture(
        Invocation(gdb, arguments, environment: variables, timeout: .seconds(20)))
    } catch {
      return .unavailable("gdb did not start")
    }
    guard var hang = GDBStacks.hang(in: capture.text, root: root) else {
      let refusal = capture.errorText.split(whereSeparator: \.isNewline).first {
        $0.contains("ptrace") || $0.contains("attach")
      }
      return .unavailable(refusal.map { "gdb failed: \($0)" } ?? "gdb showed no stack")
    }
    hang.log = String(decoding: Array(capture.text.utf8.prefix(1 << 20)), as: UTF8.self)
    // gdb numbers the values of calls: `$1 = 0`.
    hang.wroteProfile = capture.text.split(whereSeparator: \.isNewline).contains("$1 = 0")
    return .stack(hang)
  }
}

/// Reads the stacks that gdb's `thread apply all bt` prints.
///
///     Thread 1 (Thread 0x7f… (LWP 12) "DemoPackageTest"):
///     #0  0x00007f… in pthread_mutex_lock () from /lib/x86_64-linux-gnu/libc.so.6
///     #5  0x0000… in DemoTests.Hangs.testLock() (self=0x…) at /p/Tests/DemoTests/Hangs.swift:12
enum GDBStacks {
  struct Frame: Hashable {
    var function: String
    /// An absolute path; `nil` without debug information.
    var file: String?
    /// 1-based.
    var line: Int?
  }

  /// The stacks with a frame in the package; `nil` when there is no stack at all.
  static func hang(in text: String, root: String) -> TestProcess.Hang? {
    let stacks = stacks(in: text)
    if stacks.isEmpty { return nil }
    return TestProcess.Hang(
      stacks: stacks.compactMap { stack(of: $0, root) },
      reason: "code outside the package, on every thread")
  }

  /// Returns the frames from the innermost one to the test; the frames below it belong to the
  /// runner.
  private static func stack(of frames: [Frame], _ root: String) -> TestProcess.Hang.Stack? {
    func own(_ frame: Frame) -> Bool {
      frame.file.map { $0.hasPrefix(root + "/") && !$0.contains("/.build/") && !$0.contains("<") }
        ?? false
    }
    guard let first = frames.first(where: own), let last = frames.lastIndex(where: own) else {
      return nil
    }
    func shown(_ path: String) -> String {
      path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
    }
    let lines = frames.prefix(last + 1).suffix(25).map { frame in
      let place = frame.file.map { file in
        " at \(shown(file))" + (frame.line.map { ":\($0)" } ?? "")
      }
      return demangled(frame.function) + (place ?? "")
    }
    return TestProcess.Hang.Stack(lines: lines, file: first.file.map(shown), line: first.line)
  }

  /// Parses stacks, each with its innermost frame first; the main thread, which gdb prints last,
  /// comes first.
  static func stacks(in text: String) -> [[Frame]] {
    var stacks: [[Frame]] = []
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("Thread ") {
        stacks.append([])
      } else if line.hasPrefix("#"), let frame = frame(line) {
        if stacks.isEmpty { stacks.append([]) }
        stacks[stacks.count - 1].append(frame)
      }
    }
    return stacks.filter { !$0.isEmpty }.reversed()
  }

  private static func frame(_ line: Substring) -> Frame? {
    var rest = line.drop { $0 == "#" || $0.isNumber }.drop { $0 == " " }
    if rest.hasPrefix("0x"), let end = rest.firstRange(of: " in ") {
      rest = rest[end.upperBound...]
    }
    guard !rest.isEmpty else { return nil }
    var file: String?
    var number: Int?
    if let at = rest.ranges(of: " at ").last {
      let place = rest[at.upperBound...]
      if let colon = place.lastIndex(of: ":"), let value = Int(place[place.index(after: colon)...])
      {
        file = String(place[..<colon])
        number = value
      }
      rest = rest[..<at.lowerBound]
    } else if let from = rest.ranges(of: " from ").last {
      rest = rest[..<from.lowerBound]
    }
    // The argument values follow after a blank and a bracket.
    if let arguments = rest.ranges(of: " (").last { rest = rest[..<arguments.lowerBound] }
    return Frame(function: String(rest), file: file, line: number)
  }
}
