package import FileSystem
package import SwiftPackage

extension PackageSources {
  /// Lists every file with its time, size and content, by path relative to the package, or absolute
  /// when it is outside of it.
  ///
  /// - Parameter earlier: An earlier state; like SwiftPM, this does not read a file again that has
  ///   the same time and size.
  package func state(
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

  /// Restores the recorded times of files whose content matches the record.
  /// - Parameter changes: `false` only reports what would be done.
  package func replay(
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

  /// The changes of the sources since a build.
  package struct Replay: Hashable, Sendable {
    /// The number of files that still had their recorded time.
    package var same = 0
    /// The number of files whose time was restored.
    package var replayed = 0
    package var changed: [String] = []
    package var added: [String] = []
    package var removed: [String] = []

    package var differences: Int { changed.count + added.count + removed.count }
  }
}
