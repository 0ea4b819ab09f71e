package import CIModel
import SourceCode

/// Flags manifests that change without the lock file in the same folder.
package struct LockFilesRule: ChangeRule {
  package static let descriptor = RuleDescriptor(
    id: "lock-files",
    summary:
      "Flags a manifest that changes its dependencies without its lock file, or the reverse.",
    why:
      "With a stale lock file, everybody builds something else. Each folder of a repository "
      + "is checked separately; a folder that had no lock file needs none, unless it is in a "
      + "workspace (npm, pnpm, Yarn, Cargo) of a manifest above, whose lock file then counts. So does "
      + "that of every package of the repository that depends on it by its path (SwiftPM, Cargo), "
      + "also through others. A lock file that is "
      + "removed while its manifest stays, or left behind when its manifest moves, is flagged, "
      + "too; one that only moves with its folder has not changed. In `Package.swift`, the "
      + "dependencies count, with the variables and functions that they use; in "
      + "`package.json`, `pyproject.toml` and `Cargo.toml`, the parts that the lock file "
      + "follows; in a `Gemfile`, `Cartfile` or `Mintfile`, everything except comments; in "
      + "other manifests, every line. Dependencies that an Xcode project resolves are ignored.",
    parameters: [
      .init(
        "pairs", .list(.text),
        "Manifest and lock file, written as `Package.swift -> Package.resolved`; by default "
          + "those of SwiftPM, CocoaPods, Bundler, Carthage, Mint, npm, pnpm, Yarn, Cargo and "
          + "Poetry."),
      .init(
        "reverse", .boolean,
        "Also flag a lock file that changes without its manifest; `false` by default, "
          + "because updates do just that."),
    ],
    isDefault: false, defaultLevel: .warning)

  private static let usual = [
    "Package.swift -> Package.resolved", "Podfile -> Podfile.lock", "Podfile.rb -> Podfile.lock",
    "CocoaPods.podfile -> Podfile.lock", "CocoaPods.podfile.yaml -> Podfile.lock",
    "Gemfile -> Gemfile.lock", "gems.rb -> gems.locked",
    "Cartfile -> Cartfile.resolved", "Cartfile.private -> Cartfile.resolved",
    "Mintfile -> Mintfile.lock",
    "package.json -> npm-shrinkwrap.json", "package.json -> package-lock.json",
    "package.json -> pnpm-lock.yaml", "package.json5 -> pnpm-lock.yaml",
    "package.jsonc -> pnpm-lock.yaml", "package.yaml -> pnpm-lock.yaml",
    "pnpm-workspace.yaml -> pnpm-lock.yaml",
    "package.json -> yarn.lock", "Cargo.toml -> Cargo.lock", "pyproject.toml -> poetry.lock",
  ]

  /// The names of all lock files that are known, also of those without a pair by default: their
  /// manifests often change without them.
  static let lockNames =
    usual.compactMap { pair in
      pair.split(separator: " ").last.map { String($0) }
    } + [
      "Pipfile.lock", "bun.lock", "composer.lock", "deno.lock", "flake.lock", "go.sum", "mix.lock",
      "pdm.lock", "pubspec.lock", "uv.lock",
    ]

  let options: RuleOptions
  let pairs: [Pair]
  /// The indices of the pairs by the file name of their manifest.
  let byManifest: [ArraySlice<UInt8>: [Int]]
  private let byLock: [ArraySlice<UInt8>: [Int]]

  struct Pair {
    var manifest: String
    var lock: String
  }

  package init(settings: RuleSettings) {
    options = RuleOptions(settings, of: Self.self)
    let pairs = (options.texts("pairs") ?? Self.usual).compactMap { text in
      let parts = text.split(separator: "->").map {
        $0.split(separator: " ").joined(separator: " ")
      }
      return parts.count == 2 ? Pair(manifest: parts[0], lock: parts[1]) : nil
    }
    self.pairs = pairs
    byManifest = Dictionary(grouping: pairs.indices) { Array(pairs[$0].manifest.utf8)[...] }
    byLock = Dictionary(grouping: pairs.indices) { Array(pairs[$0].lock.utf8)[...] }
  }

  package var id: String { options.id }

  package func readsAddedLines(of file: FileChange) -> Bool {
    file.exactPath.withoutSwiftVersion.isNamed("Package.swift")
  }

  package func readsHiddenText(of file: FileChange) -> Bool { readsAddedLines(of: file) }

  package func guardsContent(of file: FileChange?) -> Bool {
    file.map { readsAddedLines(of: $0) } ?? true
  }

  /// A lock file outside of the rule's scope matters only when it is deleted or moved.
  package func neededContents(for changes: ChangeSet) -> Set<RepositoryPath> {
    var needed: Set<RepositoryPath> = []
    for file in changes.files {
      let isJudged = options.scope.contains(file)
      let old = file.exactOldPath
      for place in [file.exactPath, old].compactMap({ $0 }) {
        let manifests = isJudged ? byManifest[place.withoutSwiftVersion.name] ?? [] : []
        for pair in manifests { needed.insert(place.sibling(pairs[pair].lock)) }
        if !manifests.isEmpty {
          needed.insert(file.exactPath)
          if place == old { needed.insert(place.withoutSwiftVersion) }
        }
        let locks =
          isJudged || old != nil || file.status == .deleted ? byLock[place.name] ?? [] : []
        for pair in locks { needed.formUnion([place, place.sibling(pairs[pair].manifest)]) }
      }
    }
    for file in nestedManifests(in: changes).prefix(Self.mostNested) {
      let path = file.exactPath.withoutSwiftVersion
      for pair in byManifest[path.name] ?? [] {
        for folder in path.foldersAround {
          needed.insert(folder.sibling(pairs[pair].lock))
          for manifest in listing(pairs[pair]) { needed.insert(folder.sibling(manifest)) }
        }
      }
    }
    return needed
  }

  /// Maximum number of manifests in folders for which lock files are looked up in folders above.
  private static let mostNested = 1_000

  /// Manifests that may belong to the lock file of a folder above theirs.
  private func nestedManifests(in changes: ChangeSet) -> [FileChange] {
    changes.files.filter { file in
      let path = file.exactPath.withoutSwiftVersion
      return file.status != .deleted && path.bytes.contains(UInt8(ascii: "/"))
        && MemberPackages.manifests.contains(String(decoding: path.name, as: UTF8.self))
        && options.scope.contains(file)
    }
  }

  /// Names of the manifests that can list the packages of a lock file, such as
  /// `pnpm-workspace.yaml`.
  private func listing(_ pair: Pair) -> [String] {
    let others = (byLock[Array(pair.lock.utf8)[...]] ?? []).map { pairs[$0].manifest }
    return others.filter {
      $0 == pair.manifest || $0 == MemberPackages.list || MemberPackages.manifests.contains($0)
    }
  }

  /// The existence of these files is sufficient.
  package var needsWholeFiles: Bool { false }

  package func findings(in changes: ChangeSet, facts: Facts) -> [Finding] {
    let room = ConditionRoom()
    let head = Head(
      packages: LocalPackages(changedPackages(in: changes).isEmpty ? [:] : facts.contents, room),
      room: room,
      changed: Set(
        changes.files.filter { !pairs(of: $0).isEmpty && changesContent($0, facts) }.map(
          \.exactPath)),
      texts: Dictionary(grouping: facts.addedText + facts.hiddenText, by: \.exactPath))
    let moved = changes.files.filter {
      $0.status == .deleted || $0.oldPath != nil || $0.standsForFolder
    }
    let lost = pairs.map { LostLocks(moved, manifest: $0.manifest, lock: $0.lock, facts) }
    let nested = nestedManifests(in: changes).count
    let unseen =
      nested <= Self.mostNested
      ? []
      : [
        options.finding(
          "changes \(counted(nested, "manifest")) in folders; for \(Self.mostNested) of them, lock "
            + "files in folders above are looked up", help: "Split the change.")
      ]
    let found =
      missingPackages(changes, head, facts)
      + changes.files.filter { options.scope.contains($0) }.flatMap { file in
        let indices = pairs(of: file)
        let stale = staleLocks(file, indices.map { pairs[$0] }, head, facts)
        return indices.flatMap { index in
          let pair = pairs[index]
          return [
            stale[pair.lock].map { self.stale(file, $0) }, gone(file, pair, facts),
            left(file, pair.manifest, lost[index]), reverse(file, pair, head.changed, facts),
          ].compactMap { $0 }
        }
      }
    let incomplete =
      head.packages.isIncomplete
      ? [
        options.finding(
          "the packages of the repository depend on each other in too many ways to look up all of "
            + "their lock files", help: "Split the change.")
      ] : []
    return unseen + incomplete + found
  }

  /// The indices of the pairs that a file belongs or belonged to, ascending.
  private func pairs(of file: FileChange) -> [Int] {
    let places = [file.exactPath, file.exactOldPath].compactMap { $0 }
    return Set(
      places.flatMap { place in
        (byManifest[place.withoutSwiftVersion.name] ?? []) + (byLock[place.name] ?? [])
      }
    ).sorted()
  }

  /// Facts about the files at the head, grouped by path for fast access.
  struct Head {
    let packages: LocalPackages
    let room: ConditionRoom
    /// Files whose text changes.
    var changed: Set<RepositoryPath>
    /// Added lines by file.
    var texts: [RepositoryPath: [AddedText]]
    let members = KnownMembers()
  }

  /// The lock files, by name, that do not change although their manifest does. The manifest is read
  /// once, however many lock files it has.
  private func staleLocks(
    _ file: FileChange, _ pairs: [Pair], _ head: Head, _ facts: Facts
  ) -> [String: RepositoryPath] {
    let path = file.exactPath.withoutSwiftVersion
    let own = pairs.filter { path.isNamed($0.manifest) }
    func isThere(_ path: RepositoryPath) -> Bool { facts.contents[path]?.isThere ?? false }
    // One that the change adds does not replace the lock file of a folder above.
    let hadLock = own.contains { facts.contents[path.sibling($0.lock)]?.old != nil }
    let hasLock = own.contains { isThere(path.sibling($0.lock)) }
    var unchanged: [String: RepositoryPath] = [:]
    let dependents = head.packages.dependents(of: [path])
    for pair in own {
      var places =
        hadLock
        ? []
        : path.foldersAround.filter {
          isThere($0.sibling(pair.lock)) && covers($0, pair, [path] + dependents, head, facts)
        }
      if hasLock, isThere(path.sibling(pair.lock)) { places = [path] + places }
      let locks =
        places.prefix(hasLock ? 2 : 1).map { $0.sibling(pair.lock) }
        + dependents.map { $0.sibling(pair.lock) }.filter(isThere)
      if let lock = locks.first(where: { !head.changed.contains($0) }) {
        unchanged[pair.lock] = lock
      }
    }
    guard file.status != .deleted, !unchanged.isEmpty else { return [:] }
    let difference = difference(file, head, facts)
    return unchanged.filter { difference.concerns($0.key) }
  }

  /// Whether a manifest in a folder above names the package of one of some manifests. One that is too
  /// large to be read may name it.
  private func covers(
    _ folder: RepositoryPath, _ pair: Pair, _ manifests: [RepositoryPath], _ head: Head,
    _ facts: Facts
  ) -> Bool {
    let prefix = folder.bytes[..<folder.name.startIndex]
    let folders = manifests.filter { $0.bytes.starts(with: prefix) }.map {
      String(decoding: $0.bytes[prefix.endIndex..<$0.name.startIndex].dropLast(), as: UTF8.self)
    }
    return listing(pair).contains { name in
      let above = folder.sibling(name)
      guard let contents = facts.contents[above], contents.isThere else { return false }
      guard let bytes = contents.new else { return true }
      return folders.contains { head.members.contain($0, of: above, bytes, head.room) }
    }
  }

  /// A finding for a manifest that changes without its lock file.
  private func stale(_ file: FileChange, _ lock: RepositoryPath) -> Finding {
    options.finding(
      "\(file.path) changes without \(lock.text)", at: SourceLocation(file.path),
      help: "Resolve the dependencies again and commit \(lock.text).")
  }

  /// A finding for a lock file that is deleted, moves away or becomes a link while its manifest
  /// stays.
  private func gone(_ file: FileChange, _ pair: Pair, _ facts: Facts) -> Finding? {
    let place = file.exactOldPath ?? file.exactPath
    guard place.isNamed(pair.lock), file.status != .added,
      file.status == .deleted || file.exactOldPath != nil || file.standsForFolder
    else { return nil }
    let manifest = place.sibling(pair.manifest)
    guard facts.contents[manifest]?.isThere ?? false else { return nil }
    let loss =
      file.status == .deleted
      ? "is deleted" : file.exactOldPath != nil ? "is moved" : "is replaced by a link or submodule"
    return options.finding(
      "\(place.text) \(loss), but \(manifest.text) still exists", at: SourceLocation(place.text),
      help: "Restore it, or remove \(manifest.text), too.")
  }

  /// A finding for a manifest at a new path that left its lock file behind.
  private func left(_ file: FileChange, _ manifest: String, _ lost: LostLocks) -> Finding? {
    let path = file.exactPath.withoutSwiftVersion
    guard file.isNewPath, path.isNamed(manifest), !file.standsForFolder else { return nil }
    let old = file.exactOldPath.flatMap { $0.withoutSwiftVersion.isNamed(manifest) ? $0 : nil }
    guard let lock = lost.lock(ofManifestAt: path, from: old) else { return nil }
    return options.finding(
      "\(file.path) is at a new path without its lock file \(lock.text)",
      at: SourceLocation(file.path), help: "Move the lock file along.")
  }

  /// A finding for a lock file that changes without any of its manifests.
  private func reverse(
    _ file: FileChange, _ pair: Pair, _ changed: Set<RepositoryPath>, _ facts: Facts
  ) -> Finding? {
    let place = file.exactPath
    guard options.flag("reverse"), place.isNamed(pair.lock), changed.contains(place) else {
      return nil
    }
    let manifest = place.sibling(pair.manifest)
    let others = byLock[place.name]?.map { place.sibling(pairs[$0].manifest) } ?? []
    guard facts.contents[manifest]?.isThere ?? false, !others.contains(where: changed.contains)
    else { return nil }
    return options.finding(
      "\(place.text) changes without \(manifest.text)", at: SourceLocation(place.text),
      help: "Explain why, or revert the change.")
  }

  /// Whether the text of a file changes at the head. It does not if the file is deleted, changes
  /// only its mode or moves with its folder.
  private func changesContent(_ file: FileChange, _ facts: Facts) -> Bool {
    if file.status == .deleted || file.standsForFolder { return false }
    let isMoved = file.exactOldPath.map { hasSameRole($0, file.exactPath) } ?? false
    if file.status != .modified, !isMoved { return true }
    if file.similarity == 100 { return false }
    let contents = facts.contents[file.exactPath]
    if let old = contents?.old, let new = contents?.new {
      return !NewWords.areSame(old, new) && !areSameJSON(old, new)
    }
    return file.isBinary || file.changedLines > 0
  }

  /// Maximum bytes of a lock file that is read as JSON; the lines of a larger one are compared.
  private static let mostJSON = 8 << 20

  /// Whether two versions of a file are JSON with the same values.
  private func areSameJSON(_ old: [UInt8], _ new: [UInt8]) -> Bool {
    guard [old, new].allSatisfy({ $0.count <= Self.mostJSON && $0.first == UInt8(ascii: "{") }),
      let one = PropertyTree.read(old), let other = PropertyTree.read(new)
    else { return false }
    return one == other
  }

  /// Whether two paths are the same manifest or lock file of different folders.
  private func hasSameRole(_ one: RepositoryPath, _ other: RepositoryPath) -> Bool {
    let name = one.withoutSwiftVersion.name
    return name == other.withoutSwiftVersion.name && (byManifest[name] ?? byLock[name]) != nil
  }

  func difference(
    _ file: FileChange, _ head: Head, _ facts: Facts
  ) -> NamedDependencies.Difference {
    let contents = facts.contents[file.exactPath]
    // A new package of a workspace begins without dependencies.
    let none = file.status == .added && file.path.hasSuffix("package.json") ? Array("{}".utf8) : nil
    if let old = contents?.old ?? none, let new = contents?.new,
      let difference = NamedDependencies.difference(old, new, of: file.exactPath, head.room)
    {
      return difference
    }
    guard readsAddedLines(of: file) else { return .init(file.isBinary || file.changedLines > 0) }
    let code = contents?.new
    return .init(
      (head.texts[file.exactPath] ?? []).contains { text in
        // A comment or a string may span several lines, so the whole file is needed to find the
        // code.
        let lines = code.map { SourceParts(["code"]).lines(of: $0, path: text.path) }
        return (0..<text.count).contains { index in
          Self.namesPackage(
            lines?.line(index, of: text).map { String(decoding: $0, as: UTF8.self) }
              ?? text.text(ofLine: index), head.room)
        }
      })
  }

  /// Whether a line of code names a dependency that is resolved; one in a local folder is not.
  private static func namesPackage(_ line: String, _ room: ConditionRoom) -> Bool {
    PackageManifest.dependencies(in: Array(line.utf8), room: room).map { !$0.isEmpty }
      ?? line.contains(".package")
  }
}
