import FileSystem
package import SwiftPackage

// Finds the binaries of a build that contain the coverage map of a package's own code.

extension BuildProducts {
  /// Names of targets in C, C++ and Objective-C, whose sources the native build system does not
  /// instrument, because it passes its coverage options only to swiftc. Empty for products of
  /// swiftbuild, which instruments them.
  ///
  /// Source: `SwiftModuleBuildDescription.swift` of SwiftPM 6.3 sets these options, and
  /// `ClangModuleBuildDescription.swift` does not.
  package var uninstrumentedTargets: [String] {
    guard testProduct != nil else { return [] }
    let endings = [".c", ".cc", ".cpp", ".cxx", ".c++", ".m", ".mm"]
    return package.targets.filter { target in
      [.library, .executable].contains(target.kind) && !target.isTest
        && target.sources.contains { source in endings.contains { source.hasSuffix($0) } }
    }.map(\.name)
  }

  /// All files that `llvm-cov` has to read: the test product first, then the executables, then the
  /// object files of targets that no linked binary contains, so that these count as not covered.
  package func objects() throws(CoverageError) -> [String] {
    var linked: [String] = []
    var roots: [String] = []
    if let testProduct {
      linked.append(testProduct)
      roots += package.targets.lazy.filter { $0.kind == .test }.map(\.name)
    }
    for target in package.targets where target.kind == .test {
      // The swiftbuild build system links each test target separately.
      for name in ["\(target.name).so", "\(target.moduleName).so"] {
        let library = "\(binPath)/\(name)"
        if isFile(library), !linked.contains(library) {
          linked.append(library)
          roots.append(target.name)
        }
      }
    }
    guard !linked.isEmpty else { throw .noObjects(folder: binPath) }
    for executable in package.executables {
      let file = "\(binPath)/\(executable.name)"
      if isFile(file) {
        linked.append(file)
        roots += executable.targets
      }
    }
    let contained = package.targets(reachableFrom: roots)
    for target in package.targets where !contained.contains(target.name) {
      let folder = "\(binPath)/\(target.moduleName).build"
      linked += folderContents(folder).sorted()
        .filter { $0.hasSuffix(".swift.o") }
        .map { "\(folder)/\($0)" }
      // The swiftbuild build system keeps one object file per target.
      let merged = "\(binPath)/\(target.moduleName).o"
      if isFile(merged) { linked.append(merged) }
    }
    return linked
  }
}

extension PackageDescription {
  /// The targets with these names and all targets of the package that they depend on.
  func targets(reachableFrom names: [String]) -> Set<String> {
    var dependencies: [String: [String]] = [:]
    for target in targets { dependencies[target.name] = target.dependencies }
    var found: Set<String> = []
    var open = names
    while let name = open.popLast() {
      guard found.insert(name).inserted else { continue }
      open += dependencies[name] ?? []
    }
    return found
  }
}
