package import CIModel
import FileSystem
import SourceCode
package import SwiftPackage

/// Facts about tests from the sources of the test targets: where tests are declared, and which
/// tests cannot fail.
package struct TestSources {
  private let targets: [PackageTarget]
  /// The absolute path of the package.
  private let packageRoot: String
  /// The path of the package in the repository, with a trailing `/`.
  private let prefix: String

  package init(_ package: PackageDescription, packageRoot: String, prefix: String) {
    targets = package.targets.filter { $0.kind == .test }
    self.packageRoot = packageRoot
    self.prefix = prefix
  }

  /// Sets the location of tests without one to that of their declaration: XCTest reports no
  /// location, and neither does a process that dies.
  package func locate(_ tests: inout [TestCase]) {
    let wanted = tests.indices.filter { tests[$0].file == nil }
    let modules = Set(wanted.compactMap { tests[$0].module })
    guard !modules.isEmpty else { return }
    var places: [Key: [(path: String, line: Int)]] = [:]
    for target in targets where modules.contains(target.moduleName) {
      for (path, bytes) in sources(of: target) {
        for test in DeclarationScanner(SwiftText(bytes)).tests {
          places[Key(target.moduleName, test), default: []].append((path, test.line))
        }
      }
    }
    for index in wanted {
      // It is unknown which overload, or which branch of an `#if`, ran.
      guard let key = Key(tests[index]), let found = places[key], found.count == 1 else { continue }
      tests[index].file = found[0].path
      tests[index].line = found[0].line
    }
  }

  /// Marks the tests that passed and that contain nothing that can fail.
  package func markSilent(_ tests: inout [TestCase]) {
    var silent: [Key: SilentTests.Found] = [:]
    for target in targets {
      var texts = SilentTests()
      for (path, bytes) in sources(of: target) { texts.add(bytes, path: path) }
      for found in texts.found { silent[Key(target.moduleName, found.test)] = found }
    }
    for index in tests.indices where tests[index].outcome == .passed {
      guard let key = Key(tests[index]), let found = silent[key] else { continue }
      tests[index].assertsNothing = true
      tests[index].file = tests[index].file ?? found.path
      tests[index].line = tests[index].line ?? found.test.line
    }
  }

  private func sources(of target: PackageTarget) -> [(path: String, bytes: [UInt8])] {
    target.sources.compactMap { source in
      guard source.hasSuffix(".swift") else { return nil }
      let path = "\(target.path)/\(source)"
      guard let bytes = try? readFile("\(packageRoot)/\(path)", limit: 4 << 20) else { return nil }
      return (prefix + path, bytes)
    }
  }

  private struct Key: Hashable {
    var module: String
    var suite: String?
    var function: String

    init(_ module: String, _ test: TestDeclaration) {
      (self.module, suite, function) = (module, test.suite, test.function)
    }

    /// `nil` when the module is not known.
    init?(_ test: TestCase) {
      guard let module = test.module else { return nil }
      let name = test.function.prefix { $0 != "(" }
      (self.module, suite) = (module, test.suite?.replacing("/", with: "."))
      function = name.filter { $0 != "`" }
    }
  }
}
