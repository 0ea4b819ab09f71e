import CIModel
import FileSystem
import PipelineConfig
import ProcessExecution

/// A build folder that steps of a run share, and what they build into it.
struct BuildUnit: Hashable, Sendable {
  /// Absolute.
  var package: String
  /// Absolute.
  var scratch: String
  /// As a reader knows it: relative to the root of the pipeline.
  var shownScratch: String
  /// What SwiftPM is given, by step; each once, sorted.
  var commands: [String] = []
  var steps: Set<String> = []
  /// Of the first step that has `cache`; `nil` when none has.
  var options: BuildCacheOptions?

  /// The build folders of a plan, of which at least one step wants to find its own again.
  static func all(
    _ plan: Plan, root: String, environment: [String: String]
  ) -> [BuildUnit] {
    var units: [BuildUnit] = []
    for planned in plan.steps where !planned.isSkipped {
      guard let build = planned.buildCommand else { continue }
      var unit = BuildUnit(build, in: planned.step.directory, root: root, environment: environment)
      if let index = units.firstIndex(where: { $0.scratch == unit.scratch }) {
        units[index].add(planned, build)
      } else {
        unit.add(planned, build)
        units.append(unit)
      }
    }
    return units.filter { $0.options != nil }
  }

  private mutating func add(_ planned: Plan.PlannedStep, _ build: Plan.Command) {
    steps.insert(planned.step.id)
    commands = Set(commands + [build.shellText]).sorted()
    options = options ?? planned.buildCacheOptions
  }

  private init(
    _ command: Plan.Command, in directory: String?, root: String, environment: [String: String]
  ) {
    let folder = directory.map { "\(root)/\($0)" } ?? root
    package =
      Self.value(of: ["--package-path"], in: command).map { Self.absolute($0, folder) }
      ?? folder
    let named =
      Self.value(of: ["--scratch-path", "--build-path"], in: command).map {
        Self.absolute($0, folder)
      } ?? environment["SWIFTPM_BUILD_DIR"].map { Self.absolute($0, folder) }
    scratch = named ?? "\(package)/.build"
    shownScratch = scratch.relative(to: root)
  }

  /// The value of the last of some options: `--scratch-path x` or `--scratch-path=x`.
  private static func value(of names: [String], in command: Plan.Command) -> String? {
    var value: String?
    for (index, word) in command.arguments.enumerated() {
      for name in names {
        if word == name, index + 1 < command.arguments.count {
          value = command.arguments[index + 1]
        } else if word.hasPrefix(name + "=") {
          value = String(word.dropFirst(name.count + 1))
        }
      }
    }
    return value
  }

  private static func absolute(_ path: String, _ folder: String) -> String {
    (path.hasPrefix("/") ? path : "\(folder)/\(path)").normalizedPath
  }

  // MARK: Whose it is

  /// Whether the folder is one that a build makes: not behind a link, which may lead out of the checkout,
  /// and not with a record in it that git tracks, since whoever commits that chooses the times.
  func isOurs(_ context: RunContext) -> Bool {
    let top = context.repositoryRoot
    guard let path = scratch.path(below: top) else { return true }
    do throws(FileError) {
      if let status = try FileStatus.unlinked(path, below: top), !status.isFolder { return false }
    } catch {
      return error.isMissing
    }
    let record = "\(scratch)/\(BuildRecord.fileName)"
    return !fileExists(record)
      || TrackedFiles(around: scratch, upTo: top).trackedPath(at: record) == nil
  }

  // MARK: What must be the same

  /// The variables that change what SwiftPM and the compilers do.
  private static let variables = [
    "CC", "CFLAGS", "CPATH", "CXX", "CXXFLAGS", "DEVELOPER_DIR", "LIBRARY_PATH", "PKG_CONFIG_PATH",
    "SDKROOT", "SWIFT_EXEC", "SWIFT_EXEC_MANIFEST", "TOOLCHAINS",
  ]

  /// What ties the folder to this place and toolchain, by name: elsewhere it does harm.
  func facts(_ context: RunContext) -> [String: String] {
    [
      "checkout": package,
      "system": "\(context.surroundings.os) \(context.surroundings.architecture) "
        + Self.distribution,
      "toolchain": context.toolchain.map(Self.describe) ?? "",
    ]
  }

  /// Everything that a kept folder must have in common with this one.
  ///
  /// The sources do not count: SwiftPM finds out which of them changed.
  func fingerprint(
    _ context: RunContext, environment: [String: String], digests: FileDigests
  ) -> StepFingerprint {
    var parts = facts(context)
    parts["kind"] = BuildManifest.version
    parts["folder"] = scratch
    for (index, command) in commands.enumerated() {
      parts["command" + (index == 0 ? "" : " \(index + 1)")] = command
    }
    for name in Self.variables {
      parts["env \(name)"] = environment[name].map { SHA256.hex($0) }
    }
    let globs = options?.key ?? BuildCacheOptions.standardKey
    let files = FileSearch.files(matching: globs, in: package).compactMap { path in
      digests.identity("\(package)/\(path)").map { (path: path, identity: $0) }
    }
    return StepFingerprint(parts: parts, files: files)
  }

  /// A version alone does not tell one snapshot from the next; the size of the compiler does.
  private static func describe(_ toolchain: Toolchain) -> String {
    let folder = toolchain.llvmCov[
      ..<(toolchain.llvmCov.lastIndex(of: "/") ?? toolchain.llvmCov.endIndex)]
    let size = FileStatus("\(folder)/swift-frontend")?.size ?? 0
    return "\(toolchain.version) for \(toolchain.triple), \(folder), \(size)"
  }

  /// `debian 12`: the system's headers and libraries go into a build, too. Source: os-release(5).
  private static var distribution: String {
    let bytes = (try? readFile("/etc/os-release", limit: 1 << 16)) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return ["ID=", "VERSION_ID="].compactMap { name in
      lines.first { $0.hasPrefix(name) }.map { line in
        String(line.dropFirst(name.count)).filter { $0 != "\"" }
      }
    }.joined(separator: " ")
  }
}

extension Plan.PlannedStep {
  var buildCacheOptions: BuildCacheOptions? {
    switch step.action {
    case .swiftBuild(let options): options.cache
    case .swiftTest(let options): options.cache
    case .run, .exec, .lint: nil
    }
  }
}
