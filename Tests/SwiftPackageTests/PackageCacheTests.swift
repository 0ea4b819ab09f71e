import FileSystem
import TestSupport
import Testing

@testable import LocalState
@testable import SwiftPackage

/// What SwiftPM said of a package is kept until something changes that it depends on.
@Suite struct PackageCacheTests {
  let scratch: ScratchDirectory
  private let answer: PackageCache.Answer

  init() throws {
    scratch = try ScratchDirectory()
    try scratch.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    try scratch.write("", to: "Sources/M/A.swift")
    answer = PackageCache.Answer(
      description: Array(
        """
        {"name": "P", "products": [], "targets": [{"name": "M", "c99name": "M",
        "type": "library", "path": "Sources/M", "sources": ["A.swift"]}]}
        """.utf8), binPath: "/bin path")
  }

  private func cache(
    _ toolchain: String = "6.3", _ arguments: [String] = ["-c", "debug"],
    _ environment: [String: String] = [:], key: StateKey? = testKey
  ) -> PackageCache {
    PackageCache(
      StateFolder(root: scratch.path, key: key),
      key: .init(
        directory: scratch.path, toolchain: toolchain, arguments: arguments,
        environment: environment))
  }

  @Test func keepsTheAnswer() {
    #expect(cache().read() == nil)
    cache().write(answer)
    #expect(cache().read() == answer)
    // The environment counts where the manifest reads it.
    #expect(cache("6.3", ["-c", "debug"], ["A": "1"]).read() == answer)
    #expect(cache("6.4").read() == nil)
    #expect(cache("6.3", ["-c", "release"]).read() == nil)
    #expect(cache(key: nil).read() == nil)
  }

  @Test(arguments: [
    ("Package.swift", "// changed\n"), ("Package.resolved", "{}"),
    ("Package@swift-6.1.swift", ""), ("Sources/M/B.swift", ""), ("Sources/M/Deep/B.swift", ""),
  ])
  func forgetsItWhenTheseChange(path: String, text: String) throws {
    cache().write(answer)
    try scratch.write(text, to: path)
    #expect(cache().read() == nil)
  }

  @Test(arguments: ["Sources/N/A.swift", "Sources/M/.hidden", "README.md", "Package.txt"])
  func keepsItWhenTheseChange(path: String) throws {
    cache().write(answer)
    try scratch.write("x", to: path)
    #expect(cache().read() == answer)
  }

  @Test(arguments: ["Context.environment[\"A\"]", "getenv(\"A\")"])
  func theManifestReadsTheEnvironment(text: String) throws {
    try scratch.write(text, to: "Package.swift")
    cache("6.3", [], ["A": "1", "B": "2"]).write(answer)
    #expect(cache("6.3", [], ["B": "2", "A": "1"]).read() == answer)
    #expect(cache("6.3", [], ["A": "1", "B": "3"]).read() == nil)
  }

  @Test func believesNothingElse() throws {
    cache().write(answer)
    let folder = StateFolder(root: scratch.path, key: testKey).cachePath
    for name in folderContents(folder) where name.hasPrefix("package-") {
      try writeFile("\(folder)/\(name)", Array("devtool-package-1 0\n/bin\n{}".utf8))
    }
    #expect(cache().read() == nil)
  }
}
