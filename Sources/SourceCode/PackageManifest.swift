/// The targets of a `Package.swift`, as far as its text shows them; nothing is run.
///
/// Targets that code puts together (`.target(name: prefix + "Core")`) are not seen.
package struct PackageManifest: Hashable, Sendable {
  package struct Target: Hashable, Sendable {
    package var name: String
    package var isTest: Bool
    /// Where its sources may lie, relative to the package root; empty is the root itself.
    package var folders: [String]
    /// Texts of its `exclude`: files and folders that are not built.
    package var excluded: Set<String>
    /// Texts of its `resources`, which are not compiled either.
    package var resources: Set<String>
    /// Texts of its `sources`, where it names what is built; `nil` where everything is.
    package var sources: Set<String>?
    /// Every text in it: names of targets that it depends on are among them.
    var texts: Set<String>
    /// Whether its dependencies stand in the manifest, and not in a variable.
    var listsDependencies: Bool
  }

  package private(set) var targets: [Target] = []
  /// Parts of the oldest version of Swift that builds the package: `[5, 9]`.
  package private(set) var toolsVersion = [5]
  /// The folders of packages in the same repository that it depends on, relative to the package root.
  private var packages: [String] = []
  private var folders = Folders()
  /// Names of targets that a test target depends on, directly or through others; all where that is not
  /// known, as without any test target.
  private var tested: Set<String> = []

  private static let makers: [String: Bool] = [
    "target": false, "executableTarget": false, "macro": false, "testTarget": true,
  ]
  /// More than anybody writes.
  private static let mostTargets = 2_000
  private static let sourceFolders = ["Sources", "Source", "src", "srcs"]

  /// - Parameter room: See `InactiveCode`.
  package init(_ bytes: [UInt8], room: ConditionRoom = ConditionRoom()) {
    if let version = Self.toolsVersion(bytes) { toolsVersion = version }
    guard let (text, inactive) = Self.read(bytes, room) else { return }
    targets = Self.calls(of: Self.makers, in: text, inactive).compactMap(Self.target)
    let sources = targets.indices.filter { !targets[$0].isTest }
    // Since Swift 5.9 the only target may lie in the folder itself.
    if let only = sources.first, sources.count == 1, targets[only].folders.count > 1 {
      targets[only].folders += Self.sourceFolders
    }
    for (index, target) in targets.enumerated() {
      for folder in target.folders { folders.insert(folder, target: index) }
    }
    packages = (Self.packageCalls(in: text, inactive) ?? []).filter { !$0.isResolved }
      .compactMap { $0.text(of: "path").flatMap(Self.normalized) }.filter { !$0.isEmpty }
    findTested()
  }

  /// Bytes of a manifest that is read.
  private static let longest = 262_144

  /// The text of a manifest, and what of it no build has; `nil` where it is not sure what is code, and of one that
  /// is longer than anybody writes.
  static func read(_ bytes: [UInt8], _ room: ConditionRoom) -> (SwiftText, InactiveCode)? {
    if bytes.count > longest { return nil }
    let text = SwiftText(bytes)
    if text.isConfused { return nil }
    let inactive = InactiveCode(text, room: room)
    return inactive.isUndecided ? nil : (text, inactive)
  }

  /// Of the first line: `// swift-tools-version: 5.9`.
  private static func toolsVersion(_ bytes: [UInt8]) -> [Int]? {
    let line = String(
      decoding: bytes.prefix(200).prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    guard line.hasPrefix("//"), let name = line.firstRange(of: "swift-tools-version:") else {
      return nil
    }
    let text = line[name.upperBound...].drop { $0 == " " }.prefix { $0.isNumber || $0 == "." }
    let parts = text.split(separator: ".").compactMap { Int($0) }
    return parts.isEmpty ? nil : parts
  }

  /// The calls of `.package(…)` that name a dependency which is resolved, without white space and comments;
  /// `nil` where it is not sure what is code, or where there may be more than are read.
  package static func dependencies(in bytes: [UInt8]) -> [String]? {
    guard let (text, inactive) = read(bytes, ConditionRoom()) else { return nil }
    return packageCalls(in: text, inactive)?.filter(\.isResolved).map(\.code)
  }

  /// The calls of `.package(…)`; `nil` where there may be more than are read.
  static func packageCalls(in text: SwiftText, _ inactive: InactiveCode) -> [ManifestCall]? {
    let calls = calls(of: ["package": false], in: text, inactive)
    return calls.count == mostTargets ? nil : calls
  }

  /// The calls that some build has.
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

  /// `Sources/A` of `./Sources/A/`; `nil` for what leads out of the package.
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
    let byName = Dictionary(grouping: targets, by: \.name)
    // `CoreTests` tests `Core`, wherever it gets it from.
    var open = tests.flatMap { test in
      test.texts + (test.name.hasSuffix("Tests") ? [String(test.name.dropLast(5))] : [])
    }
    while let name = open.popLast() {
      guard let found = byName[name], tested.insert(name).inserted else { continue }
      for target in found { open += target.texts }
    }
  }

  /// The target that a file belongs to; `nil` when it lies in none.
  package func target(of path: String) -> Target? {
    folders.target(of: path).map { targets[$0] }
  }

  /// The targets of the package that a target names, on which it depends.
  package func dependencies(of target: Target) -> [Target] {
    targets.filter { $0.name != target.name && target.texts.contains($0.name) }
  }

  /// The folders of the packages in the same repository that a target names.
  package func packages(of target: Target) -> [String] {
    let names = Set(target.texts.map { $0.lowercased() })
    return packages.filter { names.contains($0.split(separator: "/").last?.lowercased() ?? "") }
  }

  /// Whether some test could call what the target declares.
  package func isTested(_ target: Target) -> Bool { tested.contains(target.name) }
}

/// Which target the files of a folder belong to. A path is read once, however many folders there are.
private struct Folders: Hashable {
  private struct Place: Hashable {
    var parent: Int
    var name: ArraySlice<UInt8>
  }

  private var places: [Place: Int] = [:]
  /// Of each place, the root first: the target, as an index.
  private var targets: [Int?] = [nil]

  /// The last target of a folder counts.
  mutating func insert(_ folder: String, target: Int) {
    var place = 0
    for name in Array(folder.utf8).split(separator: UInt8(ascii: "/")) {
      let next = places[Place(parent: place, name: name)] ?? targets.count
      if next == targets.count {
        places[Place(parent: place, name: name)] = next
        targets.append(nil)
      }
      place = next
    }
    targets[place] = target
  }

  func target(of path: String) -> Int? {
    var (place, target) = (0, targets[0])
    for name in Array(path.utf8).split(separator: UInt8(ascii: "/")).dropLast() {
      guard let next = places[Place(parent: place, name: name)] else { break }
      place = next
      target = targets[place] ?? target
    }
    return target
  }
}
