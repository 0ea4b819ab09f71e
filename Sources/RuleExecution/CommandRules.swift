package import CIModel
package import CIRules
import Expressions
import FileSystem
import GitHistory
import PipelineConfig
package import ProcessExecution
package import SecretMasking

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs the programs of `command:` rules and collects their findings.
///
/// A program gets the facts as JSON on its standard input and prints its findings as JSON. Anything
/// else (an exit status other than 0, a time-out, other output) is an error finding: a broken rule
/// must not pass.
package struct CommandRules {
  private var launcher: ProcessLauncher
  /// The environment of devtool. A program gets it without the secrets that its rule does not name.
  private var environment: [String: String]
  /// Variables of `dotenv`, which the `env` of a rule may name too.
  private var variables: [String: String]
  /// The absolute path of the checkout; paths in findings are relative to it.
  private var root: String
  /// The absolute path of a folder for the standard input files of the programs.
  private var workDirectory: String
  /// The source of the programs: the checkout or a trusted commit.
  private var policy: PolicySource
  /// Names of variables that a program gets only when its rule names them in `env`.
  private var secrets: Set<String>
  /// Hides secrets before any text is cut: the mask would not recognize half of a secret.
  private var mask: SecretMask?

  /// The maximum size of standard output, in bytes; printing more is an error.
  private static let maximumOutput = 16 << 20
  private static let shownErrorLines = 5

  /// - Parameters:
  ///   - environment: The environment that devtool was started with.
  ///   - variables: Variables that the `env` of a rule may name too; a change can write some of
  ///     them.
  ///   - root: The absolute path of the checkout; paths in findings are relative to it.
  ///   - workDirectory: The absolute path of a folder for the input files of the programs.
  ///   - policy: The source of the programs; a trusted commit keeps a branch from changing its own
  ///     rules.
  ///   - secrets: Names of variables that the pipeline declares as secrets. A rule gets these, and
  ///     other variables that look like secrets, only when it names them.
  ///   - mask: Hides secrets in quoted program output.
  package init(
    launcher: ProcessLauncher, environment: [String: String], variables: [String: String] = [:],
    root: String, workDirectory: String, policy: PolicySource, secrets: Set<String> = [],
    mask: SecretMask? = nil
  ) {
    self.launcher = launcher
    self.environment = environment
    self.root = root
    self.workDirectory = workDirectory
    self.policy = policy
    self.variables = variables
    self.secrets = secrets
    self.mask = mask
  }

  /// Runs the rules that apply, and returns their findings.
  package func findings(_ rules: RuleSet, in facts: Facts) -> [Finding] {
    let conditionFacts = ConditionFacts(facts)
    let asked = rules.commands.compactMap { settings, gate -> (RuleSettings, Facts)? in
      let decision = gate.decide(conditionFacts, defaultLevel: .warning)
      guard decision.applies, let changes = facts.changes.flatMap({ settings.concerned(of: $0) })
      else { return nil }
      var settings = settings.naming(facts)
      settings.level = decision.level
      var scoped = facts
      scoped.changes = changes
      return (settings, scoped)
    }
    if asked.isEmpty { return [] }
    var directory = root
    var copy: String?
    defer { if let copy { removeTree(copy) } }
    do throws(CommandRuleError) {
      if let commit = policy.commit {
        directory = try emptyFolder()
        copy = directory
        try writeFiles(of: commit, to: directory)
      }
    } catch {
      return asked.map { broken($0.0, error) }
    }
    return asked.flatMap { run($0, $1, in: directory) }
  }

  /// Makes a new folder for the programs. Its name is random: a step could place files under a name
  /// that it can predict, and the programs would load them.
  ///
  /// The folder lies outside of the checkout, because many programs look for libraries and settings
  /// in all parent folders.
  private func emptyFolder() throws(CommandRuleError) -> String {
    let temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    let isOutside = !temporary.isInside(root)
    do throws(FileError) {
      return try makeTemporaryFolder(in: isOutside ? temporary : "/tmp", prefix: "devtool-rules-")
    } catch {
      throw CommandRuleError(
        message: error.description, help: "Set TMPDIR to a writable folder.")
    }
  }

  private func writeFiles(of commit: String, to folder: String) throws(CommandRuleError) {
    let repository: GitRepository
    do throws(GitError) {
      repository = try policy.repository()
    } catch {
      throw CommandRuleError(message: error.description, help: error.help)
    }
    try CommittedCopy(folder: folder).write(commit, of: repository)
  }

  private func run(
    _ settings: RuleSettings, _ facts: Facts, in directory: String
  ) -> [Finding] {
    do throws(CommandRuleError) {
      let output = try execute(settings, facts, in: directory)
      let findings = try CommandRuleOutput(
        settings: settings, roots: [root, directory], mask: mask
      ).findings(output)
      return FindingList.bounded(findings, of: settings.id)
    } catch {
      return [broken(settings, error)]
    }
  }

  private func broken(_ settings: RuleSettings, _ error: CommandRuleError) -> Finding {
    Finding(.error, settings.id, "the rule is broken: \(error.message)", help: error.help)
  }

  private func execute(
    _ settings: RuleSettings, _ facts: Facts, in directory: String
  ) throws(CommandRuleError) -> [UInt8] {
    let input = "\(workDirectory)/rule-input-\(settings.id).json"
    do throws(FileError) {
      try writeFile(input, RuleInput(facts).json, isDurable: false)
    } catch {
      throw CommandRuleError(message: error.description, help: "Make .devtool writable.")
    }
    let words = settings.words("command")
    // The shell only redirects the input; the words are passed as separate arguments.
    var invocation = Invocation(
      "/bin/sh", ["-c", "input=$1; shift; exec \"$@\" < \"$input\"", "sh", input] + words,
      directory: directory, environment: environment(for: settings, in: directory),
      output: .separate)
    invocation.timeout = settings.milliseconds("timeout").map { .milliseconds($0) }
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var masked = mask.map { MaskedStream($0) }
    func keep(_ bytes: UnsafeRawBufferPointer) {
      errors.append(contentsOf: bytes)
      if errors.count > 128 << 10 { errors.removeFirst(errors.count - (64 << 10)) }
    }
    let termination: Termination
    do throws(LaunchError) {
      termination = try launcher.run(invocation) { stream, bytes in
        switch stream {
        case .standardOutput where output.count <= Self.maximumOutput:
          output.append(contentsOf: bytes)
        case .standardError:
          if masked == nil { keep(bytes) }
          masked?.take(bytes, keep)
        default: break
        }
      }
    } catch {
      throw CommandRuleError(message: error.description, help: "Correct `command`.")
    }
    masked?.finish(keep)
    let command = words.map { shellQuoted($0) }.joined(separator: " ")
    let failure: String
    switch termination {
    case .exited(0):
      if output.count <= Self.maximumOutput { return output }
      failure = "`\(command)` printed more than \(Self.maximumOutput >> 20) MB"
    case .exited(127): failure = "`\(command)` was not found"
    case .exited(126): failure = "`\(command)` is not executable"
    case .exited(let status): failure = "`\(command)` ended with exit status \(status)"
    case .signaled(let signal, _): failure = "`\(command)` was ended by signal \(signal)"
    case .timedOut:
      failure =
        "`\(command)` took longer than "
        + Value.duration(Double(settings.milliseconds("timeout") ?? 0) / 1000).description
    case .cancelled: failure = "`\(command)` was cancelled"
    }
    throw CommandRuleError(message: failure, help: Self.tail(errors))
  }

  private static func tail(_ errors: [UInt8]) -> String {
    let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
    let last = lines.suffix(shownErrorLines).map { $0.prefix(300) }.joined(separator: " | ")
    return last.isEmpty
      ? "It printed nothing to standard error." : "Its standard error ends with: \(last)"
  }

  private func parentFolder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
  }

  /// Removes the secrets that the rule does not name.
  private func environment(
    for settings: RuleSettings, in directory: String
  ) -> [String: String] {
    let declared = Set(settings.words("env"))
    let secrets = Secrets.holders(secrets, in: environment)
    var visible = environment.filter { name, _ in
      declared.contains(name) || !secrets.contains(name)
    }
    for name in declared where visible[name] == nil { visible[name] = variables[name] }
    if policy.commit != nil { visible["GIT_CEILING_DIRECTORIES"] = parentFolder(of: directory) }
    visible["DEVTOOL_RULE"] = settings.id
    visible["DEVTOOL_ROOT"] = root
    return visible
  }
}

/// Why a `command:` rule failed to run or printed invalid output.
struct CommandRuleError: Error, Hashable {
  var message: String
  var help: String
}

extension RuleSettings {
  fileprivate func words(_ name: String) -> [String] {
    guard case .list(let values)? = values[name] else { return [] }
    return values.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  fileprivate func milliseconds(_ name: String) -> Int? {
    if case .integer(let value)? = values[name] { value } else { nil }
  }
}

/// The JSON on the standard input of a program: `devtool.rule-input/1`.
struct RuleInput: Encodable {
  static let schemaName = "devtool.rule-input/1"

  private var schema = RuleInput.schemaName
  @NullCoded private var changes: ChangeSet?
  @NullCoded private var pullRequest: PullRequest?
  private var tests: [TestCase]
  @NullCoded private var coverage: Coverage?

  init(_ facts: Facts) {
    changes = facts.changes
    pullRequest = facts.pullRequest
    tests = facts.tests
    coverage = facts.coverage
  }

  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return (try? encoder.encode(self)).map { Array($0) } ?? []
  }
}
