import FileSystem
package import LocalState
package import ProcessExecution

/// Caches the toolchain's description of itself while the toolchain is the same: asking it takes
/// longer than many test runs.
///
/// Only a `swift` that is next to its compiler is cached. Others, such as those of swiftly and
/// macOS, delegate to a toolchain that is selected elsewhere.
package struct ToolchainCache {
  private let file: SealedFile
  private let environment: [String: String]

  package init(_ state: StateFolder, environment: [String: String]) {
    file = state.cached(.toolchain)
    self.environment = environment
  }

  package func find(_ launcher: ProcessLauncher) throws(ToolchainError) -> Toolchain {
    let stamp = stamp()
    if let stamp, let kept = read(stamp) { return kept }
    let toolchain = try Toolchain.find(environment: environment, launcher: launcher)
    if let stamp, stamp.swift == toolchain.swift { write(toolchain, stamp) }
    return toolchain
  }

  private struct Stamp {
    /// The absolute path of `swift`, as found on the `PATH`.
    var swift: String
    var text: String
  }

  private func stamp() -> Stamp? {
    guard let swift = findExecutable("swift", path: environment["PATH"] ?? ""),
      let real = realPath(swift)
    else { return nil }
    let folder = real[..<(real.lastIndex(of: "/") ?? real.endIndex)]
    var facts = ["devtool-toolchain-1", swift]
    for file in [real, "\(folder)/swift-frontend", "\(folder)/llvm-cov", "\(folder)/llvm-profdata"]
    {
      guard let status = FileStatus(file) else { return nil }
      facts.append("\(file) \(status.inode) \(status.size) \(status.modified.text)")
    }
    // Variables that can select another toolchain.
    for name in ["TOOLCHAINS", "SDKROOT", "DEVELOPER_DIR"] {
      facts.append("\(name)=\(environment[name] ?? "")")
    }
    return Stamp(swift: swift, text: facts.joined(separator: "\t"))
  }

  private func read(_ stamp: Stamp) -> Toolchain? {
    guard let bytes = file.read(limit: 1 << 16) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 6, lines[0] == stamp.text else { return nil }
    return Toolchain(
      swift: stamp.swift, llvmCov: String(lines[1]), llvmProfdata: String(lines[2]),
      version: String(lines[3]), triple: String(lines[4]))
  }

  private func write(_ toolchain: Toolchain, _ stamp: Stamp) {
    let answers = [
      toolchain.llvmCov, toolchain.llvmProfdata, toolchain.version, toolchain.triple,
    ]
    let text = ([stamp.text] + answers).joined(separator: "\n") + "\n"
    guard !(stamp.text + answers.joined()).contains("\n") else { return }
    // A command that only reads must leave no files; a failed write only costs time on the next
    // run.
    guard fileExists(file.folder) else { return }
    try? file.write(Array(text.utf8), isDurable: true)
  }
}
