package import CIModel
import SourceCode

/// The code that an untrusted change takes out of the parts of a package that have a floor of their
/// coverage.
package struct MovedCode {
  private let files: [FileChange]
  private let coverage: Coverage
  private let policy: CoveragePolicy
  /// The measured files.
  private let measured: Set<String>
  private let sources = PathGlob("**/\(SourceNames.glob)")
  private let tests = FileSelection(TestFiles.globs)

  /// - Parameter change: `nil` if it is not known; then nothing excuses a part without lines.
  package init(_ change: ChangeSet?, _ coverage: Coverage, _ policy: CoveragePolicy) {
    files = change?.files ?? []
    (self.coverage, self.policy) = (coverage, policy)
    measured = Set(coverage.files.map(\.path))
  }

  /// Whether the change deletes sources of a part, and neither moves any nor adds code elsewhere.
  func remove(_ part: String) -> Bool {
    let isMember = membership(part)
    return files.contains { $0.status == .deleted && isMember($0.path) }
      && !files.contains { file in
        file.oldPath.map(isMember) ?? false || file.additions > 0 && isSource(file.path)
      }
  }

  /// The measured lines that the change may have moved out of a part: those of files that have left
  /// it, and as many of the lines that other sources gain as its own sources lose.
  func lines(from part: String) -> Coverage.Ratio {
    let none = Coverage.Ratio(covered: 0, count: 0)
    if part == CoverageFloors.total { return none }
    let isMember = membership(part)
    let gone = Set(
      files.filter { $0.oldPath.map(isMember) == true && !isMember($0.path) }.map(\.path))
    let moved = coverage.files.reduce(none) { gone.contains($1.path) ? $0 + $1.lines : $0 }
    let lost = files.reduce(0) {
      isMember($1.path) && isSource($1.path) ? $0 + $1.deletions - $1.additions : $0
    }
    guard lost > 0 else { return moved }
    let gained = (coverage.patch?.files ?? []).reduce(none) { sum, file in
      isMember(file.path) || gone.contains(file.path) ? sum : sum + file.lines
    }
    let missed = min(gained.missed, lost)
    let covered = min(gained.covered, lost - missed)
    return moved + Coverage.Ratio(covered: covered, count: covered + missed)
  }

  private func membership(_ part: String) -> (String) -> Bool {
    if let component = policy.components.first(where: { $0.name == part }) {
      return component.membership
    }
    guard let targets = coverage.targets, targets.contains(where: { $0.name == part }) else {
      return { $0.hasPrefix("\(part)/") || $0.contains("/\(part)/") }
    }
    let folders = targets.filter { $0.name == part }.map { $0.path.isEmpty ? "" : "\($0.path)/" }
    let inner = targets.filter { $0.name != part }.map { "\($0.path)/" }
      .filter { path in folders.contains(where: path.hasPrefix) }
    return { path in
      folders.contains(where: path.hasPrefix) && !inner.contains(where: path.hasPrefix)
    }
  }

  private func isSource(_ path: String) -> Bool {
    if measured.contains(path) { return true }
    guard sources.matches(path), !tests.contains(path) else { return false }
    return !ManifestName.fits(path) || ManifestName.mayBeSource(path)
      || coverage.targets?.contains { !$0.path.isEmpty && path.hasPrefix("\($0.path)/") } ?? false
  }
}
