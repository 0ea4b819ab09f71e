import FileSystem

/// Programs and dynamic libraries that a release build made.
package enum ReleaseProducts {
  /// More are not told of.
  private static let most = 100

  /// - Parameter scratch: The build folder, `.build` or what `--scratch-path` names; absolute.
  /// - Returns: Their sizes in bytes, by name; of what an earlier build left, too.
  package static func sizes(in scratch: String) -> [String: Int] {
    var sizes: [String: Int] = [:]
    // The second is that of the swiftbuild build system, whose name ends in that of the platform.
    let others = folderContents("\(scratch)/out/Products").filter { $0.hasPrefix("Release") }
    for folder in ["release"] + others.map({ "out/Products/\($0)" }) {
      for name in folderContents("\(scratch)/\(folder)").filter(isProduct).sorted() {
        guard sizes.count < most, let status = FileStatus("\(scratch)/\(folder)/\(name)"),
          status.isFile, status.isExecutable
        else { continue }
        sizes[name] = status.size
      }
    }
    return sizes
  }

  /// Neither what runs tests nor a macro, which the compiler alone starts.
  private static func isProduct(_ name: String) -> Bool {
    guard !name.hasSuffix("PackageTests"), !name.hasSuffix("-test-runner"), !name.hasSuffix("-tool")
    else { return false }
    return !name.contains(".") || name.hasSuffix(".so") || name.hasSuffix(".dylib")
  }
}
