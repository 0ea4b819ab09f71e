internal import CIModel
internal import Expressions
internal import YAMLDocument

/// Turns the checked file into a pipeline, and checks rules that involve more than one value.
struct PipelineBuilder {
  var rules: [RuleDescriptor]
  var fileName: String
  /// Reads a file that `rules.extends` names; `nil` when there is none.
  var readFile: (String) -> [UInt8]?
  /// The expansion of matrices, made before the steps were checked.
  var matrix: MatrixExpansion?
  var references: ReferenceCheck?

  /// - Parameter standard: The pipeline whose steps are used when the file has none.
  func pipeline(
    from file: CheckedMapping, standard: Pipeline, _ checker: inout Checker
  ) -> (pipeline: Pipeline, extended: [ConfigError]) {
    var pipeline = Pipeline()
    pipeline.environment = environment(file["env"])
    pipeline.dotenv = DotenvSource.list(file["dotenv"])
    pipeline.secrets = (file["secrets"]?.list ?? []).compactMap { entry in
      let mapping = entry.mapping
      return (entry.text ?? mapping?["name"]?.text).map {
        Secret($0, isFile: mapping?["file"]?.boolean ?? false)
      }
    }
    pipeline.cacheSize = file["cache"]?.mapping?["max-size"]?.integer
    pipeline.remoteCache = RemoteCache(file["cache"]?.mapping?["remote"], &checker)
    if let token = pipeline.remoteCache?.token,
      !pipeline.secrets.contains(where: { $0.name == token })
    {
      pipeline.secrets.append(Secret(token))
    }
    pipeline.jobs = file["jobs"]?.integer
    pipeline.failFast = file["fail-fast"]?.boolean ?? false
    let grace = file["defaults"]?.mapping?["grace"]?.mapping
    pipeline.interruptGrace = grace?["interrupt"]?.duration
    pipeline.terminateGrace = grace?["terminate"]?.duration
    pipeline.hasStandardSteps = file["steps"] == nil
    pipeline.steps =
      pipeline.hasStandardSteps
      ? standard.steps.map { applying(file["defaults"]?.mapping, to: $0) }
      : StepBuilder(defaults: file["defaults"]?.mapping, matrix: matrix, references: references)
        .steps(
          from: file["steps"], &checker)
    if let tests = file["tests"]?.mapping {
      for index in pipeline.steps.indices { apply(tests, to: &pipeline.steps[index].action) }
    }
    pipeline.tests = PolicyBuilder.tests(file["tests"]?.mapping, &checker)
    pipeline.warnings = PolicyBuilder.warnings(file["warnings"]?.mapping, &checker)
    pipeline.coverage = CoveragePolicyBuilder.policy(file["coverage"]?.mapping, &checker)
    pipeline.asksForRules = file["rules"] != nil
    var inheritance = RuleInheritance(
      known: rules, scope: Scope(steps: pipeline.stepGroups), read: readFile)
    let rules = inheritance.rules(file["rules"]?.mapping, files: [fileName], &checker)
    pipeline.rules = rules.settings
    pipeline.ruleConditions = rules.conditions
    pipeline.ruleCases = RuleCaseBuilder(fileName: fileName).cases(
      file["rules"]?.mapping?["examples"], &checker)
    pipeline.reports = reports(file["reports"], &checker)
    return (pipeline, inheritance.errors)
  }

  private func applying(_ defaults: CheckedMapping?, to step: PipelineStep) -> PipelineStep {
    var step = step
    step.timeout = step.timeout ?? defaults?["timeout"]?.duration
    step.idleTimeout = step.idleTimeout ?? defaults?["idle-timeout"]?.duration
    step.retry = defaults?["retry"].map(RetryPolicy.init) ?? step.retry
    step.shell = defaults?["shell"].flatMap(Shell.init) ?? step.shell
    return step
  }

