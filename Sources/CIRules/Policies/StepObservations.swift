import CIModel

extension TestPolicy {
  /// Findings on the effects of tests on their surroundings, outdated entries in `tests`, and
  /// artifacts that a step did not produce.
  func observationFindings(in facts: Facts) -> [Finding] {
    facts.observations.flatMap(findings)
  }

  private func findings(_ observation: StepObservation) -> [Finding] {
    switch observation {
    case .leftovers(let files): leftoverFindings(files)
    case .network(let use): networkFinding(use).map { [$0] } ?? []
    case .quarantine(let problem): quarantineFinding(problem).map { [$0] } ?? []
    case .unusedSerialPattern(let pattern):
      [
        Finding(
          .warning, "tests.serial", "no test matches '\(pattern)' of `tests.serial`",
          help: "Correct the pattern, which is searched for in `Module.Class/test`, or remove it.")
      ]
    case .missingArtifact(let artifact): [artifact.finding]
    }
  }

  // MARK: Leftovers

  /// One finding for each file, which names the test that left or changed it, if known.
  private func leftoverFindings(_ found: Leftovers) -> [Finding] {
    guard let severity = leftovers.severity else { return [] }
    var findings = found.files.map { leftoverFinding($0, severity) }
    if found.others > 0 {
      // Files in the home follow those in the checkout.
      let isHome = found.files.last?.place == .home
      findings.append(
        Finding(
          isHome ? .warning : severity, "tests.leftovers",
          "\(counted(found.others, "more file")) appeared or changed"))
    }
    return findings
  }

  private func leftoverFinding(_ file: Leftovers.File, _ severity: Severity) -> Finding {
    let name = "'\(file.path)'"
    let place =
      switch file.place {
      case .checkout: "the checkout"
      case .privateHome: "its private HOME"
      case .home: "HOME"
      }
    let (done, happened) =
      switch file.change {
      case .added: ("left \(name) in \(place)", "\(name) appeared in \(place)")
      case .changed: ("changed \(name) in \(place)", "\(name) changed in \(place)")
      case .deleted: ("deleted \(name) from \(place)", "\(name) disappeared from \(place)")
      }
    var finding = Finding(
      severity, "tests.leftovers", "",
      at: file.place == .checkout ? SourceLocation(file.path) : nil,
      help: "Write below the folder that TMPDIR names, or clean up after the test.")
    switch file.tests?.count {
    case nil: finding.message = "\(happened) while the tests ran"
    case 0:
      // Another step or a person may have changed the file.
      finding.message = "\(happened) while no test ran"
      finding.severity = .note
      finding.help = nil
    case 1 where file.place != .home: finding.message = "\(namesText(file.tests ?? [])) \(done)"
    default: finding.message = "\(happened) while \(namesText(file.tests ?? [])) ran"
    }
    if file.place == .home, finding.severity == .error { finding.severity = .warning }
    if file.place == .home, file.tests != [] {
      finding.help =
        "Set `clean-room: true` to give the tests a home of their own; another program may have done this."
    }
    return finding
  }

  // MARK: Network

  /// The finding on network access; `nil` for denied access by a single test, which has failed
  /// because of it.
  private func networkFinding(_ use: NetworkUse) -> Finding? {
    if use.isDenied, use.tests.count == 1 { return nil }
    let who =
      switch use.tests.count {
      case 0: "the test process, \(use.after.map { "after \($0)" } ?? "before any test"),"
      case 1: namesText(use.tests)
      default: "one of \(namesText(use.tests))"
      }
    return Finding(
      use.isDenied ? .error : .warning, "tests.network", "\(who) reached out to \(use.address)",
      help: "Answer from a stub, or from a server on 127.0.0.1 that the test starts.")
  }

  // MARK: Quarantine

  private func quarantineFinding(_ problem: QuarantineProblem) -> Finding? {
    guard let path = quarantine else { return nil }
    func finding(
      _ severity: Severity, _ message: String, line: Int?, help: String
    ) -> Finding {
      Finding(
        severity, "tests.quarantine", message,
        at: line.map { SourceLocation(path, line: $0) }, help: help)
    }
    return switch problem {
    case .unreadable(let reason, let help): finding(.error, reason, line: nil, help: help)
    case .malformed(let line, let reason):
      finding(
        .warning, reason, line: line,
        help: "Write one test a line: `Module.Class/test  # 2026-10-02: why`.")
    case .unknownTest(let id, let line, let near):
      finding(
        .warning, "there is no test '\(id)'", line: line,
        help: near.map { "Did you mean '\($0)'?" } ?? "Remove the line.")
    case .expired(let id, let line, let until):
      finding(
        .warning, "the quarantine of \(id) ended on \(until)", line: line,
        help: "Fix the test, and run `devtool quarantine expire`.")
    case .passesAgain(let id, let line, let passes):
      finding(
        .note, "\(id) has passed \(passes) times in a row and is ready to leave", line: line,
        help: "Remove the line.")
    }
  }
}

extension MissingArtifact {
  fileprivate var finding: Finding {
    let (what, name) =
      reportFormat.map { ("\($0) report '\(glob)'", "path") }
      ?? ("file that matches '\(glob)'", "pattern")
    return Finding(
      .warning, "artifacts", "step \(step) produced no \(what)",
      help: "Correct the \(name), or remove it from 'artifacts'.")
  }
}
