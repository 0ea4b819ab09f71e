internal import CIModel
internal import FileSystem

/// The runs of shards as they were brought to one machine, each in a folder of its own.
package struct ShardFolders: Sendable {
  /// In the order in which they were named.
  package private(set) var runs: [ShardSet.Run] = []
  /// By the name of a run, where its record lies; absolute.
  package private(set) var folders: [String: String] = [:]
  /// By the name of a run, the bundle that it was brought in.
  private var bundles: [String: RunBundle] = [:]

  /// - Parameters:
  ///   - names: Record files, bundles, folders of runs, or folders that have `.devtool/runs` or `runs` in them.
  ///   - directory: What relative names start from; absolute.
  package init(
    _ names: [String], in store: RunStore, from directory: String
  ) throws(ShardSet.Problem) {
    for name in names {
      let path = name.hasPrefix("/") ? name : "\(directory)/\(name)"
      let places = [path, "\(path)/.devtool/runs", "\(path)/runs"]
      let isFile = name.hasSuffix(".json") || name.hasSuffix(".tar")
      let found = isFile ? path : places.lazy.compactMap(Self.newestRecord).first
      guard let file = found else { throw .noRecord(name) }
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
      guard let record else { throw .noRecord(name) }
      runs.append(ShardSet.Run(name: name, record: record))
      if folders[name] == nil, bundles[name] == nil {
        folders[name] = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
      }
    }
  }

  /// The record in a folder, or that of the newest run below it.
  private static func newestRecord(in folder: String) -> String? {
    if mayRead("\(folder)/record.json") { return "\(folder)/record.json" }
    return folderContents(folder).sorted().last { mayRead("\(folder)/\($0)/record.json") }
      .map { "\(folder)/\($0)/record.json" }
  }

  /// The logs of a step on all machines, one behind the other; empty when there are none.
  package func joinedLog(of step: String, _ shards: ShardSet) -> [UInt8] {
    var log: [UInt8] = []
    for run in shards.runs {
      guard let bytes = self.log(of: step, run) else { continue }
      log += Array("==> \(run.name) <==\n".utf8) + bytes
      if log.last != UInt8(ascii: "\n") { log.append(UInt8(ascii: "\n")) }
    }
    return log
  }

  private func log(of step: String, _ run: ShardSet.Run) -> [UInt8]? {
    if let bundle = bundles[run.name] { return bundle.log(of: step) }
    guard let path = run.record.steps.first(where: { $0.id == step })?.logPath,
      let name = path.split(separator: "/").last, let folder = folders[run.name]
    else { return nil }
    return try? readFile("\(folder)/logs/\(name)")
  }
}
