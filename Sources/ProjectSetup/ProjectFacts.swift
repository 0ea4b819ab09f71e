internal import CIModel
internal import FileSystem
internal import SwiftPackage

/// The facts that a project's files depend on.
package struct ProjectFacts: Hashable, Sendable {
  /// The absolute path of the folder for the files.
  package var root: String
  /// Whether the folder itself is a package.
  package var isPackage: Bool
  /// Folders of packages below the folder, if it is not a package itself; sorted.
  package var packages: [String] = []
  /// Package folders that are left out because their names have a meaning in a shell or YAML.
  var unnamablePackages: [String] = []
  /// Package folders that are left out because they are deep, or inside another package, which the
  /// folder itself can be; sorted.
  var innerPackages: [String] = []
  /// Whether there is a `.swift-format`.
  package var lints: Bool
  /// Folders in `packages` whose manifest does not contain a test target.
  package var untestedPackages: [String] = []
  /// The tag of the Swift image: `6.3`.
  package var swiftVersion: String
  package var defaultBranch = "main"

  /// The default Swift image, unless a package requires a newer one.
  static let newestSwift = SwiftVersion(major: 6, minor: 3)
  private static let largestManifest = 1 << 20

  /// A fragment for each package that is left out.
  package var warnings: [String] {
    var warnings = unnamablePackages.map {
      "the package in '\(VisibleText.shown($0))' is left out: its path has special characters"
    }
    if !innerPackages.isEmpty {
      let (what, isLeft, they, them) =
        innerPackages.count == 1
        ? ("the package in", "is", "it is", "it") : ("the packages in", "are", "they are", "them")
      let reason =
        isPackage
        ? "steps with `dir:` can build \(them)" : "\(they) inside another package, or too deep"
      warnings.append(
        "\(what) \(Self.listed(innerPackages, atMost: 5)) \(isLeft) left out: \(reason)")
    }
    return warnings
  }

  /// The packages that are left out, for a comment of one line.
  var omittedPackages: String {
    Self.listed((unnamablePackages + innerPackages).sorted(), atMost: 20)
  }

  private static func listed(_ folders: [String], atMost count: Int) -> String {
    let names = folders.prefix(count).map { VisibleText.shown($0).replacing("\n", with: " ") }
    let more = folders.count > count ? " and \(folders.count - count) more" : ""
    return names.joined(separator: ", ") + more
  }

  /// - Parameters:
  ///   - root: An absolute path.
  ///   - git: Knows which folders are ignored; `nil` outside of a checkout.
  ///   - findsPackages: Whether to search for packages below the folder.
  package init(root: String, git: GitFacts? = nil, findsPackages: Bool = true) {
    self.root = root
    if let branch = git?.defaultBranch { defaultBranch = branch }
    isPackage = fileExists("\(root)/Package.swift")
    lints = fileExists("\(root)/.swift-format")
    if findsPackages {
      let (found, others) = (PackageFolders.below(root), PackageFolders.others(below: root))
      let ignored = git?.ignored(found + others, in: root) ?? []
      if isPackage {
        // Packages below the tests are data of tests.
        innerPackages = (found + others).sorted()
          .filter { !ignored.contains($0) && !$0.hasPrefix("Tests/") }
      } else {
        packages = found.filter { isQuotablePath($0) && !ignored.contains($0) }
        unnamablePackages = found.filter { !isQuotablePath($0) && !ignored.contains($0) }
        innerPackages = others.filter { !ignored.contains($0) }
        lints = packages.contains { fileExists("\(root)/\($0)/.swift-format") } || lints
      }
    }
    var needed: SwiftVersion?
    for folder in isPackage ? ["."] : packages {
      let path = "\(root)/\(folder)/Package.swift"
      guard let manifest = try? readFile(path, limit: Self.largestManifest) else { continue }
      // An older Swift reads a manifest of its own.
      let others = folderContents("\(root)/\(folder)").filter {
        $0.hasPrefix("Package@swift-") && $0.hasSuffix(".swift")
      }.compactMap { try? readFile("\(root)/\(folder)/\($0)", limit: Self.largestManifest) }
      if let least = ([manifest] + others).compactMap(SwiftVersion.init(manifest:)).min() {
        needed = max(needed ?? least, least)
      }
      if !isPackage, manifest.firstRange(of: "testTarget".utf8) == nil {
        untestedPackages.append(folder)
      }
    }
    let named = (try? readFile("\(root)/.swift-version", limit: 200)).flatMap {
      SwiftVersion.release(String(decoding: $0, as: UTF8.self))
    }
    swiftVersion = named ?? max(needed ?? Self.newestSwift, Self.newestSwift).description
  }
}

/// A version of Swift without its patch number.
struct SwiftVersion: Comparable, CustomStringConvertible {
  var major: Int
  var minor: Int

  init(major: Int, minor: Int) { (self.major, self.minor) = (major, minor) }

  /// Parses the tools version in the first line of a manifest: `// swift-tools-version: 5.9`.
  init?(manifest: [UInt8]) {
    let line = String(decoding: manifest.prefix(200), as: UTF8.self).prefix { !$0.isNewline }
    guard line.hasPrefix("//"), let name = line.firstRange(of: "swift-tools-version:") else {
      return nil
    }
    let text = line[name.upperBound...].drop { $0 == " " }
    let parts = text.prefix { $0.isNumber || $0 == "." }.split(separator: ".").map { Int($0) }
    guard let major = parts.first ?? nil, major < 100 else { return nil }
    let minor = parts.count > 1 ? parts[1] ?? 0 : 0
    guard minor < 100 else { return nil }
    self.init(major: major, minor: minor)
  }

  var description: String { "\(major).\(minor)" }

  static func < (left: SwiftVersion, right: SwiftVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }

  /// The release in a `.swift-version`, such as `6.2.1`; `nil` for snapshots and any other text.
  static func release(_ text: String) -> String? {
    let line = String(text.prefix { !$0.isWhitespace })
    let parts = line.split(separator: ".", omittingEmptySubsequences: false)
    let isNumber = { (part: Substring) in
      (1...2).contains(part.utf8.count) && part.utf8.allSatisfy { (48...57).contains($0) }
    }
    return (2...3).contains(parts.count) && parts.allSatisfy(isNumber) ? line : nil
  }
}
