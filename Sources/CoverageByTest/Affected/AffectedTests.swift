import SourceCode
package import SwiftPackage

/// Selects the tests that a change can affect.
///
/// A test is left out only if it would certainly behave as when its lines were recorded: it ran
/// none of the functions with changed bodies, nothing that it depends on changed in another way,
/// and it did not fail. Anything that is not understood selects more tests, or all.
package struct AffectedTests {
  /// The current state of the package and the repository.
  package struct State: Sendable {
    /// The package's Swift sources.
    package var files: [TestLines.File] = []
    /// Digests of all other files of the repository, as in `TestLines`.
    package var others: [String: String] = [:]
    package var targets: [PackageTarget] = []
    /// The path of the package in the repository with a trailing `/`; empty at its root.
    package var packagePrefix = ""
    package var toolchain = ""
    package var configuration = ""
    /// Whether the package or its dependencies have macros, which may generate code without source
    /// lines.
    package var usesMacros = false
    /// The text of each changed source at the merge base; `nil` if it did not exist.
    package var baseTexts: [String: [UInt8]?] = [:]

    package init() {}
  }

  package enum Selection: Hashable, Sendable {
    /// All tests, with the reason: a lowercase fragment.
    case everything(reason: String)
    /// Ids of the tests to run, each with its reason.
    case some([String: String])
  }

  private let data: TestLines
  private let state: State
  private let isUnread: (String) -> Bool
  private var reasons: [String: String] = [:]
  /// Targets with changes that can affect other code, each with the first such change.
  private var changedTargets: [String: String] = [:]

  /// All tests have to run.
  private struct Everything: Error {
    var reason: String
  }

  /// - Parameter isUnread: Whether the user configured that no test reads a file, by its path
  ///   relative to the repository root.
  package init(
    _ data: TestLines, _ state: State, isUnread: @escaping (String) -> Bool = { _ in false }
  ) {
    self.data = data
    self.state = state
    self.isUnread = isUnread
  }

  /// - Parameters:
  /// - listed: Ids of all current tests.
  ///   - failed: Ids of tests whose last known result is a failure.
  package static func selection(
    _ data: TestLines, _ state: State, listed: [String], failed: Set<String>,
    isUnread: @escaping (String) -> Bool = { _ in false }
  ) -> Selection {
    var tests = AffectedTests(data, state, isUnread: isUnread)
    do throws(Everything) {
      try tests.compareSurroundings()
      try tests.compareOthers()
      try tests.compareSources()
      tests.compareWithBase()
      try tests.addDependents()
    } catch {
      return .everything(reason: error.reason)
    }
    tests.addUnsure(listed, failed)
    let known = Set(listed)
    return .some(tests.reasons.filter { known.contains($0.key) })
  }

  private mutating func choose(_ id: String, _ reason: String) {
    if reasons[id] == nil { reasons[id] = reason }
  }

  // MARK: Settings and other files

  private func compareSurroundings() throws(Everything) {
    if data.origin.toolchain != state.toolchain {
      throw Everything(
        reason: "the lines of the tests were recorded with \(data.origin.toolchain), but this is "
          + state.toolchain)
    }
    if data.origin.configuration != state.configuration {
      throw Everything(
        reason: "the lines of the tests were recorded with other settings of the step")
    }
  }

  private static let cExtensions: Set<Substring> = [
    "c", "h", "cc", "cpp", "cxx", "hpp", "hh", "hxx", "m", "mm", "s", "S", "inc", "def",
    "modulemap",
  ]

  private mutating func compareOthers() throws(Everything) {
    let paths = Set(data.others.keys).union(state.others.keys).sorted()
    for path in paths where data.others[path] != state.others[path] {
      if isUnread(path) { continue }
      let name = path.split(separator: "/").last ?? ""
      if name == "Package.swift" || name == "Package.resolved" || name.hasPrefix("Package@swift") {
        throw Everything(reason: "\(path) changed")
      }
      if let target = target(of: path), isCode(path, of: target) {
        note(change(of: path), in: target)
        continue
      }
      throw Everything(reason: "\(change(of: path)), and a test may read it")
    }
  }

  private func change(of path: String) -> String {
    let (before, now) = (data.others[path] != nil, state.others[path] != nil)
    return "\(path) \(before ? now ? "changed" : "was deleted" : "was added")"
  }

  private func target(of path: String) -> PackageTarget? {
    guard path.hasPrefix(state.packagePrefix) else { return nil }
    let inPackage = path.dropFirst(state.packagePrefix.count)
    return state.targets.filter { inPackage.hasPrefix($0.path + "/") }
      .max { $0.path.utf8.count < $1.path.utf8.count }
  }

  /// Whether a file is a source or a header in a target of the C family.
  private func isCode(_ path: String, of target: PackageTarget) -> Bool {
    guard let dot = path.lastIndex(of: "."), target.kind == .library || target.kind == .executable,
      AffectedTests.cExtensions.contains(path[path.index(after: dot)...])
    else { return false }
    return !target.sources.contains { $0.hasSuffix(".swift") }
  }

  /// Records a change in a target that can affect other code.
  private mutating func note(_ change: String, in target: PackageTarget) {
    if changedTargets[target.name] == nil { changedTargets[target.name] = change }
  }

  // MARK: Sources

  private mutating func compareSources() throws(Everything) {
    let now = Dictionary(
      state.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    for file in state.files where data.position(of: file.path) == nil {
      try change(in: file.target, "\(file.path) was added")
    }
    for (index, old) in data.files.enumerated() {
      guard let new = now[old.path] else {
        try change(in: old.target, "\(old.path) was deleted")
        continue
      }
      if new.target != old.target {
        throw Everything(reason: "\(old.path) is now a part of \(new.target)")
      }
      if new.text != old.text { try compare(old, index, with: new) }
    }
  }

  private mutating func compare(
    _ old: TestLines.File, _ index: Int, with new: TestLines.File
  ) throws(Everything) {
    let before = SwiftText(old.text)
    let after = SwiftText(new.text)
    let edits = SourceEdits(before, after).edits
    if before.isConfused || after.isConfused {
      return try change(in: old.target, "\(old.path) changed, and cannot be parsed reliably")
    }
    if let reason = hazard(before, after) {
      return try change(in: old.target, "\(old.path) \(reason)")
    }
    let bodies = FunctionBodies(before, old.bodies)
    for edit in edits {
      let place = "\(old.path):\(edit.newLines.text)"
      guard let body = bodies.body(around: edit, in: after) else {
        try change(in: old.target, "\(place) changed outside of functions")
        continue
      }
      try refuseBuildTools(old.target, place)
      chooseTests(of: index, running: body.lines, edit.newLines.text, "changed")
    }
  }

  /// Selects the tests that run the lines, or anything in the file: if there are none, because the
  /// edit is outside of functions, or in a test file.
  ///
  /// - Parameter edited: The lines of the edit, for the reason.
  private mutating func chooseTests(
    of index: Int, running lines: ClosedRange<Int>?, _ edited: String, _ change: String
  ) {
    let file = data.files[index]
    let isTest = target(named: file.target)?.kind == .test
    let reason =
      isTest
      ? "runs \(file.path), which \(change) at \(edited)"
      : lines == nil
        ? "runs \(file.path), which \(change) at \(edited), outside of functions"
        : "runs \(file.path):\(edited), which \(change)"
    for test in data.tests(running: isTest ? nil : lines, in: index) { choose(test.id, reason) }
  }

  /// Why an edit of a file cannot be attributed to the lines that it touches; `nil` when it can.
  private func hazard(_ before: SwiftText, _ after: SwiftText) -> String? {
    let words = Set(before.words(in: before.bytes.indices) + after.words(in: after.bytes.indices))
    if before.lineStarts.count != after.lineStarts.count,
      !words.isDisjoint(with: ["#line", "#column", "#sourceLocation"])
    {
      return "changed, and sets its own line numbers"
    }
    if state.usesMacros,
      words.contains(where: { $0.hasPrefix("@") && !AffectedTests.attributes.contains($0) })
    {
      return "changed, and may be read by a macro"
    }
    return nil
  }

  /// Attributes of the language; any other name after `@` may be a macro.
  private static let attributes: Set<String> = [
    "@available", "@discardableResult", "@dynamicCallable", "@dynamicMemberLookup", "@escaping",
    "@autoclosure", "@frozen", "@inlinable", "@inline", "@main", "@MainActor", "@nonobjc", "@objc",
    "@preconcurrency", "@propertyWrapper", "@resultBuilder", "@Sendable", "@testable", "@unchecked",
    "@unknown", "@usableFromInline", "@warn_unqualified_access", "@convention", "@retroactive",
    "@globalActor", "@concurrent", "@isolated", "@_exported", "@_spi", "@_implementationOnly",
    "@_alwaysEmitIntoClient", "@_transparent", "@_disfavoredOverload", "@_specialize",
    "@_semantics", "@_implements", "@inlined", "@backDeployed", "@_marker", "@_silgen_name",
  ]

  private func target(named name: String) -> PackageTarget? {
    state.targets.first { $0.name == name }
  }

  private mutating func change(in name: String, _ change: String) throws(Everything) {
    try refuseBuildTools(name, change)
    guard let target = target(named: name) else {
      throw Everything(reason: "\(change), and the target \(name) no longer exists")
    }
    note(change, in: target)
  }

  private func refuseBuildTools(_ name: String, _ change: String) throws(Everything) {
    switch target(named: name)?.kind {
    case .macro, .plugin: throw Everything(reason: "\(change), and runs during the build")
    case .library, .executable, .test, .snippet, .other, nil: break
    }
  }

  // MARK: The change since the merge base

  /// Adds the tests of lines that the branch changed before the recording. They passed with these
  /// changes, but they are the tests of the change.
  private mutating func compareWithBase() {
    for (path, base) in state.baseTexts.sorted(by: { $0.key < $1.key }) {
      guard let index = data.position(of: path) else { continue }
      let old = data.files[index]
      guard let base else {
        for test in data.tests(running: nil, in: index) {
          choose(test.id, "runs \(path), which the branch added")
        }
        continue
      }
      if base == old.text { continue }
      let before = SwiftText(base)
      let recorded = SwiftText(old.text)
      let bodies = FunctionBodies(recorded, old.bodies)
      for edit in SourceEdits(recorded, before).edits {
        let body = bodies.body(around: edit, in: before)
        chooseTests(of: index, running: body?.lines, edit.oldLines.text, "the branch changed")
      }
    }
  }

  // MARK: Targets

  /// Selects every test that can see a changed target, or that ran code which can.
  private mutating func addDependents() throws(Everything) {
    for (name, change) in changedTargets.sorted(by: { $0.key < $1.key }) {
      var reached: Set<String> = [name]
      var grew = true
      while grew {
        grew = false
        for target in state.targets
        where !reached.contains(target.name)
          && target.dependencies.contains(where: reached.contains)
        {
          reached.insert(target.name)
          grew = true
        }
      }
      let measured = Set(data.files.filter { !$0.executableLines.isEmpty }.map(\.target))
      if let program = state.targets.first(where: {
        $0.kind == .executable && reached.contains($0.name) && !measured.contains($0.name)
      }) {
        throw Everything(
          reason: "\(change), and it is unknown which tests start \(program.name)")
      }
      let modules = Set(state.targets.filter { reached.contains($0.name) }.map(\.moduleName))
      let reach = reached.count == 1 ? "" : ", or depends on it"
      for test in data.tests {
        if modules.contains(String(test.id.prefix { $0 != "." })) {
          choose(test.id, "is built with \(name): \(change)")
        } else if test.parts.contains(where: { reached.contains(data.files[$0.file].target) }) {
          choose(test.id, "runs code of \(name)\(reach): \(change)")
        }
      }
    }
  }

  // MARK: Tests

  private mutating func addUnsure(_ listed: [String], _ failed: Set<String>) {
    let known = Dictionary(
      data.tests.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let exitTests = filesOfExitTests
    for id in listed {
      if failed.contains(id) {
        reasons[id] = "failed last time"
      } else if let test = known[id] {
        if !test.isComplete { choose(id, "runs unknown code") }
        if test.parts.contains(where: { exitTests.contains($0.file) }) {
          choose(id, "runs exit tests, and the code that their processes run is unknown")
        }
      } else {
        choose(id, "is new")
      }
    }
  }

  /// The indices of test files with exit tests; the coverage of the processes that die is lost.
  private var filesOfExitTests: Set<Int> {
    Set(
      data.files.indices.filter { index in
        let file = data.files[index]
        guard file.isTest else { return false }
        let text = SwiftText(file.text)
        return text.words(in: text.bytes.indices).contains {
          $0 == "processExitsWith" || $0 == "exitsWith"
        }
      })
  }
}

extension ClosedRange<Int> {
  /// A line or a range of lines: `7`, `7-9`.
  fileprivate var text: String { count == 1 ? "\(lowerBound)" : "\(lowerBound)-\(upperBound)" }
}
