import CIModel
import CoverageData
import SwiftPackage
import TestExecution

extension SuiteResult {
  /// The test targets of a package, with the number of the product's tests in each.
  ///
  /// - Parameter prefix: The package root relative to the repository root, with a trailing `/`.
  init(_ package: PackageDescription, _ product: TestProduct, prefix: String) {
    var counts: [String: Int] = [:]
    for test in product.xctests + product.swiftTestingTests { counts[test.module, default: 0] += 1 }
    self.init(
      targets: package.targets.filter { $0.kind == .test && !$0.sources.isEmpty }
        .sorted { $0.name < $1.name }
        .map { target in
          Target(
            name: target.name, path: prefix + target.path, tests: counts[target.moduleName] ?? 0)
        })
  }
}
