import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Intercepts the network calls of a process: reads the target address of each call, records
/// addresses outside of this machine, and lets the call continue or fail.
///
/// A process could change the address after it was checked and before the kernel reads it. Under
/// `deny` that is no way out, since the process has no network except loopback anyway. Source of
/// the protocol: seccomp_unotify(2).
struct NetworkGate {
  let descriptor: Int32
  private let watch: NetworkWatch
  private let leader: pid_t
  /// Sockets that were connected to a name server; `isNoted` is set once a look-up was recorded.
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

  /// Answers one waiting call; returns `false` when no further call will come.
  mutating func serve() -> Bool {
    var call = platform_network_notification()
    guard platform_receive_notification(descriptor, &call) == 0 else {
      // The thread was killed, or a signal interrupted the call.
      return errno == ENOENT || errno == EINTR
    }
    let answer = decide(call)
    _ = platform_answer_notification(descriptor, call.identifier, answer)
    return true
  }

  /// Records connections to name servers without a look-up, and closes the listener.
  mutating func finish() {
    for entry in nameServers.values.sorted(by: { $0.time < $1.time }) where !entry.isNoted {
      watch.note(NetworkAttempt(address: entry.address, time: entry.time))
    }
    nameServers = [:]
    close(descriptor)
  }

  // MARK: Deciding

  /// The answer to a call: 0 to continue, an `errno` value, or -1 to report success without
  /// executing the call.
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
      // Nothing has been sent yet. Under `deny`, reporting success makes the process send its
      // query, which contains the host name.
      nameServers[socket] = (address.text ?? "", false, SuspendingClock.now)
      return watch.mode == .deny ? -1 : 0
    case .internet(_, _, false):
      return refuse(address.text, call, ENETUNREACH)
    case .local(let path) where path.contains("/systemd/resolve/"):
      // After a refusal, the C library asks over UDP, where the name can be read.
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
    // The pointer is invalid; the kernel reports that to the process.
    0
  }

  private func refuse(
    _ address: String?, host: String? = nil, _ call: platform_network_notification, _ code: Int32
  ) -> Int32 {
    // The data that was read belongs to this call only if the thread still waits.
    guard platform_notification_waits(descriptor, call.identifier) != 0 else { return 0 }
    watch.note(
      NetworkAttempt(
        address: address, host: host, program: program(of: call.thread),
        time: SuspendingClock.now))
    return watch.mode == .deny ? code : 0
  }

  /// The name of the program; `nil` when it is the process that devtool started.
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
