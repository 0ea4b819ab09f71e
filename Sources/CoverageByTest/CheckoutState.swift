import CIModel
import CoverageData
import FileSystem
import GitHistory
import LocalState
import ProcessExecution
import StepCache
import SwiftPackage

/// The content of a checkout that can affect the result of a test: the package's sources, and every
/// other file by a hash.
struct CheckoutState {
  /// The Swift sources of the package's targets.
  var files: [TestLines.File] = []
  /// Hashes by path relative to the repository root.
  var others: [String: String] = [:]
  /// Whether the package or its dependencies have macros, which may generate code without source
  /// lines.
  var usesMacros = false
  /// Why no test can be left out, whatever changed; `nil` when tests can be left out.
  var obstacle: String?

  init(_ scope: ByTestScope, _ package: PackageDescription) {
    let (root, packageRoot, prefix) = (scope.repositoryRoot, scope.packageRoot, scope.prefix)
    var targets: [String: PackageTarget] = [:]
    for target in package.targets where target.kind != .snippet && target.kind != .other {
      for source in target.sources where source.hasSuffix(".swift") {
        targets["\(prefix)\(target.path)/\(source)"] = target
      }
    }
    let digests = FileDigests(scope.state.cached(.checkoutDigests))
    for path in CheckoutState.paths(scope, &obstacle) where !CheckoutState.isOwn(path, prefix) {
      if let target = targets.removeValue(forKey: path) {
        add(path, target, root)
      } else {
        // Half of the hash is sufficient to distinguish contents.
        others[path] = digests.identity("\(root)/\(path)").map { String($0.prefix(33)) }
      }
    }
    // Sources that git ignores, such as generated ones, are compiled as well.
    for (path, target) in targets { add(path, target, root) }
    for name in ["Package.swift", "Package.resolved"] where others[prefix + name] == nil {
      others[prefix + name] = digests.identity("\(packageRoot)/\(name)").map {
        String($0.prefix(33))
      }
    }
    digests.save()
    look(at: package, packageRoot, root)
  }

  private mutating func add(_ path: String, _ target: PackageTarget, _ root: String) {
    guard let text = try? readFile("\(root)/\(path)", limit: 16 << 20) else { return }
    files.append(
      TestLines.File(path: path, target: target.name, isTest: target.isTest, text: text))
  }

  /// Whether a path belongs to build products, devtool's own files, or coverage data of a run,
  /// which are not part of any version of the package.
  private static func isOwn(_ path: String, _ prefix: String) -> Bool {
    path.hasSuffix(".profraw")
      || [".build/", ".devtool/", ".swiftpm/"].contains {
        path.hasPrefix(prefix + $0) || path.hasPrefix($0)
      }
  }

  private mutating func look(
    at package: PackageDescription, _ packageRoot: String, _ root: String
  ) {
    let resolved = (try? readFile("\(packageRoot)/Package.resolved", limit: 16 << 20)) ?? []
    usesMacros =
      package.targets.contains { $0.kind == .macro }
      || String(decoding: resolved, as: UTF8.self).contains("swift-syntax")
      || fileExists("\(packageRoot)/.build/checkouts/swift-syntax")
    if let outside = package.localDependencies.first(where: {
      !$0.isInside(root)
    }) {
      obstacle = obstacle ?? "the package depends on \(outside), which may have changed"
    }
    let workspace =
      (try? readFile("\(packageRoot)/.build/workspace-state.json", limit: 16 << 20)) ?? []
    if String(decoding: workspace, as: UTF8.self).contains("\"edited\"") {
      obstacle = obstacle ?? "a dependency is being edited"
    }
  }

  /// The files of the checkout, relative to the repository root.
  private static func paths(_ scope: ByTestScope, _ obstacle: inout String?) -> [String] {
    do throws(GitError) {
      let repository = try GitRepository.open(
        containing: scope.repositoryRoot, environment: scope.variables)
      let paths = try repository.checkoutPaths()
      if let module = paths.first(where: \.isSubmodule) {
        obstacle = "the submodule \(module.path) may have changed"
      }
      return paths.filter { !$0.isSubmodule }.map(\.path)
    } catch {
      if case .notARepository = error {} else { obstacle = error.description }
      return files(below: scope.repositoryRoot)
    }
  }

  private static func files(below root: String) -> [String] {
    var found: [String] = []
    walkTree(root, isSorted: true) { path, _, status in
      if [".build", ".devtool", ".swiftpm", ".git"].contains(path) { return false }
      if !status.isFolder { found.append(path) }
      return true
    }
    return found
  }
}
