import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The `devtool` that was built together with these tests, or the one that `DEVTOOL_UNDER_TEST` names,
/// run as a process of its own in a controlled environment: no CI service, no colours, 100 columns,
/// UTF-8.
struct BuiltTool: Sendable {
  let path: String
  /// What the process sees; nothing else of the test's own environment.
  var environment: [String: String]

  init() throws {
    let outside = ProcessInfo.processInfo.environment
    let chosen = outside["DEVTOOL_UNDER_TEST"].map { URL(fileURLWithPath: $0).path }
    path = try chosen ?? BuiltTool.productFolder() + "/devtool"
    var environment = [
      "COLUMNS": "100", "HOME": try BuiltTool.home(), "LANG": "C.UTF-8", "TERM": "xterm",
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_TEMPLATE_DIR": "",
    ]
    environment["TMPDIR"] = try BuiltTool.temporary.get().path
    for name in ["PATH", "LD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH", "DYLD_LIBRARY_PATH"] {
      environment[name] = outside[name]
    }
    environment.merge(QuickBuild.environment) { $1 }
    // An instrumented devtool must not write over the profile of the test process. Its processes add
    // their counts to four files; a file for each makes merging them take half a minute.
    if let profile = outside["LLVM_PROFILE_FILE"] {
      environment["LLVM_PROFILE_FILE"] =
        URL(fileURLWithPath: profile).deletingLastPathComponent().path + "/devtool-%4m.profraw"
    } else {
      environment["LLVM_PROFILE_FILE"] = "/dev/null"
    }
    self.environment = environment
  }

  /// The compiler leaves hundreds of folders there, which go when the tests end.
  private static let temporary = Result { try ScratchDirectory() }

  /// A home in which nothing appears while tests run: devtool would report it. What SwiftPM puts
  /// into a home is there already.
  private static func home() throws -> String {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("devtool-test-home")
    for folder in [".cache", ".config", ".local/state/devtool", ".swiftpm"] {
      try FileManager.default.createDirectory(
        at: home.appendingPathComponent(folder), withIntermediateDirectories: true)
    }
    let key = home.path + "/.local/state/devtool/key"
    if !FileManager.default.fileExists(atPath: key) {
      let temporary = key + UUID().uuidString
      let isMade = FileManager.default.createFile(
        atPath: temporary, contents: Data((0..<32).map { _ in UInt8.random(in: 0...255) }),
        attributes: [.posixPermissions: 0o600])
      if !isMade { throw CocoaError(.fileWriteUnknown) }
      // Another test may have been faster.
      try? FileManager.default.linkItem(atPath: temporary, toPath: key)
      try? FileManager.default.removeItem(atPath: temporary)
    }
    return home.path
  }

  /// Where the test product lies, and with it everything else that the build made.
  private static func productFolder() throws -> String {
    #if os(Linux)
      let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let folder = URL(fileURLWithPath: executable).deletingLastPathComponent().path
    #else
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let executable = bundle?.bundlePath ?? CommandLine.arguments[0]
      let folder = URL(fileURLWithPath: executable).deletingLastPathComponent().path
    #endif
    guard FileManager.default.isExecutableFile(atPath: folder + "/devtool") else {
      throw NotBuilt(folder: folder)
    }
    return folder
  }

  struct NotBuilt: Error, CustomStringConvertible {
    var folder: String
    var description: String { "no devtool beside the tests in \(folder)" }
  }

  /// Runs the tool to its end.
  ///
  /// - Parameters:
  ///   - environment: Replaces the variables of the same name; `nil` as value removes one.
  ///   - input: What it reads from standard input; nothing by default.
  func run(
    _ arguments: String..., in directory: String, environment: [String: String?] = [:],
    input: String? = nil
  ) throws -> CommandResult {
    let running = try start(arguments, in: directory, environment: environment, input: input)
    return try running.finish()
  }

  /// Starts the tool and returns at once.
  func start(
    _ arguments: [String], in directory: String, environment: [String: String?] = [:],
    input: String? = nil
  ) throws -> RunningTool {
    var variables = self.environment
    for (name, value) in environment { variables[name] = value }
    return try RunningTool(
      path, arguments, directory: directory, environment: variables, input: input)
  }

  /// Runs a shell script that knows the tool as `"$DEVTOOL_PATH"`, for pipes and redirections.
  func shell(
    _ script: String, in directory: String, environment: [String: String?] = [:]
  ) throws -> CommandResult {
    var variables = self.environment
    for (name, value) in environment { variables[name] = value }
    variables["DEVTOOL_PATH"] = path
    return try RunningTool(
      "/bin/bash", ["-c", script], directory: directory, environment: variables
    ).finish()
  }
}

/// A process under way; its output goes to files, so that nobody can block on a pipe.
final class RunningTool {
  private let process = Process()
  private let scratch: ScratchDirectory
  private let output: URL
  private let errors: URL

  init(
    _ executable: String, _ arguments: [String], directory: String, environment: [String: String],
    input: String? = nil
  ) throws {
    scratch = try ScratchDirectory(in: .memory)
    output = try scratch.write("", to: "out")
    errors = try scratch.write("", to: "err")
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    process.environment = environment
    if let input {
      process.standardInput = try FileHandle(forReadingFrom: scratch.write(input, to: "in"))
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
  }

  func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  var outputText: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }
  var errorText: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

  /// Waits for the end. A process that hangs is killed after two minutes, and the test fails.
  func finish(
    within seconds: Double = 120, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> CommandResult {
    if !waitUntil({ !process.isRunning }, seconds: seconds) {
      send(SIGKILL)
      Issue.record("the process did not end: \(errorText)", sourceLocation: sourceLocation)
    }
    process.waitUntilExit()
    let status = Int(process.terminationStatus)
    return CommandResult(
      status: process.terminationReason == .uncaughtSignal ? 128 + status : status,
      standardOutput: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      standardError: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}

/// Looks every few milliseconds until something holds; `false` when it never does.
func waitUntil(_ condition: () throws -> Bool, seconds: Double = 60) rethrows -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while Date() < end {
    if try condition() { return true }
    usleep(5_000)
  }
  return try condition()
}

/// Command lines of all processes that have `marker` among their arguments.
func processes(with marker: String) throws -> [String] {
  #if os(Linux)
    return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
      guard Int(name) != nil,
        let bytes = FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
      else { return nil }
      let text = String(decoding: bytes, as: UTF8.self).replacing("\0", with: " ")
      return text.contains(marker) ? text : nil
    }
  #else
    return try TestSupport.run("ps", ["-axo", "args"], in: "/").standardOutput
      .split(separator: "\n").map(String.init).filter { $0.contains(marker) }
  #endif
}

/// An argument for `sleep` that no other process has: five minutes and a unique fraction.
func uniqueSleep() -> String { "300.\(UInt32.random(in: 1_000_000...UInt32.max))" }

/// A JSON object, for tests that read documents as other programs do.
func jsonObject(_ text: String) throws -> [String: Any] {
  try #require(
    JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "no JSON object: \(text)"
  )
}
