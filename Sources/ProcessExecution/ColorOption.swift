#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `--color` and `--no-color`, which every command takes: other spellings of `FORCE_COLOR` and
/// `NO_COLOR`.
package struct ColorOption: Hashable, Sendable {
  /// The command line without the option.
  package private(set) var arguments: [String] = []
  /// Why its value is invalid; `nil` when it is valid.
  package private(set) var problem: String?
  private(set) var choice: Choice?

  package enum Choice: String, Hashable, Sendable {
    case always
    case never
    case auto
  }

  /// Parses the words; the last option counts. Words after `--` belong to another command.
  package init(_ words: some Sequence<String>) {
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      switch word {
      case "--":
        arguments += [word] + rest
        return
      case "--no-color":
        choice = .never
      case "--color":
        let value = rest.first.flatMap { Choice(rawValue: $0) }
        if value != nil { rest.removeFirst() }
        choice = value ?? .always
      case _ where word.hasPrefix("--color="):
        let value = word.dropFirst("--color=".count)
        choice = Choice(rawValue: String(value))
        if choice == nil { problem = "--color takes always, never or auto, not '\(value)'" }
      default:
        arguments.append(word)
      }
    }
  }

  /// The new values of the variables that control colours; `nil` removes a variable.
  var variables: [String: String?] {
    switch choice {
    case nil: [:]
    case .always: ["FORCE_COLOR": "1", "NO_COLOR": nil]
    case .never: ["CLICOLOR_FORCE": nil, "FORCE_COLOR": nil, "NO_COLOR": "1"]
    case .auto: ["CLICOLOR_FORCE": nil, "FORCE_COLOR": nil, "NO_COLOR": nil]
    }
  }

  /// Applies the option to this process and its children; call it before anything reads the
  /// environment.
  package func apply() {
    for (name, value) in variables {
      if let value { setenv(name, value, 1) } else { unsetenv(name) }
    }
  }
}
