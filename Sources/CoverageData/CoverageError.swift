package import CIModel
package import ProcessExecution

/// Why there is no coverage.
package enum CoverageError: Error, Hashable {
  /// No process wrote a `.profraw` file.
  case noProfiles
  /// No binary with a coverage map was found in `folder`.
  case noObjects(folder: String)
  /// Every `.profraw` file is empty or damaged.
  case unreadableProfiles(count: Int, message: String)
  /// The tool does not read the profile format that the compiler writes.
  case versionMismatch(tool: String, swift: String, message: String)
  /// A binary was built after the profiles were written, so that counts would be assigned to other
  /// code.
  case stale(object: String, profile: String)
  /// The binaries contain no coverage map.
  case notInstrumented(objects: [String])
  /// Data was read, and all of it belongs to files outside of the package's sources.
  case allFilesExcluded([Coverage.Exclusion])
  case toolFailed(command: String, termination: Termination, message: String)
  case toolNotStarted(LaunchError)
  /// The output of `llvm-cov export` is truncated or has another format.
  case malformedExport(byteOffset: Int)
  /// A tracefile or report is truncated or has another format; `line` is 1-based, and `expected`
  /// describes the expected content.
  case malformedData(file: String, line: Int, expected: String)
  /// A line end in the path of a file, which is relative to the repository root, can begin a record
  /// of another file in a tracefile.
  case lineEndInPath(String)
  /// A JSON file is truncated or was not written by `llvm-cov export`.
  case malformedJSON(file: String, byteOffset: Int)
  case noToolchain(String)
  /// Two machines measured different versions of a source; the path is relative to the repository
  /// root.
  case otherSources(path: String, measuredBy: [String])
  /// A path of another machine means different files, depending on which of its folders corresponds
  /// to the repository root.
  case ambiguousFolder(of: String, folders: [String])
  /// The paths of the data, one of which is `path`, are too long or too many to find their files.
  case tooManyFolders(path: String)
  /// The binaries contain none of the measured sources.
  case builtElsewhere(objects: [String])
  /// The counters of some functions do not match: another build wrote the profile.
  case otherBuild(functions: Int, of: Int)
  case notABinary(path: String)
  /// The requested key needs both profiles and binaries.
  case binariesNeeded(for: String)
  case fileFailed(path: String, message: String)
  /// A binary's coverage map or a profile has a format that coverage by test does not support.
  case unreadableMap(object: String, reason: String)
}

extension CoverageError: CustomStringConvertible {
  /// The problem: a lowercase fragment, no full stop.
  package var description: String {
    switch self {
    case .noProfiles:
      "no coverage profile was written"
    case .noObjects(let folder):
      "no test product in \(folder)"
    case .unreadableProfiles(let count, let message):
      "none of the \(count) coverage profiles can be read: \(message)"
    case .versionMismatch(let tool, _, _):
      "\(tool) cannot read the profile format of the compiler that built the tests"
    case .stale(let object, let profile):
      "\(object) is newer than the coverage profile \(profile)"
    case .notInstrumented(let objects):
      "no coverage data in \(objects.joined(separator: ", "))"
    case .allFilesExcluded(let exclusions):
      (CoverageError.isIgnored(exclusions)
        ? "`coverage.ignore` and comments exclude every measured file of the package"
        : CoverageError.isOutside(exclusions)
          ? "the data contains no file of this checkout"
          : "the test products contain no code of the package's own targets")
        + CoverageError.leftOut(exclusions)
    case .toolFailed(let command, let termination, let message):
      "\(command) \(CoverageError.words(termination))"
        + (message.isEmpty ? "" : ": " + message)
    case .toolNotStarted(.notFound(let executable)):
      "\(executable) not found"
    case .toolNotStarted(.badDirectory(let path)):
      "cannot work in \(path)"
    case .toolNotStarted(.refused(let executable, let code)):
      "cannot start \(executable): errno \(code)"
    case .malformedExport(let offset):
      "the output of llvm-cov export cannot be parsed at byte \(offset)"
    case .malformedData(let file, let line, let expected):
      "\(file):\(line): expected \(expected)"
    case .lineEndInPath(let path):
      "the name of a tracked file has a line end, which LCOV cannot tell from the end of its name: "
        + VisibleText.shown(String(path.prefix(200)))
    case .malformedJSON(let file, let offset):
      "\(file) is not a complete output of llvm-cov export: it cannot be parsed at byte \(offset)"
    case .noToolchain(let message):
      message
    case .builtElsewhere(let objects):
      "no measured source is part of \(objects.joined(separator: ", "))"
    case .otherBuild(let functions, let count):
      "the profile was written by another build: \(functions) of \(counted(count, "function")) in the "
        + "binaries differ from its functions"
    case .notABinary(let path):
      "\(path) is not a binary"
    case .binariesNeeded(let key):
      "`\(key)` cannot be checked from the records of the shards alone"
    case .otherSources(let path, let names):
      "\(path) differs from the measured version: \(names.joined(separator: ", "))"
    case .ambiguousFolder(let path, let folders):
      "\(path) can mean different files: this checkout can be \(folders.joined(separator: " or "))"
    case .tooManyFolders(let path):
      "the data names too many folders to find its files here; one path begins with \(path.prefix(80))"
    case .fileFailed(let path, let message):
      "\(path): \(message)"
    case .unreadableMap(let object, let reason):
      "the coverage data in \(object) cannot be parsed: \(reason)"
    }
  }

