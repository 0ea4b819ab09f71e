internal import CIModel
internal import YAMLDocument

/// The file that is read and the files that it includes, as one tree whose nodes know their file.
///
/// An included file contains `steps`, `include` and `x-*`; the paths that it includes are relative
/// to its own folder. Its steps come after those of the file that includes it.
struct SourceFiles {
  struct File {
    var name: String
    var bytes: [UInt8]
    /// Whether the parser knows the places in it.
    var hasPlaces: Bool
    var mayHoldReferences: Bool
  }

  private(set) var files: [File] = []
  /// The root of the first file, with the steps of all files; `nil` when it is empty or could not
  /// be read.
  private(set) var root: Node?
  /// YAML problems of each file, and problems of its `include`.
  private(set) var problems: [ConfigProblem] = []

  private let access: FileAccess

  /// Maximum number of files; more are reported as a mistake.
  private static let maximumFiles = 256
  /// Maximum number of problems, since files that include each other could produce any number.
  private static let maximumProblems = 1_000
  /// Longer paths cannot be opened (`PATH_MAX` of Linux, in bytes).
  private static let maximumPathLength = 4_096

  init(_ file: ParsedConfig, name: String, access: FileAccess) {
    self.access = access
    let (_, node) = add(file, name)
    guard var root = node else { return }
    guard case .mapping(var entries) = root.content else {
      self.root = root
      return
    }
    if let include = SourceFiles.remove("include", from: &entries) {
      let steps = steps(of: include, path: [name])
      if !steps.isEmpty { add(steps, to: &entries, at: include.keyRange) }
    }
    root.content = .mapping(entries)
    self.root = root
  }

  private mutating func report(_ message: String, help: String, at range: SourceRange) {
    problems.append(ConfigProblem(message: message, help: help, range: range))
  }

  private mutating func add(_ file: ParsedConfig, _ name: String) -> (index: Int, Node?) {
    let index = files.count
    let document = file.document
    files.append(
      File(
        name: name, bytes: file.bytes,
        hasPlaces: !document.errors.contains(where: \.concernsWholeFile),
        mayHoldReferences: file.mayHoldReferences))
    for error in document.errors {
      problems.append(
        ConfigProblem(message: error.message, help: error.help, range: error.range.inFile(index)))
    }
    // The nodes of the first file already have file index 0.
    return (index, index == 0 ? document.root : document.root?.inFile(index))
  }

  private static func remove(_ key: String, from entries: inout [Entry]) -> Entry? {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
    return entries.remove(at: index)
  }

  // MARK: Included files

  /// The steps of all files that an `include` names.
  /// - Parameter path: The chain of including files.
  private mutating func steps(of include: Entry, path: [String]) -> [Entry] {
    var steps: [Entry] = []
    for (pattern, range) in patterns(include) {
      for name in names(pattern, range, besides: path.last ?? "") {
        guard problems.count < Self.maximumProblems else { return steps }
        if let start = path.firstIndex(of: name) {
          report(
            "'include' forms a cycle: \(Self.words(path[start...] + [name]))",
            help: "remove one of them", at: range)
          continue
        }
        if let known = files.first(where: { $0.name == name }) {
          report(
            "'\(shortened(known.name))' is included twice", help: "include it in one place",
            at: range)
          continue
        }
        guard files.count < Self.maximumFiles else {
          report(
            "more than \(Self.maximumFiles) files are included", help: "merge some of them",
            at: range)
          return steps
        }
        guard let bytes = access.read(name) else {
          report(
            "there is no file '\(shortened(name))' to include",
            help: "write the path relative to the folder of \(path.last ?? "this file")", at: range)
          continue
        }
        steps += self.steps(in: bytes, name, path: path + [name])
      }
    }
    return steps
  }

  /// `a.yml → b.yml → … → a.yml`
  private static func words(_ circle: ArraySlice<String>) -> String {
    let names = circle.map(shortened)
    let shown = names.count > 8 ? names.prefix(4) + ["…"] + names.suffix(3) : names[...]
    return shown.joined(separator: " → ")
  }

