import Foundation

/// Lets two tests meet that run at the same time, by files in the folder `MEETING`: the first holds
/// something until the second has seen it. Without that folder, and when they have met before, nobody
/// waits.
enum Meeting {
  private static let folder = ProcessInfo.processInfo.environment["MEETING"]

  private static func path(_ name: String) -> String? { folder.map { "\($0)/\(name)" } }

  /// Says that the thing is there, and waits for the second test to have seen it.
  static func hold(_ name: String) {
    guard let here = path("\(name).here") else { return }
    _ = FileManager.default.createFile(atPath: here, contents: nil)
    wait(for: "\(name).seen")
  }

  /// Waits for the first test.
  static func join(_ name: String) { wait(for: "\(name).here") }

  /// Says that the second test has seen enough.
  static func leave(_ name: String) {
    if let seen = path("\(name).seen") {
      _ = FileManager.default.createFile(atPath: seen, contents: nil)
    }
  }

  private static func wait(for name: String) {
    guard let file = path(name) else { return }
    for _ in 0..<6_000 where !FileManager.default.fileExists(atPath: file) {
      usleep(10_000)
    }
  }
}
