internal import CIModel
internal import YAMLDocument

/// Makes the policies for tests and warnings.
enum PolicyBuilder {
  static func tests(_ section: CheckedMapping?, _ checker: inout Checker) -> TestPolicy {
    var policy = TestPolicy()
    func level(_ key: String, _ standard: TestPolicy.Level) -> TestPolicy.Level {
      section?[key]?.text.flatMap(TestPolicy.Level.init) ?? standard
    }
    policy.flaky = level("flaky", policy.flaky)
    policy.interference = level("interference", policy.interference)
    policy.leftovers = level("leftovers", policy.leftovers)
    policy.serial = section?["serial"]?.texts ?? []
    policy.quarantine = section?["quarantine"]?.text
    policy.empty = level("empty", policy.empty)
    policy.assertions = level("assertions", policy.assertions)
    policy.minimum = section?["minimum"].flatMap { value in
      value.text == "base" ? .base : value.integer.map { .count($0) }
    }
    policy.mostSkipped = section?["skipped"]?.mapping?["max"]?.integer
    policy.totalSeconds = section?["total"]?.duration.map(seconds)
    guard let slow = section?["slow"] else { return policy }
    guard let limits = slow.mapping else {
      // A bare duration only warns.
      if slow.duration != nil || slow.text != nil {
        policy.slowWarnSeconds = slow.duration.map(seconds)
      }
      return policy
    }
    let warn = limits["warn"]
    let fail = limits["fail"]
    policy.slowFailSeconds = fail?.duration.map(seconds)
    if let warn {
      policy.slowWarnSeconds = warn.duration.map(seconds)
    } else if let failSeconds = policy.slowFailSeconds {
      policy.slowWarnSeconds = min(policy.slowWarnSeconds ?? failSeconds, failSeconds)
    }
    if let fail, let warnLimit = warn?.duration, let failLimit = fail.duration,
      failLimit < warnLimit
    {
      checker.report(
        "'fail' of 'slow' of 'tests' is below 'warn'", help: "swap the two, or raise 'fail'",
        at: fail.range)
    }
    return policy
  }

  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds / 1_000_000_000_000_000) / 1000
  }

  static func warnings(_ section: CheckedMapping?, _ checker: inout Checker) -> WarningPolicy {
    var policy = WarningPolicy()
    for entry in section?.entries ?? [] where entry.key != "custom" {
      policy.limits[entry.key] = limit(entry.value)
    }
    let reserved = Schema.warnings.keys.map(\.name)
    var ids: [String: SourceRange] = [:]
    for element in section?["custom"]?.list ?? [] {
      guard let mapping = element.mapping else { continue }
      let id = required("id", of: mapping, "a custom warning", at: element.range, &checker)
      let pattern = required(
        "pattern", of: mapping, "a custom warning", at: element.range, &checker)
      guard let id else { continue }
      checkUnused(
        id, among: &ids, reserved: reserved, "warning", "the id of a built-in warning", &checker)
      guard let name = id.text, let pattern = pattern?.text else { continue }
      var limit = limit(Checked(value: .mapping(mapping), range: element.range))
      // A custom warning fails the run only if the file asks for that.
      if mapping["max"] == nil, mapping["level"] == nil { limit?.level = .warning }
      policy.custom.append(
        WarningPolicy.Custom(id: name, pattern: pattern, limit: limit ?? WarningPolicy.Limit()))
    }
    return policy
  }

  private static func limit(_ value: Checked) -> WarningPolicy.Limit? {
    var limit = WarningPolicy.Limit()
    let level: String?
    if let mapping = value.mapping {
      limit.max = mapping["max"]?.integer
      limit.allow = mapping["allow"]?.texts ?? []
      level = mapping["level"]?.text
    } else if let text = value.text {
      level = text
    } else {
      return nil
    }
    limit.isIgnored = level == "ignore"
    limit.level = level.flatMap(Severity.init) ?? limit.level
    return limit
  }
}

/// The value of a required key; reports it when it is missing.
/// - Parameter what: The owner of the key in messages, such as `a custom rule`.
func required(
  _ key: String, of mapping: CheckedMapping, _ what: String, at range: SourceRange,
  _ checker: inout Checker
) -> Checked? {
  if let value = mapping[key] { return value }
  // The key may be present under a name that was already reported.
  if !mapping.hasRejectedKeys {
    let section = what == "a custom rule" ? Schema.customRule() : Schema.customWarning
    let example = section[key]?.example ?? ""
    checker.report("\(what) needs '\(key)'", help: "add `\(key): \(example)`", at: range)
  }
  return nil
}

/// Reports an id that is used twice or belongs to something built in.
func checkUnused(
  _ id: Checked, among ids: inout [String: SourceRange], reserved: [String], _ noun: String,
  _ reservation: String, _ checker: inout Checker
) {
  guard let name = id.text else { return }
  if reserved.contains(name) {
    checker.report(
      "'\(name)' is \(reservation)", help: "choose another id", at: id.range)
  } else if let first = ids[name] {
    checker.report(
      "duplicate custom \(noun) '\(name)', already on line \(first.start.line)",
      help: "choose another id", at: id.range)
  } else {
    ids[name] = id.range
  }
}
