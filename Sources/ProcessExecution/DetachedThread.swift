// Which module declares `sigset_t` depends on the one that the compiler loads first.
import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs `body` on a new detached thread that blocks signals: they are for `SignalMonitor`, or,
/// before it starts, for the main thread.
///
/// When no thread can be started, even with a small stack, the process prints an error and exits
/// with 69: waiting for the thread's work would never end.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(ThreadBody(body))
  var blocked = sigset_t()
  sigfillset(&blocked)
  // The thread itself causes these signals.
  for number in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS] {
    sigdelset(&blocked, number)
  }
  var ours = sigset_t()
  pthread_sigmask(SIG_SETMASK, &blocked, &ours)
  defer { pthread_sigmask(SIG_SETMASK, &ours, nil) }
  // A stack takes 8 MiB of address space, which `ulimit -v` may not allow.
  if start(box, stackSize: nil) || start(box, stackSize: 512 << 10) { return }
  let message =
    "devtool: error: no thread can be started: the limit on memory or processes is too low\n"
  _ = message.utf8CString.withUnsafeBufferPointer {
    write(STDERR_FILENO, $0.baseAddress, $0.count - 1)
  }
  _exit(69)
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// - Returns: Whether the thread was started; it then owns the body.
private func start(_ body: Unmanaged<ThreadBody>, stackSize: Int?) -> Bool {
  var attributes = pthread_attr_t()
  guard pthread_attr_init(&attributes) == 0 else { return false }
  defer { pthread_attr_destroy(&attributes) }
  if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  #if canImport(Glibc)
    var thread = pthread_t()
    return pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, body.toOpaque()) == 0
  #else
    var thread: pthread_t?
    return pthread_create(
      &thread, &attributes,
      { argument in
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, body.toOpaque()) == 0
  #endif
}
