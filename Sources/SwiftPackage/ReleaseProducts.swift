import FileSystem

/// The executables and dynamic libraries of a release build.
package enum ReleaseProducts {
  /// The maximum number of products to list.
  private static let most = 100

  /// - Parameter scratch: The absolute path of the build folder, `.build` or the one that
  ///   `--scratch-path` names.
  /// - Returns: Sizes in bytes by name; products of earlier builds are included.
  package static func sizes(in scratch: String) -> [String: Int] {
    var sizes: [String: Int] = [:]
    // The second folder is that of the swiftbuild build system; its name ends with the platform.
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

  /// Excludes test runners, and macros, which only the compiler starts.
  private static func isProduct(_ name: String) -> Bool {
    guard !name.hasSuffix("PackageTests"), !name.hasSuffix("-test-runner"), !name.hasSuffix("-tool")
    else { return false }
    return !name.contains(".") || name.hasSuffix(".so") || name.hasSuffix(".dylib")
  }
}
