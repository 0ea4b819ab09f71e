/// The targets of a `Package.swift`, as far as its text shows them; the manifest is not run.
///
/// Targets with a computed name (`.target(name: prefix + "Core")`) are not seen.
package struct PackageManifest: Hashable, Sendable {
  package struct Target: Hashable, Sendable {
    package var name: String
    package var isTest: Bool
    /// Folders that may contain its sources, relative to the package root; an empty path is the
    /// root itself.
    package var folders: [String]
    /// String literals of its `exclude` argument: files and folders that are not built.
    package var excluded: Set<String>
    /// String literals of its `resources` argument: files and folders that are not compiled either.
    package var resources: Set<String>
    /// String literals of its `sources` argument, which limits what is built; `nil` without one,
    /// when everything is built.
    package var sources: Set<String>?
    /// Every string literal in it, including the names of targets that it depends on.
    var texts: Set<String>
    /// Whether its dependencies are a list in the manifest or missing, not a variable.
    var listsDependencies: Bool
  }

  package private(set) var targets: [Target] = []
  /// Parts of the oldest version of Swift that builds the package: `[5, 9]`.
  package private(set) var toolsVersion = [5]
  /// Indices of targets, by name.
  private var named: [String: [Int]] = [:]
  /// The folders of packages in the same repository that this package depends on, relative to the
  /// package root, by the name of the folder in lowercase.
  private var packages: [String: [String]] = [:]
  /// The folders of packages in the same repository that this package depends on, relative to the
  /// package root.
  package var localPackages: [String] { packages.values.flatMap { $0 } }
  private var folders = FolderMap<Int>()
  /// The folders of targets, `true`, and the sources that they name, `false`, if SwiftPM skips
  /// others.
  private var built = FolderMap<Bool>()
  /// Names of targets that a test target depends on, directly or indirectly; all names when that is
  /// unknown or there is no test target.
  private var tested: Set<String> = []

  private static let makers: [String: Bool] = [
    "target": false, "executableTarget": false, "macro": false, "testTarget": true,
  ]
  /// Maximum number of calls that are read, more than a hand-written manifest has.
  private static let mostTargets = 2_000
  private static let sourceFolders = ["Sources", "Source", "src", "srcs"]

  /// - Parameter room: See `InactiveCode`.
  package init(_ bytes: [UInt8], room: ConditionRoom = ConditionRoom()) {
    if let version = Self.toolsVersion(bytes) { toolsVersion = version }
    guard let (text, inactive) = Self.read(bytes, room) else { return }
    targets = Self.calls(of: Self.makers, in: text, inactive).compactMap(Self.target)
    let sources = targets.indices.filter { !targets[$0].isTest }
    // Since Swift 5.9 the sources of a single target may be in the source folder itself.
    if let only = sources.first, sources.count == 1, targets[only].folders.count > 1 {
      targets[only].folders += Self.sourceFolders
    }
    for (index, target) in targets.enumerated() {
      for folder in target.folders { folders.insert(index, for: folder.pathNameBytes) }
      if skipsFolders { insertBuilt(target) }
    }
    named = Dictionary(grouping: targets.indices) { targets[$0].name }
    let paths = (Self.packageCalls(in: text, inactive) ?? []).filter { !$0.isResolved }
      .compactMap { $0.text(of: "path").flatMap(Self.normalized) }.filter { !$0.isEmpty }
    packages = Dictionary(grouping: paths) { $0.split(separator: "/").last?.lowercased() ?? "" }
    findTested()
  }

  /// Maximum bytes of a manifest; a longer one is not read.
  private static let longest = 262_144

  /// The text of a manifest and its inactive code; `nil` when it is not certain what is code, or
  /// when the manifest is longer than anybody writes.
  static func read(_ bytes: [UInt8], _ room: ConditionRoom) -> (SwiftText, InactiveCode)? {
    if bytes.count > longest { return nil }
    let text = SwiftText(bytes)
    if text.isConfused { return nil }
    let inactive = InactiveCode(text, room: room)
    return inactive.isUndecided ? nil : (text, inactive)
  }

  /// The version in the first line that is not blank, `// swift-tools-version: 5.9`, as SwiftPM
  /// reads it (`ToolsVersionParser.swift`); `nil` without one.
  private static func toolsVersion(_ bytes: [UInt8]) -> [Int]? {
    let label = "swift-tools-version:"
    let line = String(decoding: bytes.prefix(longest), as: UTF8.self).drop(while: \.isWhitespace)
      .prefix { !$0.isNewline }
    let comment = line.dropFirst(2).drop(while: \.isWhitespace)
    guard line.hasPrefix("//"), comment.prefix(label.count).lowercased() == label else {
      return nil
    }
    let text = comment.dropFirst(label.count).drop(while: \.isWhitespace)
      .prefix { $0.isNumber || $0 == "." }
    let parts = text.split(separator: ".").compactMap { Int($0) }
    return parts.isEmpty ? nil : parts
  }

  /// The calls of `.package(…)` that name a resolved dependency, without white space and comments;
  /// `nil` when it is not certain what is code, or when there may be more calls than are read.
  ///
  /// - Parameter room: See `InactiveCode`.
  package static func dependencies(
    in bytes: [UInt8], room: ConditionRoom = ConditionRoom()
  ) -> [String]? {
    guard let (text, inactive) = read(bytes, room) else { return nil }
    return packageCalls(in: text, inactive)?.filter(\.isResolved).map(\.code)
  }

  /// The paths of the packages in local folders on which a package depends, as its manifest writes
  /// them; empty when it is not certain what is code.
  ///
  /// - Parameter room: See `InactiveCode`.
  package static func localPaths(in bytes: [UInt8], room: ConditionRoom) -> [String] {
    guard let (text, inactive) = read(bytes, room) else { return [] }
    return (packageCalls(in: text, inactive) ?? []).filter { !$0.isResolved }
      .compactMap { $0.text(of: "path") }
  }

  /// The calls of `.package(…)`; `nil` when there may be more than are read.
  static func packageCalls(in text: SwiftText, _ inactive: InactiveCode) -> [ManifestCall]? {
    let calls = calls(of: ["package": false], in: text, inactive)
    return calls.count == mostTargets ? nil : calls
  }

  /// The calls that some build contains.
  private static func calls(
    of makers: [String: Bool], in text: SwiftText, _ inactive: InactiveCode
  ) -> [ManifestCall] {
    var calls: [ManifestCall] = []
    var offset = 0
    while calls.count < mostTargets,
      let call = ManifestCall(in: text, from: offset, makers: makers)
    {
      offset = call.range.upperBound
      if !inactive.contains(call.range.lowerBound) { calls.append(call) }
    }
    return calls
  }

  private static func target(_ call: ManifestCall) -> Target? {
    guard let name = call.text(of: "name"), let isTest = makers[call.maker] else { return nil }
    var folders = (isTest ? ["Tests"] + sourceFolders : sourceFolders).map { "\($0)/\(name)" }
    if call.hasArgument("path") {
      guard let path = call.text(of: "path").flatMap(normalized) else { return nil }
      folders = [path]
    }
    return Target(
      name: name, isTest: isTest, folders: folders, excluded: call.texts(of: "exclude"),
      resources: call.texts(of: "resources"),
      sources: call.hasArgument("sources") ? call.texts(of: "sources") : nil, texts: call.texts,
      listsDependencies: call.isListOrMissing("dependencies"))
  }

  /// Normalizes a path: `./Sources/A/` becomes `Sources/A`. `nil` for an absolute path and one with
  /// `..`.
  private static func normalized(_ path: String) -> String? {
    let parts = path.split(separator: "/").filter { $0 != "." }
    return path.hasPrefix("/") || parts.contains("..") ? nil : parts.joined(separator: "/")
  }

  private mutating func findTested() {
    let tests = targets.filter(\.isTest)
    guard !tests.isEmpty, tests.allSatisfy(\.listsDependencies) else {
      tested = Set(targets.map(\.name))
      return
    }
    // `CoreTests` is assumed to test `Core`, even when it does not name it.
    var open = tests.flatMap { test in
      test.texts + (test.name.hasSuffix("Tests") ? [String(test.name.dropLast(5))] : [])
    }
    while let name = open.popLast() {
      guard let found = named[name], tested.insert(name).inserted else { continue }
      for index in found { open += targets[index].texts }
    }
  }

  /// The target that contains a file; `nil` when none does.
  package func target(of path: String) -> Target? {
    folders.value(around: path.pathNameBytes.dropLast()).map { targets[$0] }
  }

  /// Whether SwiftPM skips folders of a target whose names have an extension, except localizations:
  /// tools versions 5.3 to 5.5 (`computeContents` in `TargetSourcesBuilder.swift`).
  package var skipsFolders: Bool {
    toolsVersion.first == 5 && 3...5 ~= toolsVersion.dropFirst().first ?? 0
  }

  private mutating func insertBuilt(_ target: Target) {
    for folder in target.folders.map(\.pathNameBytes) {
      built.insert(true, for: folder)
      for source in target.sources ?? [] {
        built.insert(
          false, for: folder + source.pathNameBytes.filter { !$0.elementsEqual(".".utf8) })
      }
    }
  }

  /// Whether a file is in a folder of a target that SwiftPM skips.
  package func skips(_ path: String) -> Bool {
    guard skipsFolders, target(of: path) != nil else { return false }
    let names = path.pathNameBytes.dropLast()
    let known = built.values(along: names)
    let start = known.filter(\.value).keys.max() ?? 0
    return names.indices.contains { index in
      index >= start && known[index + 1] == nil && Self.hasExtension(names[index])
    }
  }

  private static func hasExtension(_ folder: ArraySlice<UInt8>) -> Bool {
    guard let dot = folder.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let text = folder[(dot + 1)...]
    return !text.isEmpty && !text.elementsEqual("lproj".utf8)
  }

  /// The folders of the targets, and of the packages in the same repository, that targets name and
  /// so depend on. Each name is looked up once, however many targets have it.
  package func dependencies(of targets: some Sequence<Target>) -> (
    targets: [String], packages: [String]
  ) {
    var names: Set<String> = []
    for target in targets { names.formUnion(target.texts.subtracting([target.name])) }
    return (
      names.flatMap { named[$0] ?? [] }.flatMap { self.targets[$0].folders },
      Set(names.map { $0.lowercased() }).flatMap { packages[$0] ?? [] }
    )
  }

  /// Whether a test could call code of the target.
  package func isTested(_ target: Target) -> Bool { tested.contains(target.name) }
}