  private mutating func steps(in bytes: [UInt8], _ name: String, path: [String]) -> [Entry] {
    let (index, node) = add(ParsedConfig(bytes), name)
    guard let node else { return [] }
    guard case .mapping(var entries) = node.content else {
      if case .scalar(let scalar) = node.content, scalar.isNull { return [] }
      report(
        "an included file must be a mapping, not \(description(of: node))",
        help: "begin with 'steps:' and indent the steps below it", at: node.range)
      return []
    }
    let include = SourceFiles.remove("include", from: &entries)
    let own = SourceFiles.remove("steps", from: &entries)
    var checker = Checker(sources: [], sections: Schema.sections)
    _ = checker.check(entries, in: Schema.includedFile, owner: "an included file")
    problems += checker.problems
    var steps: [Entry] = []
    if let own {
      if case .mapping(let list) = own.value.content {
        steps = list
      } else {
        report(
          "'steps' of \(files[index].name) must be a mapping, not \(description(of: own.value))",
          help: "for example `steps: { build: { swift-build: {} } }`", at: own.value.range)
      }
    }
    if let include { steps += self.steps(of: include, path: path) }
    return steps
  }

  /// The patterns of an `include`, with their places.
  private mutating func patterns(_ include: Entry) -> [(String, SourceRange)] {
    var checker = Checker(sources: files.map(\.bytes), sections: Schema.sections)
    let checked = checker.check(
      include.value, as: .oneOrMore(.glob),
      Subject(name: "'include'", key: "include", range: include.keyRange, example: "ci/*.yml"))
    problems += checker.problems
    return (checked.list ?? []).compactMap { element in element.text.map { ($0, element.range) } }
  }

  private mutating func names(
    _ pattern: String, _ range: SourceRange, besides file: String
  ) -> [String] {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    var path = folder + pattern
    if case .success(let normalized) = PathText.normalize(path) { path = normalized }
    guard path.utf8.count <= Self.maximumPathLength else {
      report(
        "the path '\(shortened(path))' has more than \(Self.maximumPathLength) bytes",
        help: "include files from the folder of \(shortened(file))", at: range)
      return []
    }
    guard path.contains(where: { "*?[{".contains($0) }) else { return [path] }
    let names = access.list(path)
    if names.isEmpty {
      report(
        "no file matches '\(shortened(path))'", help: "remove it, or add the file", at: range)
    }
    return names
  }

  private mutating func add(
    _ steps: [Entry], to entries: inout [Entry], at range: SourceRange
  ) {
    guard let index = entries.firstIndex(where: { $0.key == "steps" }) else {
      entries.append(
        Entry(key: "steps", keyRange: range, value: Node(.mapping(unique(steps)), range: range)))
      return
    }
    guard case .mapping(let own) = entries[index].value.content else { return }
    entries[index].value.content = .mapping(unique(own + steps))
  }

  /// The steps without those whose id another file already uses; these are reported.
  private mutating func unique(_ steps: [Entry]) -> [Entry] {
    var places: [String: SourceRange] = [:]
    return steps.filter { step in
      guard let first = places[step.key] else {
        places[step.key] = step.keyRange
        return true
      }
      report(
        "step '\(shortened(step.key))' is also in \(files[first.start.file].name), line "
          + "\(first.start.line)",
        help: "rename one of the two", at: step.keyRange)
      return false
    }
  }
}

/// Access to files besides the one that is read; paths are relative to the same folder as its name.
package struct FileAccess: Sendable {
  /// Reads a file; `nil` when there is no such file.
  package var read: @Sendable (String) -> [UInt8]?
  /// The files that match a pattern, sorted.
  package var list: @Sendable (_ glob: String) -> [String]
  /// Whether messages may show lines and words of a file.
  package var mayQuote: @Sendable (String) -> Bool

  package init(
    read: @escaping @Sendable (String) -> [UInt8]?,
    list: @escaping @Sendable (_ glob: String) -> [String] = { _ in [] },
    mayQuote: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    self.read = read
    self.list = list
    self.mayQuote = mayQuote
  }

  /// Access to no other files.
  package static let none = FileAccess(read: { _ in nil })
}
