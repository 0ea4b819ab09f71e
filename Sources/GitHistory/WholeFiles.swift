/// Reads whole files within a total limit, and equal contents only once.
package struct WholeFiles {
  private let repository: GitRepository
  private var known: [ObjectID: [UInt8]] = [:]
  private var left: Int
  /// Whether the last requested file was not read.
  private(set) var isUnread = false

  /// The maximum size in bytes of a file that is read; files that rules read are written by hand.
  static let largest = 4 << 20
  /// The maximum number of bytes of all files together.
  package static let mostOfAll = 32 << 20

  init(_ repository: GitRepository, most: Int) {
    self.repository = repository
    left = most
  }

  /// - Returns: The content; `nil` when the version is not a file or was not read.
  mutating func bytes(of version: FileVersion?) throws(GitError) -> [UInt8]? {
    isUnread = false
    guard let version, version.isRegular else { return nil }
    if let bytes = known[version.id] { return bytes }
    let size = try repository.size(of: version)
    guard size <= Self.largest, size <= left else {
      isUnread = true
      return nil
    }
    left -= size
    let bytes = try repository.content(of: version).withBytes { Array($0) }
    known[version.id] = bytes
    return bytes
  }
}
