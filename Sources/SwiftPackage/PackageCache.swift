import FileSystem
package import LocalState
import ProcessExecution

/// What SwiftPM said of a package, kept as long as nothing has changed that it depends on: asking
/// takes a second or two, and a test run on what is built should not need SwiftPM at all.
package struct PackageCache {
  /// What the answers depend on.
  package struct Key: Hashable {
    /// The package root; absolute.
    package var directory: String
    /// The `swift` that would be asked, with its version.
    package var toolchain: String
    /// What would be given to `swift build`.
    package var arguments: [String]
    /// Complete; counts only where the manifest reads it.
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

  /// The kept answers; `nil` when there are none or they are out of date.
  package func read() -> Answer? {
    guard let bytes = file.read(limit: 256 << 20) else { return nil }
    let parts = bytes.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let answer = Answer(
      description: Array(parts[2]), binPath: String(decoding: parts[1], as: UTF8.self))
    guard String(decoding: parts[0], as: UTF8.self) == stamp(for: answer) else { return nil }
    return answer
  }

  /// Keeps answers that were just given; that it cannot costs only time the next time.
  package func write(_ answer: Answer) {
    let head = Array("\(stamp(for: answer))\n\(answer.binPath)\n".utf8)
    try? file.write(head + answer.description, isDurable: true)
  }

  /// Tells one state of everything the answers depend on from another.
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

  /// Every file of every target: the description names the sources, and one more or one less
  /// changes it.
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
