import CIModel
import CIServices
import GitHistory
import PipelineRunner
import ProcessExecution

/// The `.ci.yml` of another commit than the one that is checked out (`--config-from`).
///
/// It is read from git's objects: nothing is checked out, and what lies in the checkout under that
/// name, a link out of it for example, is not looked at.
struct TrustedConfig {
  /// `nil` when the commit has no `.ci.yml`: the default pipeline runs.
  var bytes: [UInt8]?
  /// The folder that the pipeline runs in; absolute, `nil` where the checkout decides.
  var root: String?
  /// The full id of the commit that it is read from.
  var commit: String
  /// Where it comes from, as a sentence.
  var note: String

  /// What the configuration extends comes from the same commit; `nil` when it has no such file.
  func extendedFile(_ path: String, in repositoryRoot: String) -> [UInt8]? {
    guard
      let repository = try? GitRepository.open(
        containing: repositoryRoot, environment: currentEnvironment()),
      case .file(let bytes)? = try? repository.storedFile(path, in: commit)
    else { return nil }
    return bytes
  }

  /// The files of the same commit that match a pattern, sorted by path.
  func files(matching glob: String, in repositoryRoot: String) -> [String] {
    guard
      let repository = try? GitRepository.open(
        containing: repositoryRoot, environment: currentEnvironment()),
      let paths = try? repository.storedPaths(in: commit)
    else { return [] }
    let glob = PathGlob(glob)
    return paths.filter(glob.matches)
  }

  /// - Parameter source: `base` for the merge base of the change, else any name of a commit, whose
  ///   merge base with the head is taken.
  static func find(
    _ source: String, _ changes: ChangeOptions, _ history: HistoryOptions,
    _ workspace: Workspace, _ environment: [String: String]
  ) throws(CommandFailure) -> TrustedConfig {
    let isBase = source.lowercased() == "base"
    let request = BaseRequest(
      base: isBase ? changes.base : source, head: changes.head,
      ci: CIEnvironment.detect(environment))
    let start = try Workspace.workingDirectory()
    let reader = HistoryReader(
      directory: workspace.root, environment: environment, fetching: history.fetching())
    do throws(GitError) {
      return try reader.read(request) { repository throws(GitError) in
        let commit = try repository.resolveBase(request).mergeBase
        for folder in folders(from: start, to: workspace.repositoryRoot) {
          let path = (folder + "/" + Workspace.configName)
            .dropFirst(workspace.repositoryRoot.count + 1)
          switch try repository.storedFile(String(path), in: commit) {
          case .file(let bytes):
            return TrustedConfig(
              bytes: bytes, root: folder, commit: commit,
              note: "The pipeline is that of \(path) in the merge base \(commit.prefix(10)).")
          case .other:
            throw .failure(
              operation: "read \(path) in \(commit.prefix(10))", message: "it is no plain file")
          case nil:
            continue
          }
        }
        return TrustedConfig(
          commit: commit,
          note: "The merge base \(commit.prefix(10)) has no \(Workspace.configName): this is the "
            + "default pipeline.")
      }
    } catch {
      throw CommandFailure(.missingInput, error.description, help: error.help)
    }
  }

  /// The folder and those above it, the nearest first.
  private static func folders(from start: String, to root: String) -> [String] {
    var folders: [String] = []
    var folder = start
    while folder == root || folder.hasPrefix(root + "/") {
      folders.append(folder)
      guard folder != root, let slash = folder.lastIndex(of: "/") else { break }
      folder = String(folder[..<slash])
    }
    return folders.isEmpty ? [root] : folders
  }
}
