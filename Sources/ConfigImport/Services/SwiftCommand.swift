/// A command line of `swift build` or `swift test` that a step of devtool can replace.
struct SwiftCommand {
  var action: ImportedStep.Action
  /// Variables that are set before the command.
  var environment: [ImportedVariable] = []

  /// Parses a command line; `nil` for any other command, and for one with an option that the step
  /// does not have.
  init?(_ line: Substring) {
    guard line.utf8.allSatisfy({ !Self.special.contains($0) }) else { return nil }
    var words = line.split(whereSeparator: \.isWhitespace).map(String.init)[...]
    while let word = words.first, let equals = word.firstIndex(of: "=") {
      let name = String(word[..<equals])
      guard ImportedConfig.isVariable(name) else { return nil }
      environment.append(
        ImportedVariable(name: name, value: String(word[word.index(after: equals)...])))
      words = words.dropFirst()
    }
    guard words.popFirst() == "swift", let verb = words.popFirst(),
      verb == "build" || verb == "test"
    else { return nil }
    var options = Options()
    guard options.read(words, isTest: verb == "test") else { return nil }
    action = .swift(keyword: "swift-\(verb)", options: options.yaml(isTest: verb == "test"))
  }

  /// Characters with a meaning in a shell.
  private static let special = Set("\"'\\$`&|;<>()*?[]{}~#!\n\r".utf8)

  private struct Options {
    private var configuration: String?
    private var testsOrCoverage = false
    private var sanitizer: String?
    private var buildSystem: String?
    private var product: String?
    private var target: String?
    private var workers: String?
    private var filter: [String] = []
    private var skip: [String] = []
    private var arguments: [String] = []

    /// - Returns: Whether the step supports all options.
    mutating func read(_ words: ArraySlice<String>, isTest: Bool) -> Bool {
      var words = words
      while let word = words.popFirst() {
        var (name, value) = (word, String?.none)
        if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
          (name, value) = (String(word[..<equals]), String(word[word.index(after: equals)...]))
        }
        switch name {
        case "-v", "--verbose", "-q", "--quiet", "--parallel", "--enable-xctest",
          "--enable-swift-testing":
          guard value == nil else { return false }
        case "--disable-automatic-resolution", "--disable-default-traits", "--disable-sandbox",
          "--enable-all-traits", "--enable-test-discovery", "--force-resolved-versions":
          guard value == nil else { return false }
          arguments.append(name)
        case "--skip-build" where isTest:
          guard value == nil else { return false }
        case "--build-tests" where !isTest, "--enable-code-coverage" where isTest:
          guard value == nil else { return false }
          testsOrCoverage = true
        default:
          guard let value = value ?? words.popFirst(), set(name, value, isTest) else {
            return false
          }
        }
      }
      return true
    }

    private mutating func set(_ name: String, _ value: String, _ isTest: Bool) -> Bool {
      switch name {
      case "-c", "--configuration":
        guard ["debug", "release"].contains(value) else { return false }
        configuration = value
      case "--sanitize":
        guard ["address", "thread", "undefined"].contains(value), sanitizer == nil else {
          return false
        }
        sanitizer = value
      case "--build-system":
        guard ["native", "swiftbuild"].contains(value) else { return false }
        buildSystem = value
      case "--product" where !isTest: product = value
      case "--target" where !isTest: target = value
      case "--num-workers" where isTest:
        guard let number = Int(value), (1...1024).contains(number) else { return false }
        workers = value
      case "--filter" where isTest, "--skip" where isTest:
        guard ImportedConfig.problem(ofPattern: value) == nil else { return false }
        if name == "--filter" { filter.append(value) } else { skip.append(value) }
      case "-Xswiftc", "-Xcc", "-Xcxx", "-Xlinker": arguments += [name, value]
      case "-j", "--jobs", "--traits": arguments += [name, value]
      default: return false
      }
      return true
    }

    func yaml(isTest: Bool) -> String {
      var parts = ["\(isTest ? "coverage" : "tests"): \(testsOrCoverage)"]
      func add(_ key: String, _ value: String?) {
        if let value { parts.append("\(key): \(value)") }
      }
      func add(_ key: String, _ values: [String]) {
        if !values.isEmpty { parts.append("\(key): \(YAMLText.list(values))") }
      }
      add("configuration", configuration)
      add("sanitize", sanitizer)
      add("build-system", buildSystem)
      add("product", product.map(YAMLText.scalar))
      add("target", target.map(YAMLText.scalar))
      add("workers", workers)
      add("filter", filter)
      add("skip", skip)
      add("arguments", arguments)
      return " \(parts.joined(separator: ", ")) "
    }
  }
}
