/// Reads whole files, each as often as it is the same only once, and no more than a bound of all.
package struct WholeFiles {
  private let repository: GitRepository
  private var known: [ObjectID: [UInt8]] = [:]
  private var left: Int
  /// Whether the version that was asked for last is a file that was not read.
  private(set) var isUnread = false

  /// The largest file that is read whole, in bytes; what rules read is written by hand.
  static let largest = 4 << 20
  /// Bytes of all files together.
  package static let mostOfAll = 32 << 20

  init(_ repository: GitRepository, most: Int) {
    self.repository = repository
    left = most
  }

  /// - Returns: `nil` for what is no file, and what is not read.
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
