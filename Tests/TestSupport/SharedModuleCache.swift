import Foundation

/// A folder in which all builds of fixture packages keep the toolchain's C modules: to compile them
/// again takes most of a clean build. SwiftPM reads the variable for its own tests.
package let sharedModuleCache = (
  name: "SWIFTPM_TESTS_MODULECACHE",
  path: FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    .appendingPathComponent("devtool-test-modules").path
)
