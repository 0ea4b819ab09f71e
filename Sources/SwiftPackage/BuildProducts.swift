import FileSystem

/// Finds the products of a package build.
package struct BuildProducts: Hashable, Sendable {
  /// The output of `swift build --show-bin-path`: `…/.build/<triple>/debug`.
  package var binPath: String
  package var package: PackageDescription

  package init(binPath: String, package: PackageDescription) {
    self.binPath = binPath
    self.package = package
  }

  /// The test product of the native build system: a file on Linux, the file inside the bundle on
  /// macOS; `nil` when it has not been built.
  package var testProduct: String? {
    let name = package.name + "PackageTests"
    let product = "\(binPath)/\(name).xctest"
    if isFile(product) { return product }
    let bundled = "\(product)/Contents/MacOS/\(name)"
    return isFile(bundled) ? bundled : nil
  }

  /// Whether a build folder contains products of an earlier build.
  ///
  /// - Parameters:
  ///   - scratch: The absolute path of `.build` or of the folder that `--scratch-path` names.
  ///   - arguments: The arguments of the build; only products of the same configuration count.
  package static func areLeft(in scratch: String, by arguments: [String]) -> Bool {
    let isRelease = zip(arguments, arguments.dropFirst()).contains { option, value in
      ["-c", "--configuration"].contains(option) && value == "release"
    }
    let name = isRelease ? "release" : "debug"
    // The second folder is that of the swiftbuild build system; its name ends with the platform.
    return !folderContents("\(scratch)/\(name)").isEmpty
      || folderContents("\(scratch)/out/Products").contains { $0.lowercased().hasPrefix(name) }
  }

  /// The whole build folder, `.build` or the folder that `--scratch-path` names; `nil` when
  /// `binPath` is not a folder of SwiftPM.
  package var scratchPath: String? { BuildProducts.scratch(ofFolder: binPath) }

  /// Returns `.build` for `.build/<triple>/debug`, and for a folder of the swiftbuild build system,
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
