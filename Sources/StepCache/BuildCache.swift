import CIModel
import FileSystem
import LocalState
import ProcessExecution
import Synchronization

/// Lets a build in a fresh checkout continue where the last one ended: it restores the build
/// folder, and resets the times of unchanged sources to those that SwiftPM knows.
///
/// Any failure here only costs time: the build is then a clean one, and a message reports it.
package final class BuildCache: Sendable {
  let units: [BuildUnit]
  let store: BuildStore
  let digests: FileDigests
  private let scope: CacheScope
  private let remote: RemoteStore?
  private let maximumSize: Int
  private let state = Mutex<[String: Progress]>([:])

  /// - Parameters:
  ///   - units: The build folders that are cached.
  ///   - maximumSize: The maximum size of the stored results in bytes.
  /// - Returns: `nil` when no build folder can be cached.
  package init?(
    _ units: [BuildUnit], _ scope: CacheScope, digests: FileDigests, remote: RemoteStore?,
    maximumSize: Int
  ) {
    self.units = units.filter { $0.isOurs(scope) }
    if self.units.isEmpty || scope.mode == .off { return nil }
    store = BuildStore(root: scope.state.cachePath, key: scope.state.key)
    self.digests = digests
    self.scope = scope
    self.remote = remote
    self.maximumSize = maximumSize
  }

  /// The state of a build folder in this run.
  private struct Progress {
    var key = StepFingerprint(parts: [:])
    /// Whether the folder was restored rather than built here; if its build fails, the folder may
    /// be the cause.
    var isForeign = false
    /// The sources that were unchanged before every build of this run.
    var sources: [String: BuildRecord.File]?
    var hasBuilt = false
    /// The steps whose last build in the folder failed.
    var failedSteps: Set<String> = []
  }

  /// The build folder of a step; `nil` when it is not cached.
  package func unit(of step: String) -> BuildUnit? {
    units.first { $0.steps.contains(step) }
  }

  // MARK: Before a build

  /// Restores the build folder if it is missing, and the times of the sources; once per run.
  /// - Returns: Descriptions of the actions, each a sentence without its full stop.
  package func prepare(_ unit: BuildUnit, environment: [String: String]) -> [String] {
    var messages: [String] = []
    if state.withLock({ $0[unit.scratch] == nil }) {
      var progress = Progress()
      progress.key = unit.fingerprint(scope, environment: environment, digests: digests)
      BuildStore.removeLeftovers(of: unit.scratch)
      let folder = BuildFolder(unit: unit, nested: nested(in: unit))
      switch folder.inspect(facts: unit.facts(scope)) {
      case .none:
        messages += restore(folder, &progress)
      case .usable:
        break
      case .carried(let count):
        progress.isForeign = true
        messages.append("\(unit.shownScratch) had times in whole seconds: \(count) corrected")
      case .useless(let reason):
        folder.remove()
        messages.append("\(unit.shownScratch) was removed: \(reason)")
        messages += restore(folder, &progress)
      }
      if folder.hasRecord { messages += replay(folder) }
      state.withLock { $0[unit.scratch] = progress }
    }
    noteSources(unit)
    return messages
  }

  private func restore(_ folder: BuildFolder, _ progress: inout Progress) -> [String] {
    let key = progress.key.key
    let name = folder.unit.shownScratch
    let startedAt = SuspendingClock.now
    var found = store.manifest(key)
    var origin = ""
    if found == .missing, folder.unit.isStored, let remote {
      found = RemoteBuild(store: remote, local: store, maximumSize: maximumSize).bring(key)
      if found == .damaged { return ["the \(name) on \(remote.host) is incomplete"] }
      origin = " from \(remote.host)"
    }
    switch found {
    case .missing:
      // A folder that the user stores needs no message.
      if !folder.unit.isStored { return [] }
      return ["no \(name) is kept for this build\(difference(progress.key, folder.unit))"]
    case .damaged:
      store.discard(key)
      return ["the stored \(name) was damaged and is removed"]
    case .found(let manifest):
      store.touch(key)
      do throws(BuildFolderCopy.Failure) {
        try store.restore(manifest, to: folder.unit.scratch)
      } catch {
        switch error {
        case .damaged(let reason):
          store.discard(key)
          return ["the stored \(name) was damaged and is removed: \(reason)"]
        case .storage(let error):
          return ["the stored \(name) cannot be restored: \(error)"]
        }
      }
      progress.isForeign = true
      let seconds = SuspendingClock.now - startedAt
      return [
        "\(name) was restored\(origin) as run \(manifest.runID) left it: "
          + "\(counted(manifest.fileCount, "file")), \(byteWords(manifest.size)), in \(seconds.words)"
      ]
    }
  }

  /// Describes the differences from the folder that was stored last: `: Package.resolved changed`.
  private func difference(_ key: StepFingerprint, _ unit: BuildUnit) -> String {
    let latest = StepStore(root: store.root, key: store.key).latest(step: BuildCache.name(of: unit))
    let differences = latest.map { key.differences(from: $0) } ?? []
    return differences.isEmpty ? "" : ": " + differences.prefix(3).joined(separator: ", ")
  }

  /// The name under which the key of the last folder is stored.
  static func name(of unit: BuildUnit) -> String { "build folder \(unit.shownScratch)" }

  private func replay(_ folder: BuildFolder) -> [String] {
    guard let record = folder.record() else { return [] }
    do throws(FileError) {
      let replay = try folder.sources.replay(record, digests)
      // If all files had their recorded times, nothing was done.
      if replay.replayed == 0 { return [] }
      return [
        "restored the times of \(replay.replayed) of "
          + "\(counted(record.sources.count, "source")) from the last build"
          + (replay.differences == 0
            ? "" : "; \(replay.words)")
      ]
    } catch {
      return ["the times of sources could not be restored from the last build: \(error)"]
    }
  }

  /// Records the sources before a build: a file that changes between builds may or may not be in
  /// the product, so it is dropped from the record.
  private func noteSources(_ unit: BuildUnit) {
    let folder = BuildFolder(unit: unit, nested: nested(in: unit))
    let sources = try? folder.sources.state(digests, earlier: folder.record())
    state.withLock { state in
      let before = state[unit.scratch]?.sources
      state[unit.scratch]?.sources =
        before.map { before in before.filter { sources?[$0.key] == $0.value } } ?? sources
    }
  }

  // MARK: After a build

  /// Records the result of a build; it replaces that of an earlier attempt of the same step.
  package func noteEnd(_ unit: BuildUnit, step: String, passed: Bool) {
    state.withLock { state in
      state[unit.scratch]?.hasBuilt = true
      if passed {
        state[unit.scratch]?.failedSteps.remove(step)
      } else {
        state[unit.scratch]?.failedSteps.insert(step)
      }
    }
  }

  /// Removes a restored folder after a failed build; `nil` when the folder was built here.
  package func dropForeign(_ unit: BuildUnit) -> String? {
    let wasForeign = state.withLock { state in
      defer { state[unit.scratch]?.isForeign = false }
      return state[unit.scratch]?.isForeign ?? false
    }
    guard wasForeign else { return nil }
    BuildFolder(unit: unit, nested: nested(in: unit)).remove()
    if let key = state.withLock({ $0[unit.scratch]?.key.key }) { store.discard(key) }
    return
      "\(unit.shownScratch) was removed: the build in it failed without an error in the sources"
  }

  // MARK: Finishing

  /// Writes the records of the sources, and stores the build folders.
  /// - Returns: Descriptions of the actions, by a step that built into the folder.
  package func finish() -> [(step: String, messages: [String])] {
    var all: [(String, [String])] = []
    for unit in units {
      guard let progress = state.withLock({ $0[unit.scratch] }), progress.hasBuilt,
        progress.failedSteps.isEmpty, !scope.cancellation.isRequested,
        let step = unit.steps.min()
      else { continue }
      let message: String?
      do throws(FileError) {
        message = try finish(unit, progress)
      } catch {
        message = "\(unit.shownScratch) is not kept: \(error)"
      }
      if let message { all.append((step, [message])) }
    }
    digests.save()
    if scope.savesBuilds { StepStore(root: store.root, key: store.key).shrink(to: maximumSize) }
    return all
  }

  private func finish(_ unit: BuildUnit, _ progress: Progress) throws(FileError) -> String? {
    let folder = BuildFolder(unit: unit, nested: nested(in: unit))
    guard let before = progress.sources else {
      return "\(unit.shownScratch) is not kept: the sources it was built from could not be read"
    }
    var record = BuildRecord()
    record.facts = unit.facts(scope)
    record.sources = before
    let after = try folder.sources.state(digests, earlier: record)
    record.sources = before.filter { after[$0.key] == $0.value }
    let keepsItself = unit.isStored
    if scope.savesBuilds, !keepsItself { record.products = try folder.products() }
    try folder.write(record)
    guard scope.savesBuilds, keepsItself, scope.mode == .readWrite else { return nil }

    let key = progress.key.key
    if case .found(let kept) = store.manifest(key), kept.sources == record.sourcesHash {
      store.touch(key)
      for chunk in kept.chunks { store.blobs.touch(chunk.digest) }
      return publish(kept, key, unit, unlessThere: true)
    }
    let startedAt = SuspendingClock.now
    let entries = try folder.entries()
    let size = entries.reduce(0) { $0 + $1.size }
    guard size <= maximumSize else {
      return "\(unit.shownScratch) is not kept: it has \(byteWords(size)), more than the "
        + "\(byteWords(maximumSize)) of `cache: { max-size: … }`"
    }
    let manifest = try store.keep(
      unit.scratch, entries, key,
      BuildManifest(runID: scope.runID, sources: record.sourcesHash))
    try StepStore(root: store.root, key: store.key).store(
      latest: progress.key, step: BuildCache.name(of: unit))
    let origin = publish(manifest, key, unit, unlessThere: false).map { _ in
      ", also on \(remote?.host ?? "")"
    }
    return "\(unit.shownScratch) is kept\(origin ?? ""): \(counted(manifest.fileCount, "file")), "
      + "\(byteWords(manifest.size)), in \((SuspendingClock.now - startedAt).words)"
  }

  /// - Returns: A message when the folder was uploaded.
  private func publish(
    _ manifest: BuildManifest, _ key: String, _ unit: BuildUnit, unlessThere: Bool
  ) -> String? {
    guard let remote, remote.canWrite, !(unlessThere && remote.has(key)),
      RemoteBuild(store: remote, local: store, maximumSize: maximumSize).publish(manifest, key)
    else { return nil }
    return "\(unit.shownScratch) is kept on \(remote.host)"
  }

  /// The build folders of other steps inside this one, such as `.build/sanitize-thread`.
  private func nested(in unit: BuildUnit) -> [String] {
    units.compactMap { other in
      other.scratch.hasPrefix(unit.scratch + "/")
        ? String(other.scratch.dropFirst(unit.scratch.count + 1)) : nil
    }
  }

  // MARK: Explaining

  /// Describes what would happen to the folder now, for `--explain`.
  package func outlook(_ unit: BuildUnit) -> String {
    let folder = BuildFolder(unit: unit, nested: nested(in: unit))
    let key = unit.fingerprint(scope, environment: scope.environment, digests: digests)
    var kept: String
    switch store.manifest(key.key) {
    case .found(let manifest):
      kept =
        "the one of run \(manifest.runID) would be restored: "
        + "\(counted(manifest.fileCount, "file")), \(byteWords(manifest.size))"
    case .damaged: kept = "the stored one is damaged"
    case .missing: kept = "none is kept for this build\(difference(key, unit))"
    }
    switch folder.inspect(facts: unit.facts(scope), changes: false) {
    case .none: return "there is no \(unit.shownScratch); \(kept)"
    case .useless(let reason): return "\(unit.shownScratch) would be removed: \(reason); \(kept)"
    case .usable, .carried:
      guard let record = folder.record(),
        let replay = try? folder.sources.replay(record, digests, changes: false)
      else { return "\(unit.shownScratch) exists" }
      return "\(unit.shownScratch) exists; "
        + (replay.differences == 0
          ? "the sources are unchanged since the last build"
          : "since the last build: \(replay.words)")
    }
  }
}
