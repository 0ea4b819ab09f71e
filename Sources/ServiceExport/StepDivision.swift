internal import CIModel
internal import PipelineConfig

/// Assigns the steps of a pipeline to jobs.
struct StepDivision {
  /// Each place only needs earlier ones; `after` comes after the verdict.
  enum Place: String, CaseIterable {
    case build
    case test
    case beside = "steps"
    case built = "built-steps"
    case after
  }

  private let pipeline: Pipeline
  private var places: [String: Place] = [:]
  /// Steps whose condition depends on the results of other steps.
  private(set) var leftOut: [PipelineStep] = []

  init(_ pipeline: Pipeline) {
    self.pipeline = pipeline
    let steps = pipeline.inExecutionOrder()
    let tests = Set(steps.lazy.filter { $0.action.kind == .swiftTest }.map(\.id))
    // In reverse order, because everything that the tests need is built first.
    var built: Set<String> = []
    for step in steps.reversed() where tests.contains(step.id) || built.contains(step.id) {
      built.formUnion(step.needs)
    }
    for step in steps {
      let needed = Set(step.needs.compactMap { places[$0] })
      if tests.contains(step.id) {
        places[step.id] = .test
      } else if built.contains(step.id) {
        places[step.id] = .build
      } else if step.condition != .success || step.needs.contains(where: isLeftOut) {
        leftOut.append(step)
      } else if !needed.isDisjoint(with: [.test, .after]) {
        places[step.id] = .after
      } else {
        places[step.id] = needed.isDisjoint(with: [.build, .built]) ? .beside : .built
      }
    }
  }

  /// Test steps that no earlier step builds: their tests are built in the build job.
  private var unbuiltTests: [PipelineStep] {
    steps(.test).filter { test in !pipeline.steps.contains(where: test.isBuilt) }
  }

  /// Whether there is a build job for the tests or for the steps that they need.
  var hasBuild: Bool { !steps(.build).isEmpty || !unbuiltTests.isEmpty }

  /// - Throws: When two builds would overwrite each other.
  func checkBuilds() throws(JobGraph.Problem) {
    var builders: [String: (id: String, sanitizer: Sanitizer?, system: BuildSystem?)] = [:]
    for step in steps(.test) {
      guard case .swiftTest(let options) = step.action else { continue }
      let folder = "\(step.directory ?? ".") \(options.configuration.rawValue)"
      if let other = builders[folder],
        other.sanitizer != options.sanitizer || other.system != options.buildSystem
      {
        throw .sameBuildFolder(other.id, step.id)
      }
      builders[folder] = (step.id, options.sanitizer, options.buildSystem)
    }
  }

  private func isLeftOut(_ id: String) -> Bool { leftOut.contains { $0.id == id } }

  /// The steps of a place, in the order of the file.
  func steps(_ place: Place) -> [PipelineStep] {
    pipeline.steps.filter { places[$0.id] == place }
  }

  /// The names of the jobs that must end before a place, sorted by place.
  func needs(_ place: Place) -> [String] {
    let needed = Set(steps(place).flatMap(\.needs).compactMap { places[$0] })
    return Place.allCases.filter { other in
      other != place && other != .after
        && (needed.contains(other) || other == .build && place == .test && hasBuild)
    }.map(\.rawValue)
  }

  /// The options that select the steps of a place: ` --only build`. A matrix whose cells are all
  /// selected is named once.
  func selection(_ place: Place) throws(JobGraph.Problem) -> String {
    let tests = place == .build ? unbuiltTests : []
    // If a step had that name, the option would skip the step instead.
    let limits =
      place == .build && !pipeline.stepGroups.contains("warnings") ? " --skip warnings" : ""
    return try options(choosing: steps(place) + tests) + (tests.isEmpty ? "" : " --no-run") + limits
  }

  private func options(choosing steps: [PipelineStep]) throws(JobGraph.Problem) -> String {
    var words: [String] = []
    for step in steps {
      let isWhole = pipeline.steps.allSatisfy {
        $0.group != step.group || steps.contains($0)
      }
      let name = isWhole ? step.group : step.id
      guard Self.isSafe(name) else { throw .unsafeName(name) }
      // Brackets are special characters of shells.
      let word = isSafePath(name) ? name : "'\(name)'"
      if !words.contains(word) { words.append(word) }
    }
    return words.map { " --only \($0)" }.joined()
  }

  /// The `.build` folder of each package that is built or tested, sorted.
  func buildFolders() throws(JobGraph.Problem) -> [String] {
    var folders: Set<String> = []
    for step in steps(.build) + steps(.test) {
      guard step.action.kind == .swiftBuild || step.action.kind == .swiftTest else { continue }
      let folder = step.directory ?? "."
      guard isSafePath(folder) else { throw .unsafeName(folder) }
      folders.insert(folder == "." ? ".build" : "\(folder)/.build")
    }
    return folders.sorted()
  }

  /// Whether a step's id has no special meaning between single quotes, in YAML and in the services'
  /// own languages.
  private static func isSafe(_ id: String) -> Bool {
    isSafePath(id.filter { !"[]=, :".contains($0) }) && !id.contains("[[")
  }
}

/// Whether a name has no special meaning in a shell and in YAML.
private func isSafePath(_ path: String) -> Bool {
  guard let first = path.utf8.first, first != UInt8(ascii: "-") else { return false }
  return path.utf8.count <= 200
    && path.utf8.allSatisfy { byte in
      (97...122).contains(byte | 0x20) || (48...57).contains(byte) || "._-/+".utf8.contains(byte)
    }
}
