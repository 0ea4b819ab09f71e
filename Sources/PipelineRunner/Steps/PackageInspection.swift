import CIModel
import CoverageData
import PipelineConfig
import ProcessExecution
import RunEvents
import SwiftPackage

extension BuiltPackage {
  /// The failed step, when SwiftPM did not describe the package.
  struct Stopped: Error {
    var execution: StepExecution
  }

  /// Asks SwiftPM for the package description and the folder of the products, unless the cached
  /// answers are still valid.
  ///
  /// - Parameter arguments: The arguments of the build.
  static func inspect(
    _ session: StepSession, arguments: [String]
  ) throws(LaunchError) -> Result<BuiltPackage, Stopped> {
    let cache = session.run.environment.toolchain.map { toolchain in
      PackageCache(
        session.run.services.state,
        key: PackageCache.Key(
          directory: session.directory, toolchain: "\(toolchain.swift) \(toolchain.version)",
          arguments: arguments, environment: session.toolEnvironment))
    }
    if let kept = cache?.read(), case .success(let package) = read(kept, session) {
      return .success(package)
    }
    let describe = Plan.Command("swift", ["package", "describe", "--type", "json"])
    let binPath = Plan.Command("swift", ["build", "--show-bin-path"] + arguments)
    let description = try session.ask(describe)
    let folder = try session.ask(binPath)
    for (command, capture) in [(describe, description), (binPath, folder)]
    where !capture.termination.isSuccess {
      var result = session.failure(capture.termination) ?? session.result(.failed)
      if result.status == .failed {
        let message = capture.errorText.split(whereSeparator: \.isNewline).last ?? ""
        result.reason = "`\(command.shellText)` failed: \(message)"
      }
      return .failure(Stopped(execution: StepExecution(result)))
    }
    let lines = folder.text.split(whereSeparator: \.isNewline)
    let answer = PackageCache.Answer(
      description: description.standardOutput, binPath: lines.last.map(String.init) ?? "")
    let package = read(answer, session)
    if case .success = package { cache?.write(answer) }
    return package
  }

  private static func read(
    _ answer: PackageCache.Answer, _ session: StepSession
  ) -> Result<BuiltPackage, Stopped> {
    do throws(PackageDescriptionError) {
      let package = try PackageDescription(json: answer.description)
      return .success(
        BuiltPackage(
          description: package,
          products: BuildProducts(binPath: answer.binPath, package: package)))
    } catch {
      return .failure(
        Stopped(execution: StepExecution(session.result(.failed, reason: error.description))))
    }
  }
}
