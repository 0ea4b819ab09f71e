import CIModel
import CoverageData
import FileSystem
import SwiftPackage
import SwiftSource

/// Marks the tests that passed and that nothing in their source can make fail.
struct SilentTestSearch {
  let package: PackageDescription
  /// Absolute.
  let packageRoot: String
  /// Of the package in the repository, with a `/` behind it.
  let prefix: String

  func mark(_ tests: inout [TestCase]) {
    var silent: [Key: SilentTests.Found] = [:]
    for target in package.targets where target.kind == .test {
      for found in silentTests(of: target) {
        silent[Key(target.moduleName, found.test)] = found
      }
    }
    for index in tests.indices where tests[index].outcome == .passed {
      guard let key = Key(tests[index]), let found = silent[key] else { continue }
      tests[index].assertsNothing = true
      tests[index].file = tests[index].file ?? found.path
      tests[index].line = tests[index].line ?? found.test.line
    }
  }

  private func silentTests(of target: PackageTarget) -> [SilentTests.Found] {
    var sources = SilentTests()
    for source in target.sources where source.hasSuffix(".swift") {
      let path = "\(target.path)/\(source)"
      guard let bytes = try? readFile("\(packageRoot)/\(path)", limit: 4 << 20) else { continue }
      sources.add(bytes, path: prefix + path)
    }
    return sources.found
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
