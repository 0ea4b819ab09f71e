import FileSystem
package import ProcessExecution

extension Toolchain {
  /// Type-checks the `Package.swift` of a folder; none of its code runs.
  ///
  /// Source: SwiftPM compiles manifests with `-package-description-version` and the modules of
  /// `usr/lib/swift/pm/ManifestAPI` (`ManifestLoader.swift`).
  ///
  /// - Returns: The first error of the compiler, as it prints it; `nil` when the manifest is right or
  ///   cannot be checked.
  package func manifestError(
    in folder: String, environment: [String: String], launcher: ProcessLauncher
  ) -> String? {
    // `swift` may be a link of a version manager; llvm-cov is beside the real one.
    let tools = llvmCov.parentFolder
    let interface = tools.parentFolder + "/lib/swift/pm/ManifestAPI"
    let compiler = tools + "/swiftc"
    guard mayExecute(compiler), fileExists(interface),
      let bytes = try? readFile("\(folder)/Package.swift", limit: 1 << 20)
    else { return nil }
    guard let version = Self.toolsVersion(String(decoding: bytes, as: UTF8.self)) else {
      return "Package.swift:1:1: error: the first line names no version, as "
        + "`// swift-tools-version: 6.0` does"
    }
    let check = try? launcher.capture(
      Invocation(
        compiler,
        [
          "-typecheck", "-I", interface, "-package-description-version", version,
          "\(folder)/Package.swift",
        ], environment: environment, timeout: .seconds(60)))
    guard let check, case .exited(let status) = check.termination, status != 0 else { return nil }
    let lines = check.errorText.split(whereSeparator: \.isNewline)
    return lines.first { $0.contains(" error: ") }.map(String.init)
  }

  /// The version in the comment that begins a manifest: `6.0` of `// swift-tools-version: 6.0`.
  static func toolsVersion(_ manifest: String) -> String? {
    guard let line = manifest.split(whereSeparator: \.isNewline).first,
      let name = line.firstRange(of: "swift-tools-version:")
    else { return nil }
    let version = line[name.upperBound...].drop { $0 == " " }.prefix { $0.isNumber || $0 == "." }
    return version.isEmpty ? nil : String(version)
  }
}
