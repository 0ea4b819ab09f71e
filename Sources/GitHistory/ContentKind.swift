import CLibgit2

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Distinguishes text from binary files as git does (`diff_filespec_is_binary`).
///
/// The attribute `diff` decides if it is set in a `.gitattributes` of the checkout, its index or
/// `info/attributes`, or, instead of these, of the trusted commit: `-diff` and `binary` make a file
/// binary, `diff` makes it text, and a driver (`diff=name`) decides by `diff.<name>.binary` of the
/// repository's own configuration. Otherwise a file with a NUL among its first 8000 bytes is
/// binary, and so is one of 512 MB or more (`core.bigFileThreshold`).
final class ContentKind {
  private let repository: OpaquePointer
  private let ownsRepository: Bool
  private let attributes: AttributeFiles
  /// The setting of each driver; `nil` when the configuration contains none.
  private var drivers: [String: Bool?] = [:]

  /// The remaining folders that may be searched for attributes, for all files together.
  private var foldersLeft = 1_500_000

  static let bigFile = 512 << 20

  init(repository: OpaquePointer) {
    self.repository = repository
    ownsRepository = false
    attributes = AttributeFiles(repository: repository)
  }

  /// Uses the attributes of a tree and ignores the checkout and its index.
  ///
  /// libgit2 reads attributes from a checkout, an index or both. An in-memory index with the files
  /// of the tree makes it read only those of the tree.
  ///
  /// - Parameters:
  /// - ownRepository: The handle, which is freed with this object, also when this throws; its index
  ///   is replaced, so nothing else may use it.
  /// - tree: The tree; `nil` has no attributes.
  init(
    ownRepository repository: OpaquePointer, attributesOf tree: OpaquePointer?
  ) throws(GitError) {
    var index: OpaquePointer?
    defer { git_index_free(index) }
    do throws(GitError) {
      try Libgit2.check(git_index_new(&index), "make an index")
      if let tree { try Libgit2.check(git_index_read_tree(index, tree), "read a tree") }
      try Libgit2.check(git_repository_set_index(repository, index), "use an index")
    } catch {
      git_repository_free(repository)
      throw error
    }
    self.repository = repository
    ownsRepository = true
    attributes = AttributeFiles(repository: repository, looksAtCheckout: false)
  }

  deinit {
    if ownsRepository { git_repository_free(repository) }
  }

  func isBinary(_ version: FileVersion, _ bytes: UnsafeRawBufferPointer) throws(GitError) -> Bool {
    if version.isRegular, let declared = try declaredBinary(version.path) { return declared }
    return bytes.count >= ContentKind.bigFile || ContentKind.looksBinary(bytes)
  }

  /// Whether there is a NUL among the first bytes.
  static func looksBinary(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.prefix(8000).holdsNul }

  /// Whether an attribute declares a file binary; `nil` when none does either way.
  private func declaredBinary(_ path: [UInt8]) throws(GitError) -> Bool? {
    let value = try attribute("diff", of: path)
    switch git_attr_value(value) {
    case GIT_ATTR_VALUE_TRUE: return false
    case GIT_ATTR_VALUE_FALSE: return true
    case GIT_ATTR_VALUE_STRING: return value.flatMap { driver(named: String(cString: $0)) }
    default: return driver(named: "default")
    }
  }

  /// Whether an attribute has a value for a file.
  func hasValue(of attribute: String, _ path: [UInt8]) throws(GitError) -> Bool {
    git_attr_value(try self.attribute(attribute, of: path)) == GIT_ATTR_VALUE_STRING
  }

  /// Whether an attribute is set for a file, as `name` or `name=true`.
  func isSet(_ attribute: String, _ path: [UInt8]) throws(GitError) -> Bool {
    let value = try self.attribute(attribute, of: path)
    switch git_attr_value(value) {
    case GIT_ATTR_VALUE_TRUE: return true
    case GIT_ATTR_VALUE_STRING: return value.map { String(cString: $0) } == "true"
    default: return false
    }
  }

  /// The attribute's value as libgit2 returns it; `nil` when no attribute can be set for the file.
  private func attribute(
    _ name: String, of path: [UInt8]
  ) throws(GitError) -> UnsafePointer<CChar>? {
    guard attributes.mayConcern(path) else { return nil }
    // libgit2 looks into each folder of the path.
    foldersLeft -= path.count { $0 == UInt8(ascii: "/") } + 1
    guard foldersLeft >= 0 else {
      throw .tooLarge(
        operation: "read the attributes",
        message: "too many files are in deep folders; reduce their number")
    }
    var value: UnsafePointer<CChar>?
    let source = ownsRepository ? GIT_ATTR_CHECK_INDEX_ONLY : GIT_ATTR_CHECK_FILE_THEN_INDEX
    let flags = UInt32(source | GIT_ATTR_CHECK_NO_SYSTEM)
    let code = (path + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        git_attr_get(&value, repository, flags, $0.baseAddress, name)
      }
    }
    try Libgit2.check(code, "read the attributes of \(String(decoding: path, as: UTF8.self))")
    return value
  }

  private func driver(named name: String) -> Bool? {
    if let known = drivers[name] { return known }
    var configuration: OpaquePointer?
    var value: Int32 = 0
    var answer: Bool?
    if git_repository_config_snapshot(&configuration, repository) == 0 {
      // `auto`, git's third value, is not a boolean and an error here: the configuration does not
      // decide.
      if git_config_get_bool(&value, configuration, "diff.\(name).binary") == 0 {
        answer = value != 0
      }
      git_config_free(configuration)
    }
    drivers[name] = .some(answer)
    return answer
  }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate var holdsNul: Bool {
    guard let start = base.baseAddress, !isEmpty else { return false }
    return memchr(start + startIndex, 0, count) != nil
  }
}
