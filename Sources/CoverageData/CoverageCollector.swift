import CIModel
import FileSystem
package import ProcessExecution
package import SwiftPackage

/// Converts the profiles of test processes to coverage with the toolchain's own tools.
package struct CoverageCollector: Sendable {
  let toolchain: Toolchain
  private let launcher: ProcessLauncher

  package init(toolchain: Toolchain, launcher: ProcessLauncher) {
    self.toolchain = toolchain
    self.launcher = launcher
  }

  /// Merges the profiles and reads the coverage of the package's sources.
  ///
  /// - Parameter workDirectory: An absolute path; created when missing. The merged profile and the
  ///   data to read it again remain in it.
  package func collect(
    _ inputs: CoverageInputs, workDirectory: String
  ) throws(CoverageError) -> CollectedCoverage {
    try collect(inputs, workDirectory: workDirectory, checksAge: true)
  }

  /// - Parameter checksAge: Whether modification times are meaningful; they are not if the files
  ///   were copied from other machines.
  func collect(
    _ inputs: CoverageInputs, workDirectory: String, checksAge: Bool
  ) throws(CoverageError) -> CollectedCoverage {
    guard !inputs.profiles.isEmpty else { throw .noProfiles }
    guard !inputs.objects.isEmpty else { throw .noObjects(folder: inputs.packageRoot) }
    if checksAge { try refuseStaleProfiles(inputs) }
    try WorkFiles.makeFolder(workDirectory)

    let profile = "\(workDirectory)/\(StoredMeasurement.profileName)"
    let unreadable = try merge(inputs.profiles, to: profile, workDirectory: workDirectory)
    var complete = inputs
    if !unreadable.isEmpty {
      complete.isPartial = true
      complete.isSelection = false
    }
    var collected = try read(complete, profile: profile, workDirectory: workDirectory)
    try StoredMeasurement(complete, collected.coverage).write(in: workDirectory)
    collected.toolWarnings = unreadable + collected.toolWarnings
    return collected
  }

  /// Reads the coverage from a merged profile and the objects of `inputs`.
  private func read(
    _ inputs: CoverageInputs, profile: String, workDirectory: String
  ) throws(CoverageError) -> CollectedCoverage {
    let export = try run(
      toolchain.llvmCov,
      ["export", "-format=text", "-skip-expansions", "-instr-profile=\(profile)"]
        + inputs.objects.enumerated().flatMap { $0 == 0 ? [$1] : ["-object", $1] },
      workDirectory: workDirectory)
    var assembler = CoverageAssembler(inputs)
    var files: [MeasuredFile] = []
    var functions = FunctionLists()
    var tally = BuildTally()
    // A closure passed to `withUnsafeBytes` cannot throw a typed error.
    let result = export.standardOutput.withUnsafeBytes { bytes in
      Result { () throws(CoverageError) in
        try ExportScanner.scan(bytes, function: { functions.add($0) }) {
          tally.add($0)
          files.append(MeasuredFile($0))
        }
      }
    }
    try result.get()
    var warnings = CoverageCollector.warnings(in: export.errorText)
    if inputs.mayBeOfOtherBuilds {
      let others = try functionsOfOtherBuild(
        tally, inputs.objects, workDirectory: workDirectory)
      if others > 0 { throw .otherBuild(functions: others, of: tally.functions + others) }
      if tally.covered == 0 {
        warnings.append(
          "no function in the binaries ran in these profiles; they may belong to other binaries")
      }
    }
    if !inputs.wantsFunctions { functions.keepMissed() }
    do throws(CoverageError) {
      try functions.demangle(
        Demangler(toolchain: toolchain, launcher: launcher), workDirectory: workDirectory)
    } catch {
      warnings.append("functions keep their mangled names: \(error.description)")
    }
    for var file in files {
      let list = functions.functions(of: file.path)
      if inputs.wantsFunctions { file.functionList = list } else { file.missedFunctions = list }
      assembler.add(file)
    }
    let coverage = try assembler.coverage()
    return CollectedCoverage(
      coverage: coverage, unmatchedGlobs: assembler.unmatchedGlobs, findings: assembler.findings,
      toolWarnings: warnings, testHelpers: inputs.testHelpers(in: coverage))
  }

  /// Throws if a profile is older than a binary: it belongs to another build, so its counts would
  /// be dropped or assigned to other code. llvm-cov only warns about that.
  private func refuseStaleProfiles(_ inputs: CoverageInputs) throws(CoverageError) {
    var oldest: (path: String, time: FileTime)?
    for profile in inputs.profiles {
      guard let time = FileStatus(profile)?.modified else {
        throw .fileFailed(path: profile, message: "no such file")
      }
      if oldest.map({ time < $0.time }) ?? true { oldest = (profile, time) }
    }
    for object in inputs.objects {
      guard let time = FileStatus(object)?.modified else {
        throw .fileFailed(path: object, message: "no such file")
      }
      if let oldest, oldest.time < time { throw .stale(object: object, profile: oldest.path) }
    }
  }

  /// Merges all readable profiles and returns the warnings about the others.
  private func merge(
    _ profiles: [String], to output: String, workDirectory: String
  ) throws(CoverageError) -> [String] {
    // llvm-profdata treats an empty file as a run in which nothing was called.
    let empty = profiles.filter { FileStatus($0)?.size == 0 }
    guard empty.count < profiles.count else {
      throw .unreadableProfiles(count: profiles.count, message: "empty")
    }
    let profiles = profiles.filter { !empty.contains($0) }
    // A list in a file has no length limit. Each line is `weight,path`, so that a comma in the path
    // is not a separator.
    let list = "\(workDirectory)/profiles.txt"
    try WorkFiles.write(profiles.map { "1,\($0)\n" }.joined(), to: list)
    let arguments = ["merge", "-sparse", "-failure-mode=all", "-f", list, "-o", output]
    let merged = try capture(Invocation(toolchain.llvmProfdata, arguments))
    let errors = merged.errorText
    if merged.termination != .exited(0) {
      try refuseOtherVersion(errors, tool: toolchain.llvmProfdata)
      throw errors.contains("no profile can be merged")
        ? .unreadableProfiles(
          count: profiles.count, message: CoverageCollector.warnings(in: errors).first ?? "")
        : failed(toolchain.llvmProfdata, "merge", merged)
    }
    return empty.map { "\($0): empty profile" } + CoverageCollector.warnings(in: errors)
  }

  /// Runs an LLVM tool; very many arguments are passed in a response file.
  func run(
    _ tool: String, _ arguments: [String], workDirectory: String
  ) throws(CoverageError) -> ProcessLauncher.Capture {
    var words = arguments
    if arguments.reduce(0, { $0 + $1.utf8.count + 1 }) > 100_000 {
      let file = "\(workDirectory)/arguments.rsp"
      let text = arguments.dropFirst().map(CoverageCollector.responseFileLine).joined()
      try WorkFiles.write(text, to: file)
      words = [arguments[0], "@\(file)"]
    }
    let result = try capture(Invocation(tool, words))
    guard result.termination != .exited(0) else { return result }
    let errors = result.errorText
    try refuseOtherVersion(errors, tool: tool)
    if errors.contains("no coverage data found") {
      throw .notInstrumented(objects: arguments.filter { $0.hasPrefix("/") })
    }
    if let path = CoverageCollector.unreadableBinary(errors) { throw .notABinary(path: path) }
    throw failed(tool, arguments[0], result)
  }

  private func capture(
    _ invocation: Invocation
  ) throws(CoverageError) -> ProcessLauncher.Capture {
    do {
      return try launcher.capture(invocation)
    } catch {
      throw .toolNotStarted(error)
    }
  }

  private func refuseOtherVersion(_ errors: String, tool: String) throws(CoverageError) {
    if CoverageCollector.isOtherVersion(errors) {
      let message = errors.split(separator: "\n").first.map(String.init) ?? ""
      throw .versionMismatch(tool: tool, swift: toolchain.swift, message: message)
    }
  }

  private func failed(
    _ tool: String, _ command: String, _ result: ProcessLauncher.Capture
  ) -> CoverageError {
    let name = tool.split(separator: "/").last.map(String.init) ?? tool
    var lines = result.errorText.split(separator: "\n")
    lines.removeAll { $0.allSatisfy(\.isWhitespace) }
    return .toolFailed(
      command: "\(name) \(command)", termination: result.termination,
      message: lines.prefix(3).joined(separator: "; "))
  }

  /// An argument quoted for LLVM's response files: `TokenizeGNUCommandLine` in
  /// `llvm/Support/CommandLine.h`.
  static func responseFileLine(_ argument: String) -> String {
    var line = "\""
    for character in argument.unicodeScalars {
      if character == "\"" || character == "\\" { line.unicodeScalars.append("\\") }
      line.unicodeScalars.append(character)
    }
    return line + "\"\n"
  }

  private static func warnings(in errors: String) -> [String] {
    errors.split(separator: "\n").compactMap { line in
      for mark in ["warning: ", "error: "] {
        if let range = line.firstRange(of: mark) { return String(line[range.upperBound...]) }
      }
      return nil
    }
  }
}
