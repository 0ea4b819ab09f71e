import CIModel
import FileSystem
import SwiftPackage

/// Decides which measured files count: the sources of the package's own targets.
struct CoverageScope {
  /// The classification of a file.
  enum Place: Hashable {
    /// - Parameters:
    /// - path: The path relative to the repository root.
    /// - target: The target of the file; `nil` without a package description.
    case source(path: String, target: String?)
    case excluded(reason: String)
  }

  private let repositoryRoots: [String]
  private let packageRoots: [String]
  /// The root of the build folder: `.build`, or the folder given to `--scratch-path`.
  private let scratchRoots: [String]
  /// The targets, deepest path first.
  private let targets: [PackageTarget]?
  private let globs: [PathGlob]
  private var tracked: TrackedPaths
  /// The globs that matched a file.
  private(set) var usedGlobs: Set<String> = []

  init(_ inputs: CoverageInputs) {
    // The compiler receives resolved paths, whatever form the caller uses.
    func variants(_ path: String) -> [String] {
      var variants = [path, realPathOfExisting(path)].map {
        $0.hasSuffix("/") ? $0 : $0 + "/"
      }
      if variants[0] == variants[1] { variants.removeLast() }
      return variants
    }
    let packageRoots = variants(inputs.packageRoot)
    self.packageRoots = packageRoots
    repositoryRoots = variants(inputs.repositoryRoot)
    // `.build/debug` is a link to `.build/<triple>/debug`.
    let mainObject = inputs.objects.first.map(realPathOfExisting)
    scratchRoots = (mainObject.flatMap(CoverageScope.scratchRoot).map(variants) ?? [])
      .filter { scratch in !packageRoots.contains { $0.hasPrefix(scratch) } }
    targets = inputs.targets?.sorted { $0.path.utf8.count > $1.path.utf8.count }
    globs = inputs.policy.ignore.map(PathGlob.init)
    tracked = TrackedPaths(repositoryRoot: inputs.checkout ?? inputs.repositoryRoot)
  }

  /// The globs of the policy that matched no file, in their order.
  var unusedGlobs: [String] {
    globs.lazy.map(\.text).filter { !usedGlobs.contains($0) }
  }

  mutating func place(of file: String) -> Place {
    if let rest = CoverageScope.strip(scratchRoots, from: file) {
      let isDependency = rest.hasPrefix("checkouts/")
      return .excluded(reason: isDependency ? "dependencies" : "generated")
    }
    guard let inPackage = CoverageScope.strip(packageRoots, from: file),
      let inRepository = CoverageScope.strip(repositoryRoots, from: file)
    else { return .excluded(reason: CoverageScope.reasonOutside(file)) }
    var name: String?
    if let targets {
      guard let target = targets.first(where: { CoverageScope.contains($0.path, inPackage) })
      else { return .excluded(reason: CoverageScope.reasonOutside(inPackage)) }
      if target.isTest { return .excluded(reason: "tests") }
      if !target.isTestable { return .excluded(reason: "outside") }
      name = target.name
    } else if CoverageScope.looksLikeTest(inRepository) {
      return .excluded(reason: "tests")
    } else if let (reason, folder) = CoverageScope.reasonByPath(inRepository),
      !tracked.contain(inRepository, in: folder)
    {
      return .excluded(reason: reason)
    }
    var isIgnored = false
    for glob in globs where glob.matches(inRepository) {
      usedGlobs.insert(glob.text)
      isIgnored = true
    }
    return isIgnored ? .excluded(reason: "ignored") : .source(path: inRepository, target: name)
  }

  /// Whether a path relative to the repository root looks like that of a test; used without a
  /// package description. A folder of sources has no tests.
  static func looksLikeTest(_ path: String) -> Bool {
    let folders = path.split(separator: "/").dropLast()
    return folders.first { $0 == "Tests" || $0 == "Sources" } == "Tests"
  }

  /// Why a path relative to the repository root does not belong to the package's own sources, and the
  /// folder whose name says so; `nil` when it may. What git tracks is a source all the same.
  static func reasonByPath(_ path: String) -> (reason: String, folder: String)? {
    let folders = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let reason = reasonOutside(path)
    guard reason != "outside", let first = folders.firstIndex(where: isNamedLikeABuild) else {
      return nil
    }
    return (reason, folders[...first].joined(separator: "/"))
  }

  private static func isNamedLikeABuild(_ folder: Substring) -> Bool {
    folder == "checkouts" || folder == ".build" || folder == "DerivedSources"
      || folder.hasSuffix(".derived")
  }

  /// The build folder that contains an object, also inside a bundle.
  private static func scratchRoot(of object: String) -> String? {
    var components = object.split(separator: "/", omittingEmptySubsequences: false)
    if let bundle = components.firstIndex(where: { $0.hasSuffix(".xctest") }) {
      components.removeSubrange((bundle + 1)...)
    }
    return BuildProducts.scratch(ofFolder: components.dropLast().joined(separator: "/"))
  }

  private static func strip(_ roots: [String], from path: String) -> String? {
    // A name can begin with a mark, and Macs may report another Unicode normalization of a root.
    for root in roots {
      if let rest = path.path(below: root) { return rest }
      if path.hasPrefix(root) { return String(path.dropFirst(root.count)) }
    }
    return nil
  }

  private static func contains(_ folder: String, _ path: String) -> Bool {
    folder.isEmpty || folder == "." || folder == "./" || path == folder
      || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  private static func reasonOutside(_ path: String) -> String {
    let components = path.split(separator: "/").dropLast()
    if components.contains("checkouts") { return "dependencies" }
    return components.contains(where: isNamedLikeABuild) ? "generated" : "outside"
  }
}
