package import FileSystem
import PipelineConfig
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// When the builds of a run began that passed: what was written before is in what they built.
package final class BuildStarts: Sendable {
  /// Tells builds apart that leave other products.
  private struct Key: Hashable {
    var directory: String?
    var configuration: BuildConfiguration
    var buildSystem: BuildSystem?
    var sanitizer: Sanitizer?
  }

  private let times = Mutex<[Key: FileTime]>([:])

  /// - Parameter start: As `now(in:)` gave it just before the build.
  func note(_ step: PipelineStep, start: FileTime) {
    guard let key = key(of: step) else { return }
    times.withLock { $0[key] = start }
  }

  /// When the last build began that made the tests of a step; `nil` when none did in this run.
  func start(for step: PipelineStep) -> FileTime? {
    key(of: step).flatMap { key in times.withLock { $0[key] } }
  }

  private func key(of step: PipelineStep) -> Key? {
    switch step.action {
    case .swiftBuild(let options) where options.buildsAllTests:
      Key(
        directory: step.directory, configuration: options.configuration,
        buildSystem: options.buildSystem, sanitizer: options.sanitizer)
    case .swiftTest(let options):
      Key(
        directory: step.directory, configuration: options.configuration,
        buildSystem: options.buildSystem, sanitizer: options.sanitizer)
    default: nil
    }
  }

  /// The time by the clock that stamps the files in a folder, which need not be this machine's.
  package static func now(in folder: String) -> FileTime {
    let path = "\(folder)/.clock-\(getpid())"
    guard let file = try? OpenFile(path, to: .create, permissions: 0o600) else { return .now }
    defer { removeFile(path) }
    return file.status?.modified ?? .now
  }
}
