/// One attempt of a process to reach an address outside of this machine's loopback.
package struct NetworkAttempt: Hashable, Sendable {
  /// The address: `93.184.216.34:443`, `[2606:2800::1]:443`, or without a port where there is none;
  /// for a look-up, the name server. `nil` when it could not be read.
  package var address: String?
  /// The host name of a look-up.
  package var host: String?
  /// The name of the program that made the attempt; `nil` when it is the process that devtool
  /// started.
  package var program: String?
  package var time: SuspendingClock.Instant

  package init(
    address: String?, host: String? = nil, program: String? = nil, time: SuspendingClock.Instant
  ) {
    self.address = address
    self.host = host
    self.program = program
    self.time = time
  }

  /// The target as text: `93.184.216.34:443`, `example.com (name look-up at 10.0.0.2:53)`.
  package var text: String {
    let target: String
    if let host {
      target = "\(host) (name look-up\(address.map { " at \($0)" } ?? ""))"
    } else {
      target = address ?? "an address that could not be read"
    }
    return program.map { "\(target) through \($0)" } ?? target
  }
}
