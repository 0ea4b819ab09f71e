/// One try of a process to reach something that is not this machine's loopback.
package struct NetworkAttempt: Hashable, Sendable {
  /// `93.184.216.34:443`, `[2606:2800::1]:443`, an address alone where there is no port, or the name
  /// server for a look-up; `nil` when the address could not be read.
  package var address: String?
  /// The host name of a look-up.
  package var host: String?
  /// The name of the program that tried, when it is not the process we started.
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

  /// What was wanted: `93.184.216.34:443`, `example.com (name look-up at 10.0.0.2:53)`.
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