  /// Applies the settings of `tests` to a step that does not set them itself.
  private func apply(_ tests: CheckedMapping, to action: inout StepAction) {
    guard case .swiftTest(var options) = action else { return }
    if options.repetitions == 1, options.stressDuration == nil, options.maxFailures == nil {
      options.retries = options.retries ?? tests["retries"]?.integer
    }
    options.cleanRoom = options.cleanRoom ?? tests["clean-room"]?.boolean
    options.testTimeout = options.testTimeout ?? tests["timeout"]?.duration
    options.testIdleTimeout =
      options.testIdleTimeout ?? tests["idle-timeout"].map { $0.duration ?? .zero }
    options.order = options.order ?? tests["order"]?.text.flatMap(TestOrder.init)
    action = .swiftTest(options)
  }

  private func reports(_ value: Checked?, _ checker: inout Checker) -> [ReportRequest] {
    var requests: [ReportRequest] = []
    var paths: Set<String> = []
    for element in value?.list ?? [] {
      var request: ReportRequest?
      if let format = element.text {
        request = ReportRequest(format: format)
      } else if let mapping = element.mapping {
        if mapping.entries.count > 1 || (mapping.entries.isEmpty && !mapping.hasRejectedKeys) {
          checker.report(
            "an entry of 'reports' must name one report, not \(mapping.entries.count)",
            help:
              "write an entry for each: `[{ junit: out/junit.xml }, { json: out/run.json }]`",
            at: mapping.entries.dropFirst().first?.keyRange ?? element.range)
        } else if let entry = mapping.entries.first, let path = entry.value.text {
          request = ReportRequest(format: entry.key, path: path)
        } else if let entry = mapping.entries.first, let options = entry.value.mapping {
          let isStrict = options["strict"]?.boolean ?? false
          if let path = options["path"]?.text {
            request = ReportRequest(format: isStrict ? "junit-strict" : entry.key, path: path)
          } else if !options.hasRejectedKeys {
            checker.report(
              "the report '\(entry.key)' has no 'path'",
              help: "name its file: `{ junit: { path: out/junit.xml, strict: true } }`",
              at: entry.keyRange)
          }
        }
      }
      guard let request else { continue }
      if requests.contains(request) {
        checker.report(
          "report '\(request.format)' is listed twice", help: "keep one of the two",
          at: element.range)
      } else if let path = request.path, !paths.insert(path).inserted {
        checker.report(
          "two reports are written to '\(path)'", help: "give each a file of its own",
          at: element.range)
      }
      requests.append(request)
    }
    return requests
  }
}

func environment(_ value: Checked?) -> [EnvironmentVariable] {
  (value?.mapping?.entries ?? []).compactMap { entry in
    entry.value.text.map { EnvironmentVariable(entry.key, $0) }
  }
}

extension DotenvSource {
  static func list(_ value: Checked?) -> [DotenvSource] {
    (value?.list ?? []).compactMap { entry in
      let mapping = entry.mapping
      return (entry.text ?? mapping?["path"]?.text).map {
        DotenvSource($0, isOptional: mapping?["optional"]?.boolean ?? false)
      }
    }
  }
}

extension Artifacts {
  init?(_ value: Checked?) {
    guard let value else { return nil }
    if let text = value.text {
      self.init([text])
    } else if let globs = value.texts {
      self.init(globs)
    } else if let mapping = value.mapping, mapping["paths"] ?? mapping["reports"] != nil {
      self.init(
        mapping["paths"]?.texts ?? [],
        mapping["when"]?.text.flatMap(StepCondition.init) ?? .success)
      reports = (mapping["reports"]?.mapping?.entries ?? []).compactMap { entry in
        entry.value.text.map { ReportRequest(format: entry.key, path: $0) }
      }
      reports.sort { $0.format < $1.format }
      expiry = mapping["expire"]?.duration
    } else {
      return nil
    }
  }
}

extension Shell {
  init?(_ value: Checked) {
    if let words = value.texts {
      self = .command(words)
    } else if let name = value.text {
      self = name == "sh" ? .sh : .bash
    } else {
      return nil
    }
  }
}
