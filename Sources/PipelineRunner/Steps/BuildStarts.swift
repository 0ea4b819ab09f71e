package import FileSystem
import PipelineConfig
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Start times of the successful builds of a run; files written earlier are in the products.
package final class BuildStarts: Sendable {
  /// Identifies a build by the settings that determine its products.
  private struct Key: Hashable {
    var directory: String?
    var configuration: BuildConfiguration
    var buildSystem: BuildSystem?
    var sanitizer: Sanitizer?
  }

  private let times = Mutex<[Key: FileTime]>([:])

  /// - Parameter start: The value of `now(in:)` just before the build.
  func note(_ step: PipelineStep, start: FileTime) {
    guard let key = key(of: step) else { return }
    times.withLock { $0[key] = start }
  }

  /// Start of the last build in this run that built the tests of a step; `nil` when there was none.
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

  /// The time of the clock that stamps files in a folder, which may be another machine's.
  package static func now(in folder: String) -> FileTime {
    let path = "\(folder)/.clock-\(getpid())"
    guard let file = try? OpenFile(path, to: .create, permissions: 0o600) else { return .now }
    defer { removeFile(path) }
    return file.status?.modified ?? .now
  }
}
