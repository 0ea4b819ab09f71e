/// Something in a change that makes git check out another text than the one that it stores, and that
/// rules judge: an attribute that converts, or a pointer in place of a file.
///
/// Source: "Attributes" in gitattributes(5).
package struct UnseenText: Hashable, Sendable {
  /// The `.gitattributes` that says so, or the pointer.
  package var path: RepositoryPath
  /// 1-based; `nil` when it is the whole file.
  package var line: Int?
  /// What is wrong with it: a lowercase fragment.
  package var problem: String
  /// Whether the file itself cannot be judged; else it decides about others.
  package var isPointer: Bool

  package init(_ path: RepositoryPath, line: Int? = nil, _ problem: String, isPointer: Bool = false)
  {
    self.path = path
    self.line = line
    self.problem = problem
    self.isPointer = isPointer
  }
}

/// A version of a file that a commit of the change made and a later one replaced or took back.
package struct PassingFile: Hashable, Sendable {
  package var path: RepositoryPath
  /// Bytes.
  package var size: Int
  /// The full id of the commit.
  package var commit: String

  package init(_ path: RepositoryPath, size: Int, commit: String) {
    self.path = path
    self.size = size
    self.commit = commit
  }
}
