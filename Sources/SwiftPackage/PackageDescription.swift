import FileSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The structure of a package, according to `swift package describe --type json`.
package struct PackageDescription: Hashable, Sendable {
  /// The name in the manifest, which may differ from that of the folder.
  package var name: String
  /// Sorted by name.
  package var targets: [PackageTarget]
  /// Sorted by name.
  package var executables: [ExecutableProduct]
  /// Absolute paths of local packages that it uses in place, sorted.
  package var localDependencies: [String] = []

  package init(name: String, targets: [PackageTarget], executables: [ExecutableProduct] = []) {
    self.name = name
    self.targets = targets
    self.executables = executables
  }

  package struct ExecutableProduct: Hashable, Sendable {
    package var name: String
    package var targets: [String]

    package init(name: String, targets: [String]) {
      self.name = name
      self.targets = targets
    }
  }
}

extension PackageDescription {
  /// The file that lists the tests for SwiftPM's native build system on Linux, relative to the
  /// package root: the first in a folder that contains a test target (`findTestEntryPoints` of its
  /// `PackageBuilder`).
  ///
  /// - Parameter root: The absolute path of the package.
  package func testList(in root: String) -> String? {
    for target in targets where target.kind == .test {
      var folder = target.path[...]
      repeat {
        folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
        for name in ["XCTMain.swift", "LinuxMain.swift"] {
          let path = folder.isEmpty ? name : "\(folder)/\(name)"
          if isFile("\(root)/\(path)") { return path }
        }
      } while !folder.isEmpty
    }
    return nil
  }
}

/// A target of the root package.
package struct PackageTarget: Codable, Hashable, Sendable {
  package var name: String
  /// The name as an identifier, which is also the name of its folder of object files.
  package var moduleName: String
  package var kind: Kind
  /// The path relative to the package root.
  package var path: String
  /// Paths relative to `path`.
  package var sources: [String]
  /// Names of targets of the same package.
  package var dependencies: [String]
  /// Whether tests use the library, and nothing else does; `nil` means no.
  package var isOnlyForTests: Bool?
  /// Whether a product or a source uses it although its folder is that of the tests; `nil` means no.
  package var isUsedBySources: Bool?

  package init(
    name: String, moduleName: String? = nil, kind: Kind, path: String, sources: [String] = [],
    dependencies: [String] = []
  ) {
    self.name = name
    self.moduleName = moduleName ?? name
    self.kind = kind
    self.path = path
    self.sources = sources
    self.dependencies = dependencies
  }

  package enum Kind: String, Codable, Hashable, Sendable {
    case library
    case executable
    case test
    case macro
    case plugin
    case snippet
    /// System libraries, binary targets and future kinds.
    case other
  }

  /// Whether its sources are tests or test helpers.
  ///
  /// A library in the folder of the tests serves them, unless others use it, too.
  package var isTest: Bool { kind == .test || isBesideTests && isUsedBySources != true }

  fileprivate var isBesideTests: Bool { path == "Tests" || path.hasPrefix("Tests/") }

  /// Whether a test can link it. SwiftPM itself runs plugins, and a snippet is a program that no
  /// target can depend on; the tests of a macro link it like a library.
  package var isTestable: Bool { kind != .plugin && kind != .snippet }
}

/// The output of `swift package describe` has an unexpected form.
package struct PackageDescriptionError: Error, Hashable, CustomStringConvertible {
  package var reason: String

  package var description: String {
    "the output of swift package describe cannot be parsed: \(reason)"
  }
}

extension PackageDescription {
  /// Reads the output of `swift package describe --type json`.
  package init(json: [UInt8]) throws(PackageDescriptionError) {
    // SwiftPM can print warnings before the document.
    guard let start = json.firstIndex(of: UInt8(ascii: "{")) else {
      throw PackageDescriptionError(reason: "no JSON object")
    }
    let document: Document
    do {
      document = try JSONDecoder().decode(Document.self, from: Data(json[start...]))
    } catch {
      throw PackageDescriptionError(reason: "\(error)")
    }
    name = document.name
    targets = document.targets.map(\.value).sorted { $0.name < $1.name }
    executables = (document.products ?? [])
      .filter { $0.type?.keys.contains("executable") ?? false }
      .map { ExecutableProduct(name: $0.name, targets: $0.targets ?? []) }
      .sorted { $0.name < $1.name }
    localDependencies = (document.dependencies ?? []).filter { $0.type == "fileSystem" }
      .compactMap(\.path).sorted()
    // SwiftPM adds a product for each macro, and for each executable.
    let products = Set(
      (document.products ?? []).filter { !($0.type?.keys.contains("macro") ?? false) }
        .flatMap { $0.targets ?? [] })
    markTargets(of: products)
  }

  /// Notes which targets only tests use, and which below `Tests` have code of sources.
  private mutating func markTargets(of products: Set<String>) {
    let sources = closure { target in
      target.kind != .test
        && (!target.isBesideTests || target.kind == .plugin || products.contains(target.name))
    }
    for index in targets.indices where targets[index].isTest && targets[index].kind != .test {
      if sources.contains(targets[index].name) { targets[index].isUsedBySources = true }
    }
    let used = closure { !$0.isTest && ($0.kind != .library || products.contains($0.name)) }
    let tested = closure(of: \.isTest)
    for index in targets.indices where !targets[index].isTest {
      let name = targets[index].name
      if tested.contains(name), !used.contains(name) { targets[index].isOnlyForTests = true }
    }
  }

  /// The names of some targets and of all targets that they depend on.
  private func closure(of isFirst: (PackageTarget) -> Bool) -> Set<String> {
    let dependencies = Dictionary(targets.map { ($0.name, $0.dependencies) }) { $1 }
    var names = Set(targets.lazy.filter(isFirst).map(\.name))
    var waiting = Array(names)
    while let name = waiting.popLast() {
      for next in dependencies[name] ?? [] where names.insert(next).inserted {
        waiting.append(next)
      }
    }
    return names
  }

  /// Mirrors `DescribedPackage` in `Sources/Commands/Utilities/DescribedPackage.swift`, SwiftPM.
  private struct Document: Decodable {
    var name: String
    var targets: [Target]
    var products: [Product]?
    var dependencies: [Dependency]?

    struct Dependency: Decodable {
      var type: String?
      var path: String?
    }

    struct Target: Decodable {
      var name: String
      var c99name: String?
      var type: String
      var path: String
      var sources: [String]?
      var targetDependencies: [String]?

      enum CodingKeys: String, CodingKey {
        case name
        case c99name
        case type
        case path
        case sources
        case targetDependencies = "target_dependencies"
      }

      var value: PackageTarget {
        PackageTarget(
          name: name, moduleName: c99name, kind: PackageTarget.Kind(rawValue: type) ?? .other,
          path: path, sources: sources ?? [], dependencies: targetDependencies ?? [])
      }
    }

    struct Product: Decodable {
      var name: String
      /// One key, such as `executable`, with `null` as value.
      var type: [String: Ignored?]?
      var targets: [String]?
    }

    /// Any value at all.
    struct Ignored: Decodable {
      init(from decoder: any Decoder) throws {}
    }
  }
}
