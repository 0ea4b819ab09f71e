package import CIModel
internal import FileSystem

/// The runs of several machines, collected in one place, each in a folder of its own.
package struct RunFolders: Sendable {
  /// The runs, in the order in which they were named.
  package private(set) var runs: [RunSet.Run] = []
  /// Names that lead to no record.
  package private(set) var absent: [RunSet.Problem] = []
  /// The folders of records, by the name of the run; absolute paths.
  package private(set) var folders: [String: String] = [:]
  /// The bundles that runs came in, by the name of the run.
  private var bundles: [String: RunBundle] = [:]

  /// - Parameters:
  ///   - names: Record files, bundles, folders of runs, or folders that contain `.devtool/runs` or
  ///     `runs`.
  ///   - directory: The absolute path that relative names start from.
  package init(
    _ names: [String], in store: RunStore, from directory: String
  ) throws(RunSet.Problem) {
    for name in names {
      let path = name.hasPrefix("/") ? name : "\(directory)/\(name)"
      let isFile = name.hasSuffix(".json") || name.hasSuffix(".tar")
      guard let file = isFile ? path : RunStore.recordFile(in: path) else {
        absent.append(.noRecord(name))
        continue
      }
      var record: RunRecord?
      do throws(RunStore.Problem) {
        bundles[name] = isFile ? try RunStore.bundle(at: file) : nil
        if let bundle = bundles[name] {
          record = bundle.record
        } else {
          record = try store.record(file, from: file == path ? .commandLine : .checkout)
        }
      } catch {
        throw .unreadable(error)
      }
      guard let record else {
        absent.append(.noRecord(name))
        continue
      }
      runs.append(RunSet.Run(name: name, record: record))
      if folders[name] == nil, bundles[name] == nil {
        folders[name] = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
      }
    }
  }

  /// Stores the logs and attachments of all machines with the joined run.
  ///
  /// - Parameter checkout: The absolute path of its top. Log paths are relative to it.
  package func keepFiles(
    of record: inout RunRecord, _ shards: RunSet, in run: RunDirectory, checkout: String
  ) {
    for index in record.steps.indices {
      let path = run.logPath(step: record.steps[index].id)
      let log = joinedLog(of: record.steps[index].id, shards)
      if log.isEmpty || (try? writeFile(path, log)) == nil { continue }
      record.steps[index].logPath = path.relative(to: checkout)
    }
    for name in record.attachmentFiles {
      // The name is the hash of the content, but in an untrusted bundle it may be wrong.
      let found = shards.runs.lazy.compactMap { attachment(name, $0) }
        .first { name.hasPrefix(SHA256.hex($0)) }
      guard let found else { continue }
      try? writeFile("\(TestAttachment.folder)/\(name)", below: run.path, permissions: 0o600) {
        file throws(FileError) in try file.write(found)
      }
    }
  }

  private func attachment(_ name: String, _ run: RunSet.Run) -> [UInt8]? {
    if let bundle = bundles[run.name] { return bundle.attachment(name) }
    return folders[run.name].flatMap {
      try? readFile("\(TestAttachment.folder)/\(name)", below: $0, limit: BundleLimits.attachment)
    }
  }

  /// Concatenates the logs of a step on all machines; empty when there are none.
  private func joinedLog(of step: String, _ shards: RunSet) -> [UInt8] {
    var log: [UInt8] = []
    for run in shards.runs {
      guard let bytes = self.log(of: step, run) else { continue }
      log += Array("==> \(run.name) <==\n".utf8) + bytes
      if log.last != UInt8(ascii: "\n") { log.append(UInt8(ascii: "\n")) }
    }
    return log
  }

  private func log(of step: String, _ run: RunSet.Run) -> [UInt8]? {
    if let bundle = bundles[run.name] { return bundle.log(of: step) }
    guard let path = run.record.steps.first(where: { $0.id == step })?.logPath,
      let name = path.split(separator: "/").last, let folder = folders[run.name]
    else { return nil }
    return try? readFile("\(folder)/logs/\(name)")
  }
}
