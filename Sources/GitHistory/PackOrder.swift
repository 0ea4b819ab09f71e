import CIModel
import FileSystem

/// The positions of objects in the packs of a repository, used to read many objects in an order in
/// which each follows the one that it is a delta of.
///
/// It is only a hint: an object without a pack, or in a pack that cannot be read, has no position.
///
/// Format: `gitformat-pack` of git, version 2 of `.idx`: magic and version (8 bytes), 256 counts,
/// sorted names, checksums, offsets of 4 bytes (the highest bit refers to a table of 8-byte
/// offsets).
struct PackOrder {
  struct Place: Hashable, Comparable {
    var pack: Int
    var offset: UInt64

    static func < (left: Place, right: Place) -> Bool {
      (left.pack, left.offset) < (right.pack, right.offset)
    }
  }

  fileprivate struct Index {
    var file: MappedFile
    var count: Int
  }

  private var indexes: [Index] = []

  /// - Parameter objects: The absolute path of the `objects` folder; its alternates are included.
  init(objects: String) {
    var folders = [objects]
    let alternates = (try? readFile(objects + "/info/alternates")) ?? []
    for line in String(decoding: alternates, as: UTF8.self).feedLines
    where !line.isEmpty && !line.hasPrefix("#") {
      folders.append(line.hasPrefix("/") ? String(line) : "\(objects)/\(line)")
    }
    for folder in folders {
      for name in folderContents(folder + "/pack").sorted() where name.hasSuffix(".idx") {
        guard let file = try? MappedFile("\(folder)/pack/\(name)"),
          let index = PackOrder.index(file)
        else { continue }
        indexes.append(index)
      }
    }
  }

  private static func index(_ file: MappedFile) -> Index? {
    let bytes = file.bytes
    guard bytes.count > 1032, bytes.starts(with: [0xFF, 0x74, 0x4F, 0x63, 0, 0, 0, 2]) else {
      return nil
    }
    let count = Int(number(in: bytes, at: 8 + 255 * 4))
    // Names, checksums and offsets must be present as far as they are read.
    guard bytes.count >= 1032 + count * 28 else { return nil }
    return Index(file: file, count: count)
  }

  fileprivate static func number(in bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
    UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  func place(of id: ObjectID) -> Place? {
    for (pack, index) in indexes.enumerated() {
      if let offset = index.offset(of: id) { return Place(pack: pack, offset: offset) }
    }
    return nil
  }
}

extension PackOrder.Index {
  fileprivate func offset(of id: ObjectID) -> UInt64? {
    let bytes = file.bytes
    let first = Int(id.firstByte)
    var low = first == 0 ? 0 : Int(PackOrder.number(in: bytes, at: 8 + (first - 1) * 4))
    var high = min(count, Int(PackOrder.number(in: bytes, at: 8 + first * 4)))
    while low < high {
      let middle = (low + high) / 2
      guard let other = ObjectID(bytes: bytes, at: 1032 + middle * ObjectID.byteCount) else {
        return nil
      }
      if other == id {
        // An offset beyond 2 GB is an index into another table, which has the same order.
        return UInt64(PackOrder.number(in: bytes, at: 1032 + count * 24 + middle * 4))
      }
      if other < id { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
