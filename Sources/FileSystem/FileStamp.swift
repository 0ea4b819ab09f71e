/// A stamp that changes with a file's content; with the same stamp, the file need not be read
/// again.
///
/// The device number is not included, because it may change when the machine is restarted.
package struct FileStamp: Hashable, Sendable {
  /// The size in bytes.
  package var size: Int
  package var modified: FileTime
  package var changed: FileTime
  package var inode: Int

  /// The stamp of a file, or of a link's target; `nil` when there is no such file.
  package init?(path: String) {
    guard let status = FileStatus(path) else { return nil }
    self.init(status)
  }

  package init(_ status: FileStatus) {
    size = status.size
    modified = status.modified
    changed = status.changed
    inode = status.inode
  }

  /// Parses the numbers of `text`; `nil` for any other text.
  package init?(_ text: ArraySlice<UInt8>) {
    var rest = text
    func number() -> Int? {
      var value = 0
      var isNegative = false
      var hasDigits = false
      while let byte = rest.popFirst(), byte != UInt8(ascii: ".") {
        if byte == UInt8(ascii: "-"), !hasDigits, !isNegative {
          isNegative = true
          continue
        }
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        let digit = Int(byte - UInt8(ascii: "0"))
        let (tens, isLarge) = value.multipliedReportingOverflow(by: 10)
        let (sum, isTooLarge) = tens.addingReportingOverflow(digit)
        if isLarge || isTooLarge { return nil }
        (value, hasDigits) = (sum, true)
      }
      return hasDigits ? (isNegative ? -value : value) : nil
    }
    guard let size = number(), let seconds = number(), let nanoseconds = number(),
      let changedSeconds = number(), let changedNanoseconds = number(), let inode = number(),
      rest.isEmpty
    else { return nil }
    self.size = size
    modified = FileTime(seconds: seconds, nanoseconds: nanoseconds)
    changed = FileTime(seconds: changedSeconds, nanoseconds: changedNanoseconds)
    self.inode = inode
  }

  package var text: String { "\(size).\(modified.text).\(changed.text).\(inode)" }
}
