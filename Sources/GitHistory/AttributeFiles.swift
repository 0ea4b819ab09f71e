import CLibgit2
import FileSystem

/// Finds folders in which no attribute can be set, so that their files need no lookup: for each
/// lookup, libgit2 searches for a `.gitattributes` in every folder above the file.
final class AttributeFiles {
  private let repository: OpaquePointer
  /// The working tree with a trailing slash; `nil` for a bare repository, and when the checkout is
  /// ignored.
  private let workTree: String?
  private var index: OpaquePointer?
  /// Whether attributes may be set for any file: by `info/attributes`, by `core.attributesFile` of
  /// the repository's configuration, or by an index that cannot be read.
  private let concernsAll: Bool
  /// Whether a folder (key without a trailing slash) or one above it has a `.gitattributes`.
  private var folders: [ArraySlice<UInt8>: Bool] = [:]

  /// - Parameter looksAtCheckout: Whether a `.gitattributes` counts that is not in the index.
  init(repository: OpaquePointer, looksAtCheckout: Bool = true) {
    self.repository = repository
    let folder = looksAtCheckout ? git_repository_workdir(repository) : nil
    workTree = folder.map { String(cString: $0) }
    var index: OpaquePointer?
    let hasIndex = git_repository_index(&index, repository) == 0
    self.index = index
    concernsAll =
      !hasIndex || Self.hasInfoAttributes(repository) || Self.namesAttributesFile(repository)
  }

  deinit { git_index_free(index) }

  /// Whether an attribute may be set for a file; its path is relative to the repository root.
  func mayConcern(_ path: [UInt8]) -> Bool {
    if concernsAll { return true }
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return folderMay([]) }
    return folderMay(path[..<slash])
  }

  private func folderMay(_ folder: ArraySlice<UInt8>) -> Bool {
    if let known = folders[folder] { return known }
    let parent = folder.lastIndex(of: UInt8(ascii: "/")).map { folder[..<$0] } ?? []
    let answer = (!folder.isEmpty && folderMay(parent)) || hasAttributes(folder)
    folders[folder] = answer
    return answer
  }

  private func hasAttributes(_ folder: ArraySlice<UInt8>) -> Bool {
    var path = Array(folder)
    if !path.isEmpty { path.append(UInt8(ascii: "/")) }
    path += Self.name + [0]
    let isInIndex = path.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        git_index_get_bypath(index, $0.baseAddress, 0) != nil
      }
    }
    if isInIndex { return true }
    guard let workTree else { return false }
    return fileExists(Array(workTree.utf8) + path.dropLast())
  }

  private static func hasInfoAttributes(_ repository: OpaquePointer) -> Bool {
    var path = git_buf()
    defer { git_buf_dispose(&path) }
    guard git_repository_item_path(&path, repository, GIT_REPOSITORY_ITEM_INFO) == 0,
      let folder = path.ptr
    else { return true }
    return fileExists(String(cString: folder) + "attributes")
  }

  private static func namesAttributesFile(_ repository: OpaquePointer) -> Bool {
    var configuration: OpaquePointer?
    guard git_repository_config_snapshot(&configuration, repository) == 0 else { return true }
    defer { git_config_free(configuration) }
    var value: UnsafePointer<CChar>?
    return git_config_get_string(&value, configuration, "core.attributesfile") == 0
  }
}