  /// How to solve it: one imperative sentence.
  package var help: String? {
    switch self {
    case .noProfiles:
      "A test process that crashes or is killed writes none; let one exit by itself, and build with "
        + "`--enable-code-coverage` if devtool does not build."
    case .notInstrumented:
      "Build with `--enable-code-coverage`."
    case .noObjects:
      "Build the tests with `swift build --build-tests --enable-code-coverage`."
    case .unreadableProfiles:
      "Run the tests again; a process that is killed leaves an empty profile."
    case .versionMismatch(_, let swift, _):
      "Use the llvm-cov and llvm-profdata in the folder of \(swift)."
    case .stale:
      "Run the tests again with coverage."
    case .allFilesExcluded(let exclusions):
      CoverageError.isIgnored(exclusions)
        ? "Check `coverage.ignore`."
        : CoverageError.isOutside(exclusions)
          ? "Measure in this checkout, or write paths that are relative to its root."
          : "Add code to a target that the tests depend on."
    case .builtElsewhere:
      "Name the test product that was built from the sources that the shards measured."
    case .otherBuild:
      "Pass the profile and the binaries of the same build."
    case .notABinary:
      "Name a test product, an executable or an object file."
    case .binariesNeeded:
      "Copy the build folder of one shard here, or name its binaries with --object."
    case .otherSources:
      "Check out the same commit everywhere, and run the tests again."
    case .ambiguousFolder, .tooManyFolders:
      "Measure in this checkout, or write the paths that the files have in it."
    case .lineEndInPath:
      "Rename the file, or remove it."
    case .malformedData, .malformedJSON:
      "Check that the file is complete and in the format that the option names."
    case .toolFailed, .toolNotStarted, .malformedExport, .fileFailed,
      .noToolchain, .unreadableMap:
      nil
    }
  }

  /// Whether the user excluded files of the package.
  private static func isIgnored(_ exclusions: [Coverage.Exclusion]) -> Bool {
    exclusions.contains { ["comments", "ignored"].contains($0.reason) }
  }

  private static func isOutside(_ exclusions: [Coverage.Exclusion]) -> Bool {
    !exclusions.isEmpty && exclusions.allSatisfy { $0.reason == "outside" }
  }

  private static func leftOut(_ exclusions: [Coverage.Exclusion]) -> String {
    let parts = exclusions.map { "\($0.reason): \($0.files)" }
    return parts.isEmpty ? "" : " (left out: \(parts.joined(separator: ", ")))"
  }

  private static func words(_ termination: Termination) -> String {
    switch termination {
    case .exited(let status): "exited with status \(status)"
    case .signaled(let signal, _): "died from signal \(signal)"
    case .timedOut: "timed out"
    case .cancelled: "was cancelled"
    }
  }
}
