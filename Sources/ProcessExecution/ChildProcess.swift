import CPlatform
import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A started child in its own session, with the read ends of its output pipes.
struct ChildProcess {
  let pid: pid_t
  /// Non-blocking read ends, by stream.
  var outputs: [(stream: OutputStream, descriptor: Int32)]
  /// The descriptor of the seccomp listener that answers its network calls; `nil` when they are not
  /// watched.
  var listener: Int32?
  /// Whether its process group has the terminal.
  var isInForeground = false

  /// Starts the command with standard input from `/dev/null`, unless it is interactive.
  static func spawn(_ invocation: Invocation) throws(LaunchError) -> ChildProcess {
    let environment = invocation.environment ?? currentEnvironment()
    guard let path = executablePath(invocation, path: environment["PATH"] ?? "/usr/bin:/bin")
    else { throw invocation.launchError(ENOENT, at: nil) }

    if invocation.isInteractive, ForegroundGroup.isOurs {
      return try spawnInForeground(path, invocation, environment)
    }
    let output = try makePipe(for: invocation)
    var errors: Pipe?
    if invocation.output == .separate {
      do {
        errors = try makePipe(for: invocation)
      } catch {
        output.closeBoth()
        throw error
      }
    }
    let code = (invocation.network == nil ? start : startWatched)(
      path, invocation, environment,
      Streams(output: output.writeEnd, errors: errors?.writeEnd ?? output.writeEnd))
    close(output.writeEnd)
    if let errors { close(errors.writeEnd) }
    switch code {
    case .success(let started):
      var outputs = [(OutputStream.standardOutput, output.readEnd)]
      if let errors { outputs.append((.standardError, errors.readEnd)) }
      return ChildProcess(pid: started.pid, outputs: outputs, listener: started.listener)
    case .failure(let failure):
      close(output.readEnd)
      if let errors { close(errors.readEnd) }
      throw invocation.launchError(failure.code, at: path)
    }
  }

  private struct SystemFailure: Error {
    var code: Int32
  }

  /// The descriptors of the child's standard output and standard error.
  private struct Streams {
    var output: Int32
    var errors: Int32
  }

  /// Starts the command in its own process group, which gets the terminal.
  private static func spawnInForeground(
    _ path: String, _ invocation: Invocation, _ environment: [String: String]
  ) throws(LaunchError) -> ChildProcess {
    switch start(path, invocation, environment, nil) {
    case .success(let started):
      // Where the system allows it, the child does the same; the first call counts.
      ForegroundGroup.give(to: started.pid)
      return ChildProcess(pid: started.pid, outputs: [], listener: nil, isInForeground: true)
    case .failure(let failure):
      throw invocation.launchError(failure.code, at: path)
    }
  }

  private struct Started {
    var pid: pid_t
    var listener: Int32?
  }

  /// Starts the command so that devtool receives its network calls before the kernel executes them.
  private static func startWatched(
    _ path: String, _ invocation: Invocation, _ environment: [String: String], _ streams: Streams?
  ) -> Result<Started, SystemFailure> {
    guard let streams else { return .failure(SystemFailure(code: EINVAL)) }
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { return .failure(SystemFailure(code: errno)) }
    defer { close(input) }
    return withCStrings([invocation.executable] + invocation.arguments) { arguments in
      withEnvironment(environment) { variables in
        withCStrings([path] + [invocation.directory].compactMap { $0 }) { paths in
          var command = platform_watched_command()
          command.path = UnsafePointer(paths[0])
          command.arguments = arguments
          command.environment = variables
          command.directory = invocation.directory == nil ? nil : UnsafePointer(paths[1])
          (command.input, command.output, command.errors) = (input, streams.output, streams.errors)
          command.isolates = invocation.network?.mode == .deny ? 1 : 0
          var started = Started(pid: 0)
          var listener: Int32 = -1
          var stage: Int32 = 0
          let code = platform_spawn_watched(&command, &started.pid, &listener, &stage)
          started.listener = listener
          return code == 0 ? .success(started) : .failure(SystemFailure(code: code))
        }
      }
    }
  }

  /// - Parameter streams: With `nil`, the child inherits devtool's own streams and session.
  private static func start(
    _ path: String, _ invocation: Invocation, _ environment: [String: String], _ streams: Streams?
  ) -> Result<Started, SystemFailure> {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }

