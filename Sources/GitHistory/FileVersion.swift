import CIModel

/// One side of a change.
struct FileVersion: Hashable {
  var id: ObjectID
  var path: [UInt8]
  /// Canonical, as git compares modes.
  var mode: UInt16

  init(id: ObjectID, path: [UInt8], rawMode: UInt32) {
    self.id = id
    self.path = path
    mode = FileVersion.canonical(rawMode)
  }

  /// Relative to the repository root; U+FFFD for what is not UTF-8.
  var pathText: String { String(decoding: path, as: UTF8.self) }
  /// Only for a path that is not UTF-8.
  var encodedPath: String? {
    String(validating: path, as: UTF8.self) == nil ? Base64.encode(path) : nil
  }
  /// Six octal digits.
  var modeText: String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }
  var isSubmodule: Bool { mode == FileVersion.submodule }
  var isLink: Bool { mode & FileVersion.kindMask == 0o120000 }
  var isRegular: Bool { mode & FileVersion.kindMask == 0o100000 }
  /// File, link or submodule: what a type change changes.
  var kind: UInt16 { mode & FileVersion.kindMask }

  /// The name behind the last `/`.
  var baseName: ArraySlice<UInt8> {
    path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
  }

  static let folder: UInt16 = 0o040000
  static let link: UInt16 = 0o120000
  static let submodule: UInt16 = 0o160000
  private static let kindMask: UInt16 = 0o170000

  /// As `canon_mode` of git's `object.h`: modes such as 100664 of old repositories mean nothing.
  static func canonical(_ mode: UInt32) -> UInt16 {
    switch mode & 0o170000 {
    case 0o100000: mode & 0o100 != 0 ? 0o100755 : 0o100644
    case 0o120000: link
    case 0o040000: folder
    default: submodule
    }
  }
}
