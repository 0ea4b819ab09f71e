package import CIModel

extension Comparison {
  /// Large file versions that a commit of the change created and that the head does not have, in
  /// the order of the commits, without duplicates.
  ///
  /// Contents of the merge base and moved files do not count as new. Commits whose parents are
  /// missing in a shallow clone are left out.
  ///
  /// - Parameter limit: The size in bytes.
  package func passingFiles(largerThan limit: Int) throws(GitError) -> [PassingFile] {
    var seen = Self.contents(sides.flatMap { [$0.old, $0.new] })
    var files: [PassingFile] = []
    var trees = TreeComparison(read: repository.object, budget: .ofHistory)
    var links = links
    for commit in changes.commits {
      let pairs = try ownVersions(of: commit, &trees)
      seen.formUnion(Self.contents(pairs.map(\.old)))
      for new in pairs.compactMap(\.new) where !new.isSubmodule && seen.insert(new.id).inserted {
        let size = try repository.size(of: new)
        if size > limit {
          var file = PassingFile(RepositoryPath(new.path), size: size, commit: commit.id)
          var isCut = false
          file.otherPaths = (links?.otherPaths(of: new.path, isCut: &isCut) ?? []).map {
            String(decoding: $0, as: UTF8.self)
          }
          files.append(file)
        }
      }
    }
    return files
  }

  /// The ids of contents. That of a submodule is none, and anyone can choose it.
  private static func contents(_ versions: [FileVersion?]) -> Set<ObjectID> {
    Set(versions.compactMap(\.self).lazy.filter { !$0.isSubmodule }.map(\.id))
  }
}
