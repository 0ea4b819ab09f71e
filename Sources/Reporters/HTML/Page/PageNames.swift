import CIModel
import FileSystem

/// Names of pages and marks that come from what others wrote: short, of harmless characters, and
/// different for different origins on every file system.
enum PageNames {
  /// A name for the page of a source, without an ending; short, since an index names thousands of them.
  static func file(_ path: String) -> String { readable(path, limit: 32) + "-" + digest(path) }

  /// An `id` for a test.
  static func test(_ test: TestCase) -> String {
    "test-" + digest(test.name + "\0" + (test.id ?? ""))
  }

  /// An `id` for a changed file.
  static func change(_ file: FileChange) -> String { "change-" + digest(file.path) }

  /// The name, with a number where it is taken.
  ///
  /// - Parameter taken: How often each was asked for.
  static func unique(_ name: String, among taken: inout [String: Int]) -> String {
    let count = taken[name, default: 0] + 1
    taken[name] = count
    return count == 1 ? name : "\(name)-\(count)"
  }

  /// 64 bits of SHA-256.
  private static func digest(_ text: String) -> String { String(SHA256.hex(text).prefix(16)) }

  /// The end of the text, every run of other characters a hyphen.
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
  /// The names of the pages of all files that the coverage names, and of these, by path.
  static func files(_ record: RunRecord, _ others: [String]) -> [RepositoryPath: String] {
    var names: [RepositoryPath: String] = [:]
    for path in (record.coverage?.files.map(\.path) ?? []) + others {
      names[RepositoryPath(path)] = PageNames.file(path)
    }
    return names
  }
}
