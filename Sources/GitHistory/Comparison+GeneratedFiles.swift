package import CIModel
import CLibgit2

extension Comparison {
  /// The paths of changed files, also the old ones of moved files, that `.gitattributes` marks as
  /// `linguist-generated` or `linguist-vendored`; services collapse such files in a review.
  ///
  /// The attributes are those of the merge base or of the trusted commit: a change cannot exempt
  /// its own files from review. Files below the root are only read if the one at the root mentions
  /// these attributes.
  package func generatedFiles() throws(GitError) -> Set<RepositoryPath> {
    let kinds: ContentKind
    if repository.distrustsCheckout {
      kinds = repository.kinds
    } else {
      guard
        case .file(let bytes) = try repository.storedFile(".gitattributes", in: changes.mergeBase),
        String(decoding: bytes.prefix(Self.mostAttributes), as: UTF8.self).contains("linguist-"),
        let id = ObjectID(hex: changes.mergeBase)
      else { return [] }
      kinds = try repository.attributes(of: id)
    }
    var paths: Set<RepositoryPath> = []
    for path in Set(sides.flatMap { [$0.old?.path, $0.new?.path] }.compactMap { $0 }) {
      for name in ["linguist-generated", "linguist-vendored"]
      where try kinds.isSet(name, path) {
        paths.insert(RepositoryPath(path))
      }
    }
    return paths
  }

  private static let mostAttributes = 1 << 20
}

extension GitRepository {
  /// The attributes of a commit, independent of the checkout.
  fileprivate func attributes(of commit: ObjectID) throws(GitError) -> ContentKind {
    var path = git_buf()
    defer { git_buf_dispose(&path) }
    try Libgit2.check(
      git_repository_item_path(&path, handle, GIT_REPOSITORY_ITEM_GITDIR), "find the repository")
    guard let folder = path.ptr else { return kinds }
    let tree = try tree(of: commit)
    defer { git_tree_free(tree) }
    return try ContentKind(
      ownRepository: RepositoryPlace(path: String(cString: folder)).open(), attributesOf: tree)
  }
}