    if let streams {
      if !invocation.isInteractive {
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      }
      posix_spawn_file_actions_adddup2(&actions, streams.output, 1)
      posix_spawn_file_actions_adddup2(&actions, streams.errors, 2)
    } else {
      platform_spawn_add_foreground(&actions, 0)
    }
    if let directory = invocation.directory {
      let code = platform_spawn_add_chdir(&actions, directory)
      guard code == 0 else { return .failure(SystemFailure(code: code)) }
    }
    platform_spawn_add_close_from(&actions, 3)

    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    var defaults = defaultSignals
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, platform_spawn_flags(streams == nil ? 0 : 1))

    return withCStrings([invocation.executable] + invocation.arguments) { arguments in
      withEnvironment(environment) { variables in
        var pid: pid_t = 0
        let code = posix_spawn(&pid, path, &actions, &attributes, arguments, variables)
        return code == 0 ? .success(Started(pid: pid)) : .failure(SystemFailure(code: code))
      }
    }
  }

  private struct Pipe {
    var readEnd: Int32
    var writeEnd: Int32

    func closeBoth() {
      close(readEnd)
      close(writeEnd)
    }
  }

  /// The signals that are reset to their default action in a command: all except those that devtool
  /// was told to ignore, as by nohup(1).
  ///
  /// The child queries and sets each signal that is not in the set, with two system calls each.
  private static let defaultSignals: sigset_t = {
    var signals = sigset_t()
    sigfillset(&signals)
    // Signals that devtool itself ignores, or that a shell ignores for background jobs, are always
    // reset.
    let ours = [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGQUIT]
    for number in 1..<NSIG where !ours.contains(number) && SignalMonitor.isIgnored(number) {
      sigdelset(&signals, number)
    }
    return signals
  }()

  private static func makePipe(for invocation: Invocation) throws(LaunchError) -> Pipe {
    var ends: [Int32] = [-1, -1]
    guard platform_pipe(&ends) == 0 else {
      throw .refused(executable: invocation.executable, code: errno)
    }
    neverBlock(ends[0])
    return Pipe(readEnd: ends[0], writeEnd: ends[1])
  }

  /// The file to execute: the path as given when it has a `/` (relative to the working directory of
  /// the child), else the first executable file of that name on `path`; `nil` when there is none.
  private static func executablePath(_ invocation: Invocation, path: String) -> String? {
    let name = invocation.executable
    if name.isEmpty { return nil }
    if name.contains("/") {
      return name.hasPrefix("/") ? name : (invocation.directory.map { $0 + "/" + name } ?? name)
    }
    return findExecutable(name, path: path)
  }
}

extension Invocation {
  /// Why the command did not start. Missing files are looked for only after a failure, since nearly
  /// every command starts.
  ///
  /// - Parameters:
  ///   - code: An `errno` value.
  ///   - path: The path of the executable; `nil` when none was found.
  fileprivate func launchError(_ code: Int32, at path: String?) -> LaunchError {
    if let directory, !isFolder(directory) { return .badDirectory(directory) }
    guard let path, fileExists(path) else { return .notFound(executable: executable) }
    return .refused(executable: executable, code: code)
  }
}

/// The first executable regular file with this name in the folders of `path`; `nil` when there is
/// none. Empty entries, which mean the working directory, are skipped.
package func findExecutable(_ name: String, path: String) -> String? {
  for folder in path.split(separator: ":") {
    let candidate = "\(folder)/\(name)"
    if isFile(candidate), mayExecute(candidate) { return candidate }
  }
  return nil
}

/// Calls `body` with a null-terminated array of C strings, as `argv` and `envp` are.
private func withCStrings<Result>(
  _ strings: [String],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
    capacity: strings.count + 1)
  for (index, string) in strings.enumerated() {
    (pointers + index).initialize(to: strdup(string))
  }
  (pointers + strings.count).initialize(to: nil)
  defer {
    for index in strings.indices { free(pointers[index]) }
    pointers.deallocate()
  }
  return body(pointers)
}

/// Calls `body` with variables in the layout of execve(2). They are sorted, so that programs that
/// print them always print the same. Speed matters: a step has dozens of variables, and there may
/// be thousands of steps.
private func withEnvironment<Result>(
  _ variables: [String: String],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var text: [UInt8] = []
  text.reserveCapacity(variables.count * 64)
  var starts: [Int] = []
  starts.reserveCapacity(variables.count)
  for (name, value) in variables {
    starts.append(text.count)
    text.append(contentsOf: name.utf8)
    text.append(UInt8(ascii: "="))
    text.append(contentsOf: value.utf8)
    text.append(0)
  }
  return text.withUnsafeMutableBytes { bytes in
    var pointers: [UnsafeMutablePointer<CChar>?] = []
    if let first = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) {
      starts.sort { strcmp(first + $0, first + $1) < 0 }
      pointers = starts.map { first + $0 }
    }
    pointers.append(nil)
    return body(pointers)
  }
}
