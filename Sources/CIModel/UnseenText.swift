/// An obstacle in a change that keeps rules from judging the text that git checks out: an attribute
/// that converts it, a pointer or a link in place of a file, or a file that is too large to be
/// read.
///
/// Source: "Attributes" in gitattributes(5).
package struct UnseenText: Hashable, Sendable {
  /// The path of the `.gitattributes` file or of the pointer.
  package var path: RepositoryPath
  /// 1-based; `nil` for the whole file.
  package var line: Int?
  /// A description of the problem: a lowercase fragment.
  package var problem: String
  package var cause: Cause
  /// For a link to a folder, the paths of the files in it, relative to it; `nil` if there are too many.
  package var filesBelow: [String]? = []

  package enum Cause: Hashable, Sendable {
    /// The file determines how other files are checked out.
    case attributes
    /// The content of the file is stored elsewhere.
    case pointer
    case size
    /// The file has too many deleted lines.
    case deletions
    /// The file is a link to another path, which is `nil` outside of the repository. A rule that
    /// checks the target sees the content.
    case link(RepositoryPath?)
    /// The file is a new submodule.
    case submodule
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

/// A version of a file that one commit of the change created and a later one replaced or removed.
package struct PassingFile: Hashable, Sendable {
  package var path: RepositoryPath
  /// Size in bytes.
  package var size: Int
  /// The full id of the commit that created the version.
  package var commit: String
  /// Other paths under which links lead to it.
  package var otherPaths: [String] = []

  package init(_ path: RepositoryPath, size: Int, commit: String) {
    self.path = path
    self.size = size
    self.commit = commit
  }
}
