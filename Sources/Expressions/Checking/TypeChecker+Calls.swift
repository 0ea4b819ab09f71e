internal import CIModel

/// Checks the arguments of function calls.
extension TypeChecker {
  mutating func checkCall(
    _ name: String, _ nameRange: Range<Int>, _ arguments: [SyntaxTree], _ range: Range<Int>
  ) -> ValueType? {
    guard let function = FunctionRegistry.function(name) else {
      reportUnknownFunction(name, nameRange)
      for argument in arguments where argument.textLiteral == nil { _ = type(of: argument) }
      return nil
    }
    switch function.parameters {
    case .globs(let minimum):
      if arguments.count < minimum {
        report(
          "'\(name)' needs a path pattern", help: "as in `\(function.example)`", at: range)
      }
      for argument in arguments { checkGlobArgument(argument, function) }
    case .one(let wanted):
      guard arguments.count == 1, let argument = arguments.first else {
        report(
          "'\(name)' takes one value, not \(arguments.count)",
          help: "as in `\(function.example)`", at: range)
        for argument in arguments { _ = type(of: argument) }
        return function.result
      }
      if let type = type(of: argument), type != wanted {
        report(
          "'\(name)' takes \(wanted.phrase), but '\(source.excerpt(argument.range))' is "
            + type.phrase, help: "as in `\(function.example)`", at: argument.range)
      }
    case .listAndPattern:
      guard arguments.count == 2, let pattern = arguments[1].patternText else {
        report(
          "'\(name)' takes a list and a regular expression in quotes or slashes",
          help: "as in `\(function.example)`", at: range)
        return function.result
      }
      if let type = type(of: arguments[0]), type != .list {
        report(
          "'\(name)' takes a list, but '\(source.excerpt(arguments[0].range))' is "
            + "\(type.phrase)",
          help: "as in `\(function.example)`", at: arguments[0].range)
      }
      checkPattern(pattern, arguments[1].range)
    }
    return function.result
  }

  private mutating func reportUnknownFunction(_ name: String, _ range: Range<Int>) {
    let help: String
    if NameRegistry.name(name) != nil {
      report("'\(name)' is not a function", help: "write `\(name)`", at: range)
      return
    }
    let names = FunctionRegistry.functions.map(\.name)
    if let instead = Self.instead(ofMethod: name) ?? Self.foreignFunctions[name] {
      help = "write `\(instead)`"
    } else if let near = nearestSpelling(of: name, among: names) {
      help = "did you mean '\(near)'?"
    } else {
      help = "use one of \(names.joined(separator: ", "))"
    }
    report("unknown function '\(name)'", help: help, at: range)
  }

  /// The replacement of a method call: `title contains "…"` for `github.pr_title.contains(…)`.
  private static func instead(ofMethod name: String) -> String? {
    guard let dot = name.lastIndex(of: "."),
      let operation = foreignFunctions[String(name[name.index(after: dot)...])],
      operation.hasPrefix("… ")
    else { return nil }
    let owner = String(name[..<dot])
    return (NameRegistry.foreign[owner] ?? owner) + operation.dropFirst()
  }

  private static let foreignFunctions: [String: String] = [
    "always": "true", "contains": #"… contains "…""#, "created": "added(…)",
    "endsWith":
      #"… ends_with "…""#, "ends_with": #"… ends_with "…""#, "include": #"… contains "…""#,
    "includes": #"… contains "…""#, "hasPrefix": #"… starts_with "…""#,
    "len": "length(…)", "match": #"… =~ "…""#, "matches": #"… matches "…""#,
    "moved":
      "renamed(…)", "removed": "deleted(…)", "size": "count(…)",
    "startsWith":
      #"… starts_with "…""#, "starts_with": #"… starts_with "…""#, "touched": "changed(…)",
  ]

  private mutating func checkGlobArgument(_ argument: SyntaxTree, _ function: FunctionSpec) {
    if let glob = argument.textLiteral {
      checkGlob(glob, argument.range)
    } else if case .list = argument.node {
      report(
        "'\(function.name)' takes patterns separated by commas, not a list",
        help: "remove the brackets", at: argument.range)
    } else if case .name(let name) = argument.node {
      report(
        "'\(function.name)' takes path patterns in quotes", help: "write `\"\(name)\"`",
        at: argument.range)
    } else if type(of: argument) != nil {
      report(
        "'\(function.name)' takes path patterns in quotes",
        help: "as in `\(function.example)`", at: argument.range)
    }
  }

  mutating func checkGlob(_ glob: String, _ range: Range<Int>) {
    if glob.allSatisfy(\.isWhitespace) {
      report("this is an empty path pattern", help: "write `**` for every file", at: range)
    } else if glob.hasPrefix("/") || glob.hasPrefix("~") {
      report(
        "paths are relative to the repository root, not '\(glob)'",
        help: "write the pattern without '/' or '~' at the start", at: range)
    } else if glob.split(separator: "/").contains("..") {
      report(
        "'\(glob)' can match nothing", help: "write a pattern relative to the repository root",
        at: range)
    } else if !glob.contains("\\"),
      let bracket = [("{", "}"), ("[", "]")].first(where: { opening, closing in
        glob.count { String($0) == opening } != glob.count { String($0) == closing }
      })
    {
      report(
        "'\(glob)' has unbalanced '\(bracket.0)' and '\(bracket.1)'", help: "close it",
        at: range)
    } else if glob.utf8.count > 1024 || glob.count(where: { $0 == "{" }) > 16 {
      report("this path pattern is too complex", help: "write several patterns", at: range)
    }
  }
}
