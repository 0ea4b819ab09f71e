import YAMLDocument

/// Which job of a service's configuration needs which, and what they hand over: what the vendors' schemas do
/// not check.
struct JobGraph: Hashable, Sendable {
  struct Job: Hashable, Sendable {
    var name: String
    var needs: [String]
    /// Names of artifacts; a `*` stands for what the service fills in.
    var uploads: [String] = []
    var downloads: [String] = []
  }

  enum Problem: Error, Hashable {
    case notYAML(line: Int, String)
    case noJobs
    case unknownNeed(job: String, need: String)
    case cycle([String])
    case missingArtifact(job: String, name: String)
    case duplicate(String)

    /// Goes on after "the template … ".
    var words: String {
      switch self {
      case .notYAML(let line, let message): "is not YAML in line \(line): \(message)"
      case .noJobs: "has no job"
      case .unknownNeed(let job, let need): "has a job '\(job)' that needs '\(need)', which is none"
      case .cycle(let jobs): "has jobs that need each other: \(jobs.joined(separator: ", "))"
      case .missingArtifact(let job, let name):
        "has a job '\(job)' that takes '\(name)', which no job that it needs leaves"
      case .duplicate(let job): "has two jobs '\(job)'"
      }
    }
  }

  var jobs: [Job]

  init(jobs: [Job]) { self.jobs = jobs }

  init(_ text: String, of service: SetupService) throws(Problem) {
    let document = ParsedDocument(parsing: Array(text.utf8))
    if let error = document.errors.first {
      throw .notYAML(line: error.range.start.line, error.message)
    }
    guard let root = document.root else { throw .noJobs }
    jobs =
      switch service {
      case .github: Self.github(root)
      case .gitlab: Self.gitlab(root)
      case .buildkite: Self.buildkite(root)
      case .circleci: Self.circleCI(root)
      }
  }

  func check() throws(Problem) {
    if jobs.isEmpty { throw .noJobs }
    var known: [String: Job] = [:]
    for job in jobs {
      if known.updateValue(job, forKey: job.name) != nil { throw .duplicate(job.name) }
    }
    for job in jobs {
      for need in job.needs where known[need] == nil {
        throw .unknownNeed(job: job.name, need: need)
      }
    }
    var left = jobs
    var done: Set<String> = []
    while !left.isEmpty {
      let ready = left.filter { $0.needs.allSatisfy(done.contains) }
      if ready.isEmpty { throw .cycle(left.map(\.name)) }
      done.formUnion(ready.map(\.name))
      left.removeAll { done.contains($0.name) }
    }
    for job in jobs {
      var (needed, open) = (Set<String>(), job.needs)
      while let next = open.popLast() {
        if needed.insert(next).inserted { open += known[next]?.needs ?? [] }
      }
      let there = Set(needed.flatMap { known[$0]?.uploads ?? [] })
      for name in job.downloads where !there.contains(name) {
        throw .missingArtifact(job: job.name, name: name)
      }
    }
  }

  // MARK: Services

  private static func github(_ root: Node) -> [Job] {
    root["jobs"].entries.map { entry in
      var job = Job(name: entry.key, needs: entry.value["needs"].words)
      for step in entry.value["steps"].items {
        let action = step["uses"].text.prefix { $0 != "@" }
        if action == "actions/upload-artifact" { job.uploads.append(filled(step["with"]["name"])) }
        if action == "actions/download-artifact" {
          let name = step["with"]["name"]
          job.downloads.append(filled(name.text.isEmpty ? step["with"]["pattern"] : name))
        }
      }
      return job
    }
  }

  /// With a `*` for each `${{ … }}`.
  private static func filled(_ node: Node) -> String {
    var (result, rest) = ("", Substring(node.text))
    while let start = rest.firstRange(of: "${{"), let end = rest.firstRange(of: "}}"),
      start.upperBound <= end.lowerBound
    {
      result += rest[..<start.lowerBound] + "*"
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  private static func gitlab(_ root: Node) -> [Job] {
    root.entries.filter { entry in entry.value.entries.contains { $0.key == "script" } }.map {
      entry in
      Job(
        name: entry.key,
        needs: entry.value["needs"].items.map { $0.text.isEmpty ? $0["job"].text : $0.text })
    }
  }

  private static func buildkite(_ root: Node) -> [Job] {
    root["steps"].items.map { step in
      Job(
        name: step["key"].text,
        needs: step["depends_on"].words
          + step["depends_on"].items.map { $0["step"].text }.filter { !$0.isEmpty })
    }
  }

  /// A job of a workflow has to be one of the jobs, too.
  private static func circleCI(_ root: Node) -> [Job] {
    let defined = root["jobs"].entries.map(\.key)
    return root["workflows"].entries.flatMap { $0.value["jobs"].items }.map { item in
      let entry = item.entries.first
      let name = entry?.key ?? item.text
      let needs = entry?.value["requires"].words ?? []
      return Job(name: name, needs: defined.contains(name) ? needs : needs + ["jobs.\(name)"])
    }
  }
}

extension Node {
  fileprivate subscript(key: String) -> Node {
    entries.first { $0.key == key }?.value ?? Node(.scalar(Scalar("")), range: range)
  }

  fileprivate var entries: [Entry] {
    if case .mapping(let entries) = content { return entries }
    return []
  }

  fileprivate var items: [Node] {
    if case .sequence(let items) = content { return items }
    return []
  }

  /// Of a scalar; empty for anything else.
  fileprivate var text: String {
    if case .scalar(let scalar) = content { return scalar.text }
    return ""
  }

  /// One word, or a list of words.
  fileprivate var words: [String] {
    (items.isEmpty ? [self] : items).map(\.text).filter { !$0.isEmpty }
  }
}
