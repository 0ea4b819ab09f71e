import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A real nginx on a loopback port, with a configuration and files of its own, run by who runs the
/// tests.
package final class NginxServer {
  /// Where Debian and Homebrew put it; `nil` when it is not installed.
  package static let executable = [
    "/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  package static let reasonToSkip = "nginx is not installed; `make bootstrap-dev` installs it"

  package let port: UInt16
  private let scratch: ScratchDirectory
  private let process = Process()

  package var url: String { "http://127.0.0.1:\(port)" }
  /// Where what it got lies: `ac/…`, `cas/…`.
  package var files: String { scratch.path + "/files" }

  package struct DidNotStart: Error, CustomStringConvertible {
    package var description: String
  }

  /// - Parameter authorization: What the header must be; `nil` lets everybody in.
  package init(authorization: String? = nil) throws {
    guard let executable = Self.executable else {
      throw DidNotStart(description: Self.reasonToSkip)
    }
    // nginx as root changes to another user for its workers, who has to get there.
    scratch = try ScratchDirectory(in: .open)
    port = try LoopbackServer.closedPort()
    let guarding =
      authorization.map { "if ($http_authorization != \"\($0)\") { return 401; }" } ?? ""
    let folder = scratch.path
    try scratch.write(
      """
      daemon off; master_process off; pid \(folder)/pid; error_log \(folder)/error.log;
      events { worker_connections 64; }
      http {
        access_log \(folder)/access.log;
        client_body_temp_path \(folder)/body; proxy_temp_path \(folder)/proxy;
        fastcgi_temp_path \(folder)/fastcgi; uwsgi_temp_path \(folder)/uwsgi;
        scgi_temp_path \(folder)/scgi;
        server {
          listen 127.0.0.1:\(port);
          root \(folder)/files;
          client_max_body_size 0;
          location / { \(guarding) dav_methods PUT; create_full_put_path on; }
        }
      }
      """, to: "nginx.conf")
    try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = ["-p", folder, "-c", folder + "/nginx.conf", "-e", folder + "/error.log"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<2_000 {
      if FileManager.default.fileExists(atPath: folder + "/pid") { return }
      if !process.isRunning { break }
      usleep(5_000)
    }
    let log = (try? scratch.read("error.log")) ?? ""
    throw DidNotStart(description: "nginx did not start: \(log)")
  }

  deinit {
    // SIGTERM may be blocked in it: a process inherits that from the thread that starts it.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Drops everything that it keeps.
  package func forget() {
    try? FileManager.default.removeItem(atPath: files)
    try? FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
  }

  /// A line for each request, in nginx's own format.
  package var accessLog: String { (try? scratch.read("access.log")) ?? "" }

  /// The names of what it keeps in `ac` or `cas`.
  package func names(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(files)/\(folder)")) ?? []).sorted()
  }
}
