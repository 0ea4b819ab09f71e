package import FileSystem

/// A folder that a step owns, for the temporary files of its tests and, in a clean room, for their
/// home.
///
/// It is removed at the end of the step. If devtool was killed, the next devtool removes it: a lock
/// on a file in the folder shows whether the owner is still alive.
package final class TestRoom: Sendable {
  /// The absolute path of the folder.
  package let path: String
  private let lock: OpenFile

  private static let prefix = "devtool-room-"
  private static let ownerFile = ".owner"

  /// Creates the folder in `TMPDIR`, else in `/tmp`: its path must be short, because the path of a
  /// socket has at most 107 bytes.
  package init(environment: [String: String]) throws(FileError) {
    let parent = TestRoom.parent(environment)
    TestRoom.removeAbandoned(in: parent)
    path = try makeTemporaryFolder(in: parent, prefix: TestRoom.prefix)
    do throws(FileError) {
      lock = try TestRoom.lock(path)
    } catch {
      removeTree(path)
      throw error
    }
    for folder in ["tmp", "home"] { try makeFolder("\(path)/\(folder)", permissions: 0o700) }
  }

  /// Locks the owner's file under a temporary name first, so that no other devtool finds it
  /// unlocked.
  private static func lock(_ path: String) throws(FileError) -> OpenFile {
    let name = "\(path)/.new-owner"
    let file = try OpenFile(name, to: .create, permissions: 0o600, .lock)
    _ = try file.lock()
    try renameFile(name, "\(path)/\(ownerFile)")
    return file
  }

  deinit { removeTree(path) }

  package var temporaryFolder: String { "\(path)/tmp" }
  package var home: String { "\(path)/home" }

  private static func parent(_ environment: [String: String]) -> String {
    guard let wished = environment["TMPDIR"], wished.hasPrefix("/"), mayWrite(wished)
    else { return "/tmp" }
    return wished.count > 1 && wished.hasSuffix("/") ? String(wished.dropLast()) : wished
  }

  private static func removeAbandoned(in parent: String) {
    for name in folderContents(parent) where name.hasPrefix(prefix) {
      let path = "\(parent)/\(name)"
      guard let owner = try? OpenFile("\(path)/\(ownerFile)", to: .read, followsLink: false)
      else { continue }
      if owner.status?.isOurs == true, (try? owner.lock()) == true { removeTree(path) }
    }
  }
}

extension TestRoom {
  /// The environment of the tests: time zone, locale and temporary folder are the same everywhere,
  /// and a clean room has an empty home. Values set in `.ci.yml` are kept.
  /// - Parameter chosen: Names of the variables that `.ci.yml` sets.
  package func environment(
    _ base: [String: String], chosen: Set<String>, isClean: Bool
  ) -> [String: String] {
    var environment = base
    func set(_ name: String, _ value: String) {
      if !chosen.contains(name) { environment[name] = value }
    }
    set("TZ", "UTC")
    let localeNames = ["LANG", "LANGUAGE"] + base.keys.filter { $0.hasPrefix("LC_") }
    if chosen.isDisjoint(with: localeNames) {
      for name in localeNames { environment[name] = nil }
      environment["LANG"] = TestRoom.locale
      environment["LC_ALL"] = TestRoom.locale
    }
    set("TMPDIR", temporaryFolder)
    guard isClean, !chosen.contains("HOME") else { return environment }
    keepToolchain(&environment, home: base["HOME"])
    set("HOME", home)
    // Foundation checks this variable first.
    set("CFFIXED_USER_HOME", home)
    set("XDG_CONFIG_HOME", "\(home)/.config")
    set("XDG_CACHE_HOME", "\(home)/.cache")
    set("XDG_DATA_HOME", "\(home)/.local/share")
    set("XDG_STATE_HOME", "\(home)/.local/state")
    set("XDG_RUNTIME_DIR", temporaryFolder)
    return environment
  }

  /// A locale with UTF-8 and without conventions of a country.
  package static var locale: String {
    #if os(Linux)
      "C.UTF-8"
    #else
      "en_US.UTF-8"
    #endif
  }

  /// Lets tests start the compiler: `swift` may be swiftly's, which looks for its toolchains in the
  /// home folder.
  private func keepToolchain(_ environment: inout [String: String], home: String?) {
    guard environment["SWIFTLY_HOME_DIR"] == nil, let home else { return }
    for folder in ["\(home)/.local/share/swiftly", "\(home)/.swiftly"]
    where fileExists("\(folder)/config.json") {
      environment["SWIFTLY_HOME_DIR"] = folder
      return
    }
  }
}
