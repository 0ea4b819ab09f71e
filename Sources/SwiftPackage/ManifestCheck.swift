import FileSystem
package import ProcessExecution

extension Toolchain {
  /// Type-checks the `Package.swift` of a folder without running its code.
  ///
  /// Source: SwiftPM compiles manifests with `-package-description-version` and the modules of
  /// `usr/lib/swift/pm/ManifestAPI` (`ManifestLoader.swift`).
  ///
  /// - Returns: The first error that the compiler prints; `nil` when the manifest is valid or
  ///   cannot be checked.
  package func manifestError(
    in folder: String, environment: [String: String], launcher: ProcessLauncher
  ) -> String? {
    // `swift` may be a link of a version manager; llvm-cov is next to the real one.
    let tools = llvmCov.parentFolder
    let interface = tools.parentFolder + "/lib/swift/pm/ManifestAPI"
    let compiler = tools + "/swiftc"
    guard mayExecute(compiler), fileExists(interface),
      case let name = manifestName(in: folder),
      let bytes = try? readFile("\(folder)/\(name)", limit: 1 << 20)
    else { return nil }
    guard let version = Self.toolsVersion(String(decoding: bytes, as: UTF8.self)) else {
      return "\(name):1:1: error: the first line declares no tools version, such as `// "
        + "swift-tools-version: 6.0`"
    }
    if Self.isNewer(version, than: self.version) {
      return "\(name):1:1: error: it requires Swift \(version), but this is \(self.version)"
    }
    let check = try? launcher.capture(
      Invocation(
        compiler,
        [
          "-typecheck", "-I", interface, "-package-description-version", version,
          "\(folder)/\(name)",
        ], environment: environment, timeout: .seconds(60)))
    guard let check, case .exited(let status) = check.termination, status != 0 else { return nil }
    let lines = check.errorText.split(whereSeparator: \.isNewline)
    return lines.first { $0.contains(" error: ") }.map(String.init)
  }

  /// The manifest that SwiftPM reads with this toolchain: one for exactly its version, else the
  /// one with the highest tools version that it can read.
  ///
  /// Source: `ManifestLoader.findManifest` of SwiftPM, and SwiftVersionSpecificPackaging.md there.
  package func manifestName(in folder: String) -> String {
    let numbers = version.prefix { $0.isNumber || $0 == "." }.split(separator: ".")
    let exact = [3, 2, 1].map {
      "Package@swift-\(numbers.prefix($0).joined(separator: ".")).swift"
    }
    if let name = exact.first(where: { fileExists("\(folder)/\($0)") }) { return name }
    func toolsVersion(_ name: String) -> String? {
      (try? readFile("\(folder)/\(name)", limit: 1 << 20))
        .flatMap { Self.toolsVersion(String(decoding: $0, as: UTF8.self)) }
    }
    var best = (name: "Package.swift", version: toolsVersion("Package.swift") ?? "3.1")
    for name in folderContents(folder).sorted()
    where name.hasPrefix("Package@swift-") && name.hasSuffix(".swift") {
      guard let found = toolsVersion(name), !Self.isNewer(found, than: version),
        Self.isNewer(best.version, than: version) || Self.isNewer(found, than: best.version)
      else { continue }
      best = (name, found)
    }
    return best.name
  }

  /// Makes SwiftPM load the package, which runs the code of its manifest; dependencies are not
  /// fetched.
  ///
  /// - Returns: SwiftPM's error; `nil` when the package is valid or SwiftPM cannot be run.
  package func packageError(
    in folder: String, environment: [String: String], launcher: ProcessLauncher
  ) -> String? {
    guard let scratch = try? makeTemporaryFolder(in: "/tmp", prefix: "devtool-") else { return nil }
    defer { removeTree(scratch) }
    func error(of words: String...) -> String? {
      let check = try? launcher.capture(
        Invocation(
          swift, ["package", "--package-path", folder, "--scratch-path", scratch] + words,
          environment: environment, timeout: .seconds(60)))
      guard let check, case .exited(let status) = check.termination, status != 0 else { return nil }
      let lines = check.errorText.split(whereSeparator: \.isNewline)
      // Above the compiler's error, SwiftPM prints its command.
      return (lines.first { $0.contains(": error: ") } ?? lines.first { $0.contains("error: ") })
        .map(String.init)
    }
    if let error = error(of: "describe") { return error }
    // The dependencies of targets are checked only if nothing must be fetched for it.
    let name = manifestName(in: folder)
    let manifest = (try? readFile("\(folder)/\(name)", limit: 1 << 20)) ?? []
    let fetches = ["url:", "id:"].contains { manifest.firstRange(of: $0.utf8) != nil }
    return fetches ? nil : error(of: "--disable-automatic-resolution", "show-executables")
  }

  /// Whether major and minor version are greater than those of another version; false when the
  /// other version contains no number.
  package static func isNewer(_ version: String, than other: String) -> Bool {
    func numbers(_ text: String) -> [Int] {
      text.split(separator: ".").prefix(2).map { Int($0.prefix { $0.isNumber }) ?? 0 }
    }
    let known = numbers(other)
    return known.first ?? 0 > 0 && known.lexicographicallyPrecedes(numbers(version))
  }

  /// The version in the first comment of a manifest: `6.0` of `// swift-tools-version: 6.0`.
  static func toolsVersion(_ manifest: String) -> String? {
    guard let line = manifest.split(whereSeparator: \.isNewline).first,
      let name = line.firstRange(of: "swift-tools-version:")
    else { return nil }
    let version = line[name.upperBound...].drop { $0 == " " }.prefix { $0.isNumber || $0 == "." }
    return version.isEmpty ? nil : String(version)
  }
}
