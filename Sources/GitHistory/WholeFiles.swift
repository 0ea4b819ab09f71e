import CIModel

/// Reads whole files within a total limit, and equal contents only once. These count once for each
/// path, because rules judge each.
package struct WholeFiles {
  private let repository: GitRepository
  private var known: [ObjectID: [UInt8]] = [:]
  private var left: Int

  /// The maximum size in bytes of a file that is read; files that rules read are written by hand.
  static let largest = 4 << 20
  /// The maximum number of bytes of all files together.
  package static let mostOfAll = 32 << 20

  init(_ repository: GitRepository, most: Int) {
    self.repository = repository
    left = most
  }

  /// Both versions of the file at a path. If there was no room for the old one, the new one counts as
  /// unread, too, because what the change removes is unknown.
  mutating func contents(
    _ old: FileVersion?, _ new: FileVersion?
  ) throws(GitError) -> FileContents {
    let before = try read(old)
    if let old, let new, old.id == new.id, old.isRegular, new.isRegular {
      return FileContents(old: before.bytes, new: before.bytes, isUnread: before.bytes == nil)
    }
    let after = try read(new)
    let isUnread = after.isTooLarge || after.isPastLimit || before.isPastLimit && after.bytes != nil
    return FileContents(old: before.bytes, new: after.bytes, isUnread: isUnread)
  }

  /// A version of a file; without bytes when it is not a file or was not read.
  private struct Reading {
    var bytes: [UInt8]?
    var isTooLarge = false
    var isPastLimit = false
  }

  private mutating func read(_ version: FileVersion?) throws(GitError) -> Reading {
    guard let version, version.isRegular else { return Reading() }
    let known = known[version.id]
    let size = if let known { known.count } else { try repository.size(of: version) }
    if size > Self.largest { return Reading(isTooLarge: true) }
    if size > left { return Reading(isPastLimit: true) }
    left -= size
    if let known { return Reading(bytes: known) }
    let bytes = try repository.content(of: version).withBytes { Array($0) }
    self.known[version.id] = bytes
    return Reading(bytes: bytes)
  }
}
