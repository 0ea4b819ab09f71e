package import FileSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files that a package may be built from: all files in its folder and in those of the local
/// packages that it depends on, except those of git and of builds.
package struct PackageSources {
  /// The absolute path of the package.
  package let package: String
  /// The absolute path of the build folder.
  package let scratch: String

  package init(package: String, scratch: String) {
    self.package = package
    self.scratch = scratch
  }

  /// Lists every file in one of the folders.
  package func entries(in folder: String) throws(FileError) -> [TreeEntry] {
    // A build folder may have any name and location.
    let inside = scratch.path(below: folder)
    return try TreeEntry.list(folder) { path in
      if path == inside { return true }
      switch path.utf8.last {
      // Only paths that may end with `.git`, `.build` or `.devtool` are compared further.
      case UInt8(ascii: "t"): return path == ".git" || path.hasSuffix("/.git")
      case UInt8(ascii: "d"): return path == ".build" || path.hasSuffix("/.build")
      case UInt8(ascii: "l"): return path == ".devtool" || path.hasSuffix("/.devtool")
      default: return false
      }
    }.filter { $0.kind != .folder }
  }

  /// The packages of `usedPackages` that are outside of the package's own folder.
  package var localPackages: [String] {
    usedPackages.filter { !package.hasPrefix($0 + "/") && !$0.hasPrefix(package + "/") }
  }

  /// Absolute paths of the local packages that are used in place, from SwiftPM's workspace state.
  package var usedPackages: [String] {
    guard let bytes = try? readFile("\(scratch)/workspace-state.json", limit: 64 << 20),
      let state = try? JSONDecoder().decode(WorkspaceState.self, from: Data(bytes))
    else { return [] }
    let paths = (state.object.dependencies ?? []).compactMap { dependency -> String? in
      guard let kind = dependency.state?.name, kind == "fileSystem" || kind == "edited" else {
        return nil
      }
      return dependency.state?.path ?? dependency.packageRef?.location
    }
    return Set(paths).filter { $0.hasPrefix("/") && $0 != package }.sorted()
  }

  /// The required parts of `workspace-state.json` (`WorkspaceStateStorage` in SwiftPM's
  /// `Workspace+State.swift`).
  private struct WorkspaceState: Decodable {
    var object: Object

    struct Object: Decodable {
      var dependencies: [Dependency]?
    }

    struct Dependency: Decodable {
      var packageRef: Reference?
      var state: State?
    }

    struct Reference: Decodable {
      var location: String?
    }

    struct State: Decodable {
      var name: String?
      var path: String?
    }
  }
}
