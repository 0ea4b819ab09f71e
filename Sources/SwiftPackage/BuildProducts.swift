import FileSystem

/// Finds what the build of a package left.
package struct BuildProducts: Hashable, Sendable {
  /// What `swift build --show-bin-path` prints: `…/.build/<triple>/debug`.
  package var binPath: String
  package var package: PackageDescription

  package init(binPath: String, package: PackageDescription) {
    self.binPath = binPath
    self.package = package
  }

  /// The test product as the native build system makes it: a file on Linux, the file inside the
  /// bundle on macOS; `nil` when it has not been built.
  package var testProduct: String? {
    let name = package.name + "PackageTests"
    let product = "\(binPath)/\(name).xctest"
    if isFile(product) { return product }
    let bundled = "\(product)/Contents/MacOS/\(name)"
    return isFile(bundled) ? bundled : nil
  }

  /// Whether an earlier build left something in a build folder.
  ///
  /// - Parameters:
  ///   - scratch: `.build` or what `--scratch-path` names; absolute.
  ///   - arguments: Of the build: one of the same configuration is looked for.
  package static func areLeft(in scratch: String, by arguments: [String]) -> Bool {
    let isRelease = zip(arguments, arguments.dropFirst()).contains { option, value in
      ["-c", "--configuration"].contains(option) && value == "release"
    }
    let name = isRelease ? "release" : "debug"
    // The second is that of the swiftbuild build system, whose name ends in that of the platform.
    return !folderContents("\(scratch)/\(name)").isEmpty
      || folderContents("\(scratch)/out/Products").contains { $0.lowercased().hasPrefix(name) }
  }

  /// The build folder as a whole, `.build` or what `--scratch-path` names; `nil` where `binPath` is
  /// no folder that SwiftPM makes.
  package var scratchPath: String? { BuildProducts.scratch(ofFolder: binPath) }

  /// `.build` for `.build/<triple>/debug`, and for what the swiftbuild build system makes,
  /// `.build/out/Products/Debug-linux`.
  package static func scratch(ofFolder folder: String) -> String? {
    let components = folder.split(separator: "/", omittingEmptySubsequences: false)
    let isSwiftBuild = components.dropLast().suffix(2).elementsEqual(["out", "Products"])
    let depth = isSwiftBuild ? 3 : 2
    guard components.count > depth + 1 else { return nil }
    return components.dropLast(depth).joined(separator: "/")
  }
}

extension PackageDescription {
  package var testTargetNames: [String] { targets.filter { $0.kind == .test }.map(\.name) }
}
