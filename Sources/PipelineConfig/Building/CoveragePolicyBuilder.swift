internal import CIModel
internal import YAMLDocument

/// Makes the policy of `coverage:`.
enum CoveragePolicyBuilder {
  static func policy(_ section: CheckedMapping?, _ checker: inout Checker) -> CoveragePolicy {
    var policy = CoveragePolicy()
    guard let section else { return policy }
    let minimum = section["minimum"]
    let minimums = minimum?.mapping
    policy.minimumHundredths = minimum?.percent ?? minimums?["total"]?.percent
    policy.fileMinimum = minimums?["file"]?.percent
    policy.targetMinimum = minimums?["target"]?.percent
    policy.functionMinimum = minimums?["functions"]?.percent
    policy.regionMinimum = minimums?["regions"]?.percent
    policy.metric =
      section["metric"]?.text.flatMap(Coverage.LineMetric.init) ?? policy.metric
    policy.ignore = section["ignore"]?.texts ?? []
    policy.patch = patch(section["patch"])
    policy.noDrop = noDrop(section["no-drop"])
    policy.ratchet = ratchet(section["ratchet"], &checker)
    policy.components = components(section["components"], &checker)
    policy.byTest = byTest(section["by-test"])
    return policy
  }

  private static func patch(_ value: Checked?) -> CoveragePolicy.Patch {
    var patch = CoveragePolicy.Patch(minimum: value?.percent)
    guard let mapping = value?.mapping else { return patch }
    patch.minimum = mapping["minimum"]?.percent
    patch.ignoresWhitespace = mapping["whitespace"]?.text == "ignore"
    patch.ignoresComments = mapping["comments"]?.text == "ignore"
    patch.missesPartialLines = mapping["partial"]?.text == "missed"
    if let level = mapping["no-data"]?.text {
      patch.noData = level == "ignore" ? nil : Severity(rawValue: level)
    }
    return patch
  }

  private static func noDrop(_ value: Checked?) -> CoveragePolicy.NoDrop? {
    guard let value else { return nil }
    if let isOn = value.boolean { return isOn ? CoveragePolicy.NoDrop() : nil }
    return value.mapping.map {
      CoveragePolicy.NoDrop(
        baseline: $0["baseline"]?.text, tolerance: $0["tolerance"]?.percent ?? 0)
    }
  }

  private static func byTest(_ value: Checked?) -> CoveragePolicy.ByTest? {
    if value?.boolean == true { return CoveragePolicy.ByTest() }
    return value?.mapping.map { CoveragePolicy.ByTest(unread: $0["unread"]?.texts ?? []) }
  }

  private static func ratchet(
    _ value: Checked?, _ checker: inout Checker
  ) -> CoveragePolicy.Ratchet? {
    guard let value else { return nil }
    if let file = value.text { return CoveragePolicy.Ratchet(file: file) }
    guard let mapping = value.mapping else { return nil }
    guard let file = mapping["file"] else {
      if !mapping.hasRejectedKeys {
        checker.report(
          "'ratchet' needs 'file'", help: "add `file: .ci/coverage-floor.json`", at: value.range)
      }
      return nil
    }
    return file.text.map {
      CoveragePolicy.Ratchet(file: $0, slack: mapping["slack"]?.percent ?? 100)
    }
  }

  private static func components(
    _ value: Checked?, _ checker: inout Checker
  ) -> [CoveragePolicy.Component] {
    var ids: [String: SourceRange] = [:]
    var components: [CoveragePolicy.Component] = []
    for element in value?.list ?? [] {
      guard let mapping = element.mapping else { continue }
      for key in ["name", "paths"] where mapping[key] == nil && !mapping.hasRejectedKeys {
        let example = Schema.coverageComponent[key]?.example ?? ""
        checker.report(
          "a component needs '\(key)'", help: "add `\(key): \(example)`", at: element.range)
      }
      guard let name = mapping["name"], let paths = mapping["paths"]?.texts else { continue }
      guard let text = name.text else { continue }
      if text == CoverageFloors.total {
        checker.report(
          "a component cannot be named 'total'",
          help: "choose another name", at: name.range)
      } else if let first = ids[text] {
        checker.report(
          "duplicate component '\(text)', already on line \(first.start.line)",
          help: "choose another name", at: name.range)
      }
      ids[text] = name.range
      components.append(
        CoveragePolicy.Component(
          name: text, paths: paths, minimum: mapping["minimum"]?.percent,
          patch: mapping["patch"]?.percent))
    }
    return components
  }
}
