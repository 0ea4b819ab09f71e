import CIModel
import CoverageData
import GitHistory
import ProcessExecution
import RunStorage
package import SwiftPackage

/// Selects the tests that the change can affect, with the recorded lines of the history.
package struct AffectedSelection {
  private let scope: ByTestScope

  package init(_ scope: ByTestScope) {
    self.scope = scope
  }

  /// - Parameters:
  ///   - listed: Ids of all tests of the product.
  ///   - failed: Ids of tests whose last known result is a failure.
  package func choose(
    _ package: PackageDescription, listed: [String], failed: Set<String>
  ) -> AffectedTests.Selection {
    let data: TestLines
    do throws(HistoryError) {
      guard let bytes = try scope.history?.data(scope: scope.name) else {
        return .everything(
          reason: "no run has recorded which tests run which lines (use `devtool check --by-test`)"
        )
      }
      guard let known = TestLines(encoded: bytes) else {
        return .everything(reason: "the recorded test lines are from another version of devtool")
      }
      data = known
    } catch {
      return .everything(reason: "\(error)")
    }
    let checkout = CheckoutState(scope, package)
    if let obstacle = checkout.obstacle { return .everything(reason: obstacle) }
    var state = AffectedTests.State()
    state.files = checkout.files
    state.others = checkout.others
    state.usesMacros = checkout.usesMacros
    state.targets = package.targets
    state.packagePrefix = scope.prefix
    state.toolchain = scope.toolchain
    state.configuration = scope.configuration
    do throws(GitError) {
      state.baseTexts = try baseTexts(checkout)
    } catch {
      return .everything(reason: "\(error.description). \(error.help)")
    }
    let unread = scope.unread.map(PathGlob.init)
    return AffectedTests.selection(data, state, listed: listed, failed: failed) { path in
      unread.contains { $0.matches(path) }
    }
  }

  /// The sources that the branch or the checkout changed, with their text at the merge base.
  private func baseTexts(_ checkout: CheckoutState) throws(GitError) -> [String: [UInt8]?] {
    let repository: GitRepository
    do throws(GitError) {
      repository = try GitRepository.open(
        containing: scope.repositoryRoot, environment: scope.variables)
    } catch {
      // Without git, only changes since the recording are known.
      if case .notARepository = error { return [:] }
      throw error
    }
    let range = try repository.resolveBase(scope.base)
    // With several merge bases, each hides changes on the side of another.
    if !range.otherMergeBases.isEmpty {
      throw GitError.severalMergeBases(base: range.baseName, head: range.headName)
    }
    var texts: [String: [UInt8]?] = [:]
    for file in checkout.files {
      switch try repository.storedFile(file.path, in: range.mergeBase) {
      case .file(let text) where text == file.text: break
      case .file(let text): texts[file.path] = text
      case .other, nil: texts[file.path] = .some(nil)
      }
    }
    return texts
  }
}
