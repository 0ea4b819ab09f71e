#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What changes with a file's content.
struct FileStamp: Hashable, Sendable {
  /// In bytes.
  var size: Int
  var modified: FileTime
  var changed: FileTime
  var inode: Int

  /// `nil` when there is no such file; of a link, what it leads to.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    #if canImport(Darwin)
      let touched = status.st_ctimespec
    #else
      let touched = status.st_ctim
    #endif
    size = Int(status.st_size)
    modified = FileTime(status)
    changed = FileTime(seconds: touched.tv_sec, nanoseconds: touched.tv_nsec)
    inode = Int(truncatingIfNeeded: status.st_ino)
  }

  /// The numbers of `text`; `nil` when it is something else.
  init?(_ text: ArraySlice<UInt8>) {
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

  var text: String { "\(size).\(modified.text).\(changed.text).\(inode)" }
}
