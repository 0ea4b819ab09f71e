import CIModel
import SourceCode

extension RemovedTestsRule {
  /// Adds findings for declarations that keep XCTest from finding tests, wherever these are: a
  /// custom type named `XCTestCase`, an attribute named `Test`, and an extension that overrides how
  /// the tests of a class run.
  func addReplacements(
    _ changes: ChangeSet, _ facts: Facts, _ places: TestPlaces, _ room: ConditionRoom,
    to list: inout FindingList
  ) {
    for file in changes.files {
      guard mayHoldHost(file), options.scope.contains(file), isSeenByTests(file, places),
        let contents = facts.contents[file.exactPath], let new = contents.new,
        new != contents.old, Self.mayReplace(new)
      else { continue }
      func types(_ bytes: [UInt8]) -> DeclaredTypes {
        DeclarationScanner(
          SwiftText(bytes), oldestCompiler: places.oldestCompiler, room: room
        ).types
      }
      let (older, newer) = (contents.old.map(types), types(new))
      let names = newer.replaced.subtracting(older?.replaced ?? []).sorted()
      let overridden = newer.overridden.subtracting(older?.overridden ?? []).sorted()
      for name in names {
        list.add(options.level) {
          options.finding(
            "declares a type '\(name)', which hides the declaration of that name by which tests "
              + "are recognized",
            at: SourceLocation(file.path), help: "Give it another name.")
        }
      }
      for type in overridden {
        list.add(options.level) {
          options.finding(
            "overrides in an extension of '\(type)' which of its tests XCTest runs, or how",
            at: SourceLocation(file.path), help: Self.revert)
        }
      }
    }
  }

  /// Whether a file belongs to a test target, or to a target that a test target depends on.
  private func isSeenByTests(_ file: FileChange, _ places: TestPlaces) -> Bool {
    if TestPlaces.isLeftOut(file.path) { return false }
    guard let manifest = places.manifest, let target = manifest.target(of: file.path) else {
      return true
    }
    return target.isTest || manifest.isTested(target)
  }

  /// Whether one of the names occurs where it could be declared. This search is cheap and spares
  /// most files from being parsed.
  private static func mayReplace(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { text in
      func hasName(_ name: [UInt8], where isDeclared: (Int) -> Bool) -> Bool {
        var start = 0
        while let offset = ByteSearch.firstOffset(of: name, in: text, from: start) {
          if isDeclared(offset) { return true }
          start = offset + name.count
        }
        return false
      }
      return overrides.allSatisfy { hasName($0) { _ in true } }
        || DeclaredTypes.replaceable.contains { name in
          hasName(Array(name.utf8)) { offset in
            let before = text[..<offset].last { $0 > 0x20 && $0 != UInt8(ascii: "`") }
            return before.map { !">(<,:.[=?&|!{".utf8.contains($0) } ?? false
          }
        }
        || hasName(attribute) { offset in
          // A word of its own, behind another one.
          let (before, next) = (text[..<offset], text[(offset + attribute.count)...])
          return !(next.first.map(SwiftText.isWord) ?? false)
            && before.last.map { $0 <= 0x20 || $0 == UInt8(ascii: "`") } ?? false
        }
    }
  }

  private static let attribute = Array(DeclaredTypes.attribute.utf8)
  private static let overrides = ["override", "extension"].map { Array($0.utf8) }
}
