import Foundation

/// One line for each kind of test, so that coverage tells which of them ran to their end.
public func covered(_ name: String) -> Int {
  switch name {
  case "argument": return 1
  case "before": return 2
  case "checkout": return 3
  case "child": return 4
  case "flaky": return 5
  case "home": return 6
  case "imitation": return 7
  case "network": return 8
  case "output": return 9
  case "zulu": return 10
  default: return 0
  }
}

@inline(never)
public func overflow(_ depth: Int) -> Int {
  var space = (depth, depth, depth, depth, depth, depth, depth, depth)
  return withUnsafeMutablePointer(to: &space) {
    $0.pointee.0 = overflow(depth + 1)
    return $0.pointee.0
  } + 1
}

/// Writes to where no memory is.
public func writeNowhere() {
  UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
}

public func hangInALoop() {
  var number: UInt64 = 0
  while number < .max { number = number &+ 1 | 1 }
}

public func hangInALock() {
  let semaphore = DispatchSemaphore(value: 0)
  semaphore.wait()
}

/// Whether `noteFirstTime` was called for this name, by this process or an earlier one.
public func isSecondTime(_ name: String) -> Bool {
  stateFile(name).map(FileManager.default.fileExists) ?? true
}

/// Call it when the first time has failed and the framework knows: a process that a neighbour ends
/// before that has not had its first time.
public func noteFirstTime(_ name: String) {
  if let file = stateFile(name) { FileManager.default.createFile(atPath: file, contents: nil) }
}

private func stateFile(_ name: String) -> String? {
  ProcessInfo.processInfo.environment["HOSTILE_STATE"].map { "\($0)/\(name)" }
}

/// Starts a process that outlives the test and keeps its output open.
public func leakAChild() throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sleep")
  process.arguments = [ProcessInfo.processInfo.environment["HOSTILE_SLEEP"] ?? "300"]
  try process.run()
}

public func write(_ text: String, to path: String) throws {
  try text.write(toFile: path, atomically: false, encoding: .utf8)
}

/// The `errno` of a connection to an address; 0 when there was one.
public func connect(to address: String, port: UInt16) -> Int32 {
  let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(socket) }
  var target = sockaddr_in()
  target.sin_family = sa_family_t(AF_INET)
  target.sin_port = port.bigEndian
  inet_pton(AF_INET, address, &target.sin_addr)
  // Never waits for an answer.
  _ = fcntl(socket, F_SETFL, O_NONBLOCK)
  let size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let result = withUnsafePointer(to: &target) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(socket, $0, size) }
  }
  return result == 0 ? 0 : errno
}

/// A megabyte without the end of a line.
public func printAMegabyte() {
  let piece = String(repeating: "x", count: 1_024)
  for _ in 0..<1_024 { print(piece, terminator: "") }
  fflush(nil)
}
