import CIModel
import CIServices
import FileSystem
import PipelineRunner
import ProcessExecution

extension Surroundings {
  static var currentOS: String {
    #if os(Linux)
      "linux"
    #else
      "macos"
    #endif
  }

  static var currentArchitecture: String {
    #if arch(x86_64)
      "x86_64"
    #else
      "arm64"
    #endif
  }
}

extension Workspace {
  /// What conditions may ask of where devtool runs.
  func surroundings(_ ci: CIEnvironment, _ environment: [String: String]) -> Surroundings {
    var surroundings = Surroundings(
      service: ci.name, event: ci.event(environment), os: Surroundings.currentOS,
      architecture: Surroundings.currentArchitecture, branch: ci.headBranch ?? checkedOutBranch,
      environment: environment)
    surroundings.now = Timestamp(secondsSinceEpoch: secondsSince1970())
    return surroundings
  }

  /// The branch that `HEAD` is on; `nil` when it is detached.
  ///
  /// Source: gitrepository-layout(5); `.git` is a file that names the folder in a worktree.
  private var checkedOutBranch: String? {
    func firstLine(_ path: String) -> String? {
      guard let bytes = try? readFile(path, limit: 4096) else { return nil }
      return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    func rest(of line: String?, behind prefix: String) -> String? {
      guard let line, line.hasPrefix(prefix) else { return nil }
      return String(line.dropFirst(prefix.count))
    }
    var folder = "\(repositoryRoot)/.git"
    if let named = rest(of: firstLine(folder), behind: "gitdir: ") {
      folder = named.hasPrefix("/") ? named : "\(repositoryRoot)/\(named)"
    }
    return rest(of: firstLine("\(folder)/HEAD"), behind: "ref: refs/heads/")
  }
}
