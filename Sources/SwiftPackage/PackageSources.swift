package import FileSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files that a package can be built from: everything in its folder and in those of the local
/// packages it depends on, but for what git and builds keep there.
package struct PackageSources {
  /// Absolute.
  package let package: String
  /// Absolute.
  package let scratch: String

  package init(package: String, scratch: String) {
    self.package = package
    self.scratch = scratch
  }

  /// Every file in one of the folders.
  package func entries(in folder: String) throws(FileError) -> [TreeEntry] {
    // A build folder may have any name and place.
    let inside = scratch.path(below: folder)
    return try TreeEntry.list(folder) { path in
      if path == inside { return true }
      switch path.utf8.last {
      // `.git`, `.build`, `.devtool`: nothing else of it is looked at for every file.
      case UInt8(ascii: "t"): return path == ".git" || path.hasSuffix("/.git")
      case UInt8(ascii: "d"): return path == ".build" || path.hasSuffix("/.build")
      case UInt8(ascii: "l"): return path == ".devtool" || path.hasSuffix("/.devtool")
      default: return false
      }
    }.filter { $0.kind != .folder }
  }

  /// Those of `usedPackages` that are not in the package's own folder.
  package var localPackages: [String] {
    usedPackages.filter { !package.hasPrefix($0 + "/") && !$0.hasPrefix(package + "/") }
  }

  /// The folders of packages that are used from where they lie, as SwiftPM noted; absolute.
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

  /// `workspace-state.json`, as far as it matters here (`WorkspaceStateStorage` in SwiftPM's
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
