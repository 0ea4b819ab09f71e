import FileSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files that a package can be built from: everything in its folder and in those of the local
/// packages it depends on, but for what git and builds keep there.
package struct PackageSources {
  /// Absolute.
  let package: String
  /// Absolute.
  let scratch: String

  package init(package: String, scratch: String) {
    self.package = package
    self.scratch = scratch
  }

  /// Every file with its time, size and content, by its path relative to the package, or absolute
  /// when it is outside of it.
  ///
  /// - Parameter earlier: What is known; a file with the same time and size is not read again, as
  ///   SwiftPM does not.
  func state(
    _ digests: FileDigests, earlier: BuildRecord? = nil
  ) throws(FileError) -> [String: BuildRecord.File] {
    var files: [String: BuildRecord.File] = [:]
    for folder in [package] + localPackages {
      for entry in try entries(in: folder) {
        let full = "\(folder)/\(entry.path)"
        let path = folder == package ? entry.path : full
        if files[path] != nil { continue }
        var file = BuildRecord.File(time: entry.time, size: entry.size)
        if let known = earlier?.sources[path], known.time == file.time, known.size == file.size {
          file.identity = known.identity
        } else if let identity = digests.identity(full) {
          file.identity = identity
        } else {
          continue
        }
        files[path] = file
      }
    }
    return files
  }

  /// Gives the recorded times back to files whose content is the recorded one.
  /// - Parameter changes: `false` only tells what would be done.
  func replay(
    _ record: BuildRecord, _ digests: FileDigests, changes: Bool = true
  ) throws(FileError) -> Replay {
    var replay = Replay()
    var seen: Set<String> = []
    for folder in [package] + localPackages {
      for entry in try entries(in: folder) {
        let full = "\(folder)/\(entry.path)"
        let path = folder == package ? entry.path : full
        guard seen.insert(path).inserted else { continue }
        guard let known = record.sources[path] else {
          replay.added.append(path)
          continue
        }
        let hasSameSize = known.size == entry.size
        if hasSameSize, known.time == entry.time {
          replay.same += 1
        } else if hasSameSize, digests.identity(full) == known.identity {
          if changes { try known.time.apply(to: full) }
          replay.replayed += 1
        } else {
          replay.changed.append(path)
        }
      }
    }
    replay.removed = record.sources.keys.filter { !seen.contains($0) }.sorted()
    return replay
  }

  /// What became of the sources since a build.
  struct Replay: Hashable, Sendable {
    /// They had their time still.
    var same = 0
    /// They got it back.
    var replayed = 0
    var changed: [String] = []
    var added: [String] = []
    var removed: [String] = []

    var differences: Int { changed.count + added.count + removed.count }
  }

  // MARK: Where they are

  private func entries(in folder: String) throws(FileError) -> [TreeEntry] {
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
  private var localPackages: [String] {
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
