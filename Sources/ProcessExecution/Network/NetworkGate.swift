import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Stands between a process and the network: reads which address each call wants, notes what is
/// outside, and lets the call go on or fail.
///
/// A process could change the address between our look and the kernel's; under `deny` it has no
/// network but loopback anyway, so that is no way out. Source of the protocol: seccomp_unotify(2).
struct NetworkGate {
  let descriptor: Int32
  private let watch: NetworkWatch
  private let leader: pid_t
  /// Sockets that were connected to a name server and asked nothing yet, or are known as such.
  private var nameServers:
    [Socket: (address: String, isNoted: Bool, time: SuspendingClock.Instant)] =
      [:]

  private struct Socket: Hashable {
    var thread: pid_t
    var descriptor: UInt64
  }

  init(listener: Int32, watch: NetworkWatch, leader: pid_t) {
    descriptor = listener
    self.watch = watch
    self.leader = leader
  }

  /// Sees to one call that waits; `false` when nothing will come any more.
  mutating func serve() -> Bool {
    var call = platform_network_notification()
    guard platform_receive_notification(descriptor, &call) == 0 else {
      // The thread was killed, or a signal interrupted us.
      return errno == ENOENT || errno == EINTR
    }
    let answer = decide(call)
    _ = platform_answer_notification(descriptor, call.identifier, answer)
    return true
  }

  /// Notes the name servers that were never asked for a name, and lets go of the process.
  mutating func finish() {
    for entry in nameServers.values.sorted(by: { $0.time < $1.time }) where !entry.isNoted {
      watch.note(NetworkAttempt(address: entry.address, time: entry.time))
    }
    nameServers = [:]
    close(descriptor)
  }

  // MARK: Deciding

  /// The answer to a call: 0 to go on, an `errno` value, or -1 for a success that never happened.
  private mutating func decide(_ call: platform_network_notification) -> Int32 {
    let memory = ThreadMemory(thread: call.thread)
    let socket = Socket(thread: call.thread, descriptor: call.arguments.0 & 0xffff_ffff)
    switch call.call {
    case PLATFORM_CALL_CONNECT:
      let length = min(call.arguments.2 & 0xffff_ffff, 128)
      return connect(socket, memory.read(call.arguments.1, Int(length)), call)
    case PLATFORM_CALL_SENDTO:
      let length = min(call.arguments.5 & 0xffff_ffff, 128)
      let address =
        call.arguments.4 == 0 ? [] : memory.read(call.arguments.4, Int(length))
      return send(socket, to: address, call) {
        memory.read(call.arguments.1, Int(min(call.arguments.2, 512)))
      }
    case PLATFORM_CALL_SENDMSG:
      return send(socket, memory.message(at: call.arguments.1), call)
    default:
      var answer: Int32 = 0
      let count = min(call.arguments.2 & 0xffff_ffff, 8)
      for index in 0..<count {
        // struct mmsghdr: a msghdr of 56 bytes and a length, 64 bytes in all.
        let message = memory.message(at: call.arguments.1 &+ index &* 64)
        let one = send(socket, message, call)
        if answer == 0 { answer = one }
      }
      return answer
    }
  }

  private mutating func connect(
    _ socket: Socket, _ bytes: [UInt8]?, _ call: platform_network_notification
  ) -> Int32 {
    nameServers[socket] = nil
    guard let bytes else { return unreadable(call) }
    let address = SocketAddress(bytes)
    switch address {
    case .internet(_, 53, _):
      // Nothing has been sent yet. Where it can be sent nowhere, a success lets the process show
      // which name it wants.
      nameServers[socket] = (address.text ?? "", false, SuspendingClock.now)
      return watch.mode == .deny ? -1 : 0
    case .internet(_, _, false):
      return refuse(address.text, call, ENETUNREACH)
    case .local(let path) where path.contains("/systemd/resolve/"):
      // Refused, the C library asks over UDP, and the name can be read.
      return ECONNREFUSED
    case .local(let path) where path.hasSuffix("/nscd/socket") && watch.mode == .deny:
      return ECONNREFUSED
    case .internet, .local, .other:
      return 0
    }
  }

  private mutating func send(
    _ socket: Socket, _ message: ThreadMemory.Message?, _ call: platform_network_notification
  ) -> Int32 {
    guard let message else { return 0 }
    return send(socket, to: message.address, call) { message.content }
  }

  /// - Parameter address: Empty when the socket is connected, `nil` when it could not be read.
  private mutating func send(
    _ socket: Socket, to address: [UInt8]?, _ call: platform_network_notification,
    content: () -> [UInt8]?
  ) -> Int32 {
    guard let address else { return unreadable(call) }
    if address.isEmpty {
      guard let server = nameServers[socket], let query = content() else { return 0 }
      let host = NameQuery.host(in: query) ?? NameQuery.host(in: Array(query.dropFirst(2)))
      guard let host else { return 0 }
      nameServers[socket]?.isNoted = true
      return refuse(server.address, host: host, call, ECONNREFUSED)
    }
    let target = SocketAddress(address)
    switch target {
    case .internet(_, 53, let isLoopback):
      let host = content().flatMap { NameQuery.host(in: $0) }
      if host == nil, isLoopback { return 0 }
      return refuse(target.text, host: host, call, ECONNREFUSED)
    case .internet(_, _, false):
      return refuse(target.text, call, ENETUNREACH)
    case .internet, .local, .other:
      return 0
    }
  }

  private func unreadable(_ call: platform_network_notification) -> Int32 {
    // A bad pointer is the process's own mistake, and the kernel tells it so.
    0
  }

  private func refuse(
    _ address: String?, host: String? = nil, _ call: platform_network_notification, _ code: Int32
  ) -> Int32 {
    // What was read is the thread's own only when it still waits.
    guard platform_notification_waits(descriptor, call.identifier) != 0 else { return 0 }
    watch.note(
      NetworkAttempt(
        address: address, host: host, program: program(of: call.thread),
        time: SuspendingClock.now))
    return watch.mode == .deny ? code : 0
  }

  /// The name of the program, unless it is the process that we started.
  private func program(of thread: pid_t) -> String? {
    #if os(Linux)
      guard let status = readProcFile("/proc/\(thread)/status"),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Tgid:") }),
        let process = pid_t(line.dropFirst(5).trimmingPrefix { $0 == "\t" || $0 == " " }),
        process != leader, let name = readProcFile("/proc/\(process)/comm")
      else { return nil }
      return String(name.prefix { $0 != "\n" })
    #else
      return nil
    #endif
  }
}
