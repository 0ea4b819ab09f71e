import CIModel
import FileSystem
import LocalState
import ProcessExecution
import Synchronization

/// Lets a build in a fresh checkout go on where the last one ended: puts its build folder back, and
/// gives the sources that did not change the times that SwiftPM knows.
///
/// Whatever goes wrong here costs time only: the build is a clean one then, and the reader is told.
package final class BuildCache: Sendable {
  let units: [BuildUnit]
  let store: BuildStore
  let digests: FileDigests
  private let scope: CacheScope
  private let remote: RemoteStore?
  private let maximumSize: Int
  private let state = Mutex<[String: Progress]>([:])

  /// - Parameters:
  ///   - units: The build folders that steps want to find again.
  ///   - maximumSize: Bytes of results that are kept.
  /// - Returns: `nil` when there is none to be used.
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

  /// What has been done with a build folder in this run.
  private struct Progress {
    var key = StepFingerprint(parts: [:])
    /// It was not made here: when its build fails, that may be its fault.
    var isForeign = false
    /// The sources as they were before every build of this run.
    var sources: [String: BuildRecord.File]?
    var hasBuilt = false
    /// The steps whose last build in it failed.
    var failedSteps: Set<String> = []
  }

  /// The folder that a step builds into; `nil` when it is none of these.
  package func unit(of step: String) -> BuildUnit? {
    units.first { $0.steps.contains(step) }
  }

  // MARK: Before a build

  /// Puts the build folder back when there is none, and the times of the sources; once a run.
  /// - Returns: What was done, each a sentence without its full stop.
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
      // Who keeps it tells by itself.
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

  /// `: Package.resolved changed`, against the folder that was kept last.
  private func difference(_ key: StepFingerprint, _ unit: BuildUnit) -> String {
    let latest = StepStore(root: store.root, key: store.key).latest(step: BuildCache.name(of: unit))
    let differences = latest.map { key.differences(from: $0) } ?? []
    return differences.isEmpty ? "" : ": " + differences.prefix(3).joined(separator: ", ")
  }

  /// Under which the key of the last folder is kept.
  static func name(of unit: BuildUnit) -> String { "build folder \(unit.shownScratch)" }

  private func replay(_ folder: BuildFolder) -> [String] {
    guard let record = folder.record() else { return [] }
    do throws(FileError) {
      let replay = try folder.sources.replay(record, digests)
      // Where nothing had another time, nothing was done.
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

  /// What is built is what lies there now; what changes while it is built is not known.
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

  /// Notes how a build ended; a later attempt of the same step counts instead of it.
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

  /// Drops a folder that was made elsewhere when a build in it failed; `nil` when it was made here.
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

  // MARK: At the end

  /// Notes what the folders were made from, and keeps them.
  /// - Returns: What was done, by a step that built into the folder.
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

  /// - Returns: That it is there now, when it was brought there.
  private func publish(
    _ manifest: BuildManifest, _ key: String, _ unit: BuildUnit, unlessThere: Bool
  ) -> String? {
    guard let remote, remote.canWrite, !(unlessThere && remote.has(key)),
      RemoteBuild(store: remote, local: store, maximumSize: maximumSize).publish(manifest, key)
    else { return nil }
    return "\(unit.shownScratch) is kept on \(remote.host)"
  }

  /// The build folders of other steps that lie in one's own: `.build/sanitize-thread`.
  private func nested(in unit: BuildUnit) -> [String] {
    units.compactMap { other in
      other.scratch.hasPrefix(unit.scratch + "/")
        ? String(other.scratch.dropFirst(unit.scratch.count + 1)) : nil
    }
  }

  // MARK: Beforehand

  /// What would become of the folder now, for `--explain`.
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
