import Foundation
import Synchronization

/// What a command did.
package struct CommandResult: Sendable {
  /// The exit status, or 128 plus the signal that ended it.
  package var status: Int
  package var standardOutput: String
  package var standardError: String

  package init(status: Int, standardOutput: String, standardError: String) {
    self.status = status
    self.standardOutput = standardOutput
    self.standardError = standardError
  }
}

/// Runs a command to its end and collects what it prints.
///
/// Output goes through files, so that a child that keeps a pipe open cannot hang the test.
/// - Parameters:
///   - environment: Replaces the variables of the same name; `nil` as value removes one.
@discardableResult
package func run(
  _ executable: String, _ arguments: [String], in directory: String,
  environment: [String: String?] = [:]
) throws -> CommandResult {
  let scratch = try ScratchDirectory(in: .memory)
  let outFile = try scratch.write("", to: "out")
  let errorFile = try scratch.write("", to: "err")
  let process = Process()
  process.currentDirectoryURL = URL(fileURLWithPath: directory)
  var variables = ProcessInfo.processInfo.environment
  for (name, value) in environment { variables[name] = value }
  process.environment = variables
  process.executableURL = URL(fileURLWithPath: try find(executable, on: variables["PATH"] ?? ""))
  process.arguments = arguments
  process.standardInput = FileHandle.nullDevice
  process.standardOutput = try FileHandle(forWritingTo: outFile)
  process.standardError = try FileHandle(forWritingTo: errorFile)
  try process.run()
  process.waitUntilExit()
  let status = Int(process.terminationStatus)
  return CommandResult(
    status: process.terminationReason == .uncaughtSignal ? 128 + status : status,
    standardOutput: String(decoding: try Data(contentsOf: outFile), as: UTF8.self),
    standardError: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self))
}

/// The path of a program; looked up once.
private func find(_ name: String, on path: String) throws -> String {
  if name.contains("/") { return name }
  let key = "\(name):\(path)"
  if let program = programs.withLock({ $0[key] }) { return program }
  let program = path.split(separator: ":").map { "\($0)/\(name)" }
    .first(where: FileManager.default.isExecutableFile)
  guard let program else {
    throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name])
  }
  programs.withLock { $0[key] = program }
  return program
}

private let programs = Mutex<[String: String]>([:])
