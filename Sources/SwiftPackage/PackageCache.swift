import FileSystem
package import LocalState
import ProcessExecution

/// Caches SwiftPM's description of a package while nothing that it depends on changes: asking
/// SwiftPM takes a second or two, and a test run on an existing build should not need SwiftPM at
/// all.
package struct PackageCache {
  /// The inputs that the answers depend on.
  package struct Key: Hashable {
    /// The absolute path of the package root.
    package var directory: String
    /// The `swift` that would be run, with its version.
    package var toolchain: String
    /// The arguments for `swift build`.
    package var arguments: [String]
    /// The complete environment; it matters only if the manifest reads it.
    package var environment: [String: String]

    package init(
      directory: String, toolchain: String, arguments: [String], environment: [String: String]
    ) {
      self.directory = directory
      self.toolchain = toolchain
      self.arguments = arguments
      self.environment = environment
    }
  }

  package struct Answer: Hashable {
    /// The output of `swift package describe --type json`.
    package var description: [UInt8]
    package var binPath: String

    package init(description: [UInt8], binPath: String) {
      self.description = description
      self.binPath = binPath
    }
  }

  private let file: SealedFile
  private let key: Key

  package init(_ state: StateFolder, key: Key) {
    self.key = key
    file = state.cached(.package(hash: FNV1a([key.directory] + key.arguments).hex))
  }

  /// Returns the cached answers; `nil` when there are none or they are out of date.
  package func read() -> Answer? {
    guard let bytes = file.read(limit: 256 << 20) else { return nil }
    let parts = bytes.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let answer = Answer(
      description: Array(parts[2]), binPath: String(decoding: parts[1], as: UTF8.self))
    guard String(decoding: parts[0], as: UTF8.self) == stamp(for: answer) else { return nil }
    return answer
  }

  /// Caches answers; a failure only costs time on the next run.
  package func write(_ answer: Answer) {
    let head = Array("\(stamp(for: answer))\n\(answer.binPath)\n".utf8)
    try? file.write(head + answer.description, isDurable: true)
  }

  /// A hash of everything that the answers depend on.
  private func stamp(for answer: Answer) -> String {
    var facts = ["1", key.directory, key.toolchain] + key.arguments
    var manifests = folderContents(key.directory).filter {
      $0 == "Package.swift" || $0 == "Package.resolved"
        || ($0.hasPrefix("Package@swift") && $0.hasSuffix(".swift"))
    }
    manifests.sort()
    var readsEnvironment = false
    for name in manifests {
      let bytes = (try? readFile("\(key.directory)/\(name)", limit: 4 << 20)) ?? []
      facts.append("\(name) \(bytes.withUnsafeBytes { FNV1a($0) }.value)")
      let text = String(decoding: bytes, as: UTF8.self)
      readsEnvironment =
        readsEnvironment || text.contains("environment") || text.contains("getenv")
    }
    if readsEnvironment {
      facts += key.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }
    facts += sourceNames(answer)
    return "devtool-package-1 \(FNV1a(facts).hex)"
  }

  /// The names of all files of all targets: the description lists the sources, so adding or
  /// removing a file changes it.
  private func sourceNames(_ answer: Answer) -> [String] {
    guard let description = try? PackageDescription(json: answer.description) else { return [] }
    var names: [String] = []
    for path in Set(description.targets.map(\.path)).sorted() {
      walkTree("\(key.directory)/\(path)", isSorted: true) { file, name, status in
        if name.hasPrefix(".") { return false }
        if !status.isFolder { names.append("\(path)/\(file)") }
        return true
      }
    }
    return names
  }
}
