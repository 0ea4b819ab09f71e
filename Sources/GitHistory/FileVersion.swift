import CIModel

/// One side of a change.
struct FileVersion: Hashable {
  var id: ObjectID
  var path: [UInt8]
  /// The file mode in the canonical form in which git compares modes.
  var mode: UInt16

  init(id: ObjectID, path: [UInt8], rawMode: UInt32) {
    self.id = id
    self.path = path
    mode = FileVersion.canonical(rawMode)
  }

  /// The path relative to the repository root; bytes that are not UTF-8 are shown as U+FFFD.
  var pathText: String { String(decoding: path, as: UTF8.self) }
  /// Base64 of the path when it is not UTF-8; else `nil`.
  var encodedPath: String? {
    String(validating: path, as: UTF8.self) == nil ? Base64.encode(path) : nil
  }
  /// The mode as six octal digits.
  var modeText: String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }
  var isSubmodule: Bool { mode == FileVersion.submodule }
  var isLink: Bool { mode & FileVersion.kindMask == 0o120000 }
  var isRegular: Bool { mode & FileVersion.kindMask == 0o100000 }
  /// File, link or submodule; a type change changes this value.
  var kind: UInt16 { mode & FileVersion.kindMask }

  /// The last component of the path.
  var baseName: ArraySlice<UInt8> {
    path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
  }

  static let folder: UInt16 = 0o040000
  static let link: UInt16 = 0o120000
  static let submodule: UInt16 = 0o160000
  private static let kindMask: UInt16 = 0o170000

  /// The canonical mode, as in `canon_mode` of git's `object.h`: modes such as 100664 of old
  /// repositories have no meaning.
  static func canonical(_ mode: UInt32) -> UInt16 {
    switch mode & 0o170000 {
    case 0o100000: mode & 0o100 != 0 ? 0o100755 : 0o100644
    case 0o120000: link
    case 0o040000: folder
    default: submodule
    }
  }
}
