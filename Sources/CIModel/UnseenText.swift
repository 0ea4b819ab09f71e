/// Something in a change that keeps rules from judging the text that git checks out: an attribute that
/// converts, a pointer or a link in place of a file, or a file that is too large to be read.
///
/// Source: "Attributes" in gitattributes(5).
package struct UnseenText: Hashable, Sendable {
  /// The `.gitattributes` that says so, or the pointer.
  package var path: RepositoryPath
  /// 1-based; `nil` when it is the whole file.
  package var line: Int?
  /// What is wrong with it: a lowercase fragment.
  package var problem: String
  package var cause: Cause

  package enum Cause: Hashable, Sendable {
    /// It decides about others.
    case attributes
    /// The file itself is somewhere else.
    case pointer
    case size
    /// Of the lines that it loses there are too many.
    case deletions
    /// It stands for another path, which is `nil` outside of the repository. A rule that looks there sees it.
    case link(RepositoryPath?)
  }

  package init(
    _ path: RepositoryPath, line: Int? = nil, _ problem: String, cause: Cause = .attributes
  ) {
    self.path = path
    self.line = line
    self.problem = problem
    self.cause = cause
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
