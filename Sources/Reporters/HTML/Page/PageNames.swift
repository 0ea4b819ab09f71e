import CIModel
import FileSystem

/// Names of pages and ids that are derived from untrusted text: short, of safe characters, and
/// distinct for distinct origins on every file system.
enum PageNames {
  /// The name of a source's page, without an extension; short, because an index contains thousands
  /// of them.
  static func file(_ path: String) -> String { readable(path, limit: 32) + "-" + digest(path) }

  /// An `id` for a test.
  static func test(_ test: TestCase) -> String {
    "test-" + digest(test.name + "\0" + (test.id ?? ""))
  }

  /// An `id` for a changed file.
  static func change(_ file: FileChange) -> String { "change-" + digest(file.path) }

  /// The name, with a number appended if it is taken.
  ///
  /// - Parameter taken: The number of uses of each name.
  static func unique(_ name: String, among taken: inout [String: Int]) -> String {
    let count = taken[name, default: 0] + 1
    taken[name] = count
    return count == 1 ? name : "\(name)-\(count)"
  }

  /// 64 bits of SHA-256.
  private static func digest(_ text: String) -> String { String(SHA256.hex(text).prefix(16)) }

  /// The end of the text, with each run of other characters replaced by a hyphen.
  private static func readable(_ text: String, limit: Int) -> String {
    var name: [UInt8] = []
    for byte in text.utf8.suffix(limit) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        name.append(byte)
      default:
        if name.last.map({ $0 != UInt8(ascii: "-") }) ?? false { name.append(UInt8(ascii: "-")) }
      }
    }
    if name.isEmpty { return "file" }
    return String(decoding: name, as: UTF8.self)
  }
}

extension PageNames {
  /// The page names of all files in the coverage, and of the other files, by path.
  static func files(_ record: RunRecord, _ others: [String]) -> [RepositoryPath: String] {
    var names: [RepositoryPath: String] = [:]
    for path in (record.coverage?.files.map(\.path) ?? []) + others {
      names[RepositoryPath(path)] = PageNames.file(path)
    }
    return names
  }
}
