import FileSystem
package import SwiftPackage

/// The sections of an ELF file: a program, a library, or an object file.
///
/// Source: `Elf64_Ehdr` and `Elf64_Shdr`, elf(5).
struct ELFSections {
  private struct Section {
    var nameOffset: Int
    var type: UInt32
    var offset: Int
    var size: Int
  }

  private let bytes: UnsafeRawBufferPointer
  private var sections: [Section] = []
  private var names = UnsafeRawBufferPointer(start: nil, count: 0)

  private static let noBits: UInt32 = 8

  /// - Throws: When the bytes are not a 64-bit little-endian ELF file.
  init(_ bytes: UnsafeRawBufferPointer) throws(BinaryReader.Malformed) {
    self.bytes = bytes
    var header = BinaryReader(bytes)
    guard try header.number(UInt32.self) == 0x464C_457F, try header.number(UInt16.self) == 0x0102
    else { throw BinaryReader.Malformed(offset: 0) }
    try header.skip(0x28 - 6)
    let table = try header.count(UInt64.self)
    try header.skip(0x3A - 0x30)
    let entrySize = try header.count(UInt16.self)
    var count = try header.count(UInt16.self)
    var namesIndex = try header.count(UInt16.self)
    if table == 0 { return }
    let first = try section(at: table)
    // A number that is too large for the header is stored in the first entry.
    if count == 0 { count = first.size }
    if namesIndex == 0xFFFF {
      var reader = BinaryReader(bytes)
      try reader.skip(table + 0x28)
      namesIndex = try reader.count(UInt32.self)
    }
    guard entrySize >= 64, count <= bytes.count / entrySize, namesIndex < count else {
      throw BinaryReader.Malformed(offset: table)
    }
    for index in 0..<count { sections.append(try section(at: table + index * entrySize)) }
    names = try content(sections[namesIndex])
  }

  private func section(at offset: Int) throws(BinaryReader.Malformed) -> Section {
    var reader = BinaryReader(bytes)
    try reader.skip(offset)
    let name = try reader.count(UInt32.self)
    let type = try reader.number(UInt32.self)
    try reader.skip(16)
    return Section(
      nameOffset: name, type: type, offset: try reader.count(UInt64.self),
      size: try reader.count(UInt64.self))
  }

  private func content(
    _ section: Section
  ) throws(BinaryReader.Malformed) -> UnsafeRawBufferPointer {
    if section.type == ELFSections.noBits { return UnsafeRawBufferPointer(start: nil, count: 0) }
    var reader = BinaryReader(bytes)
    try reader.skip(section.offset)
    return try reader.slice(section.size)
  }

  /// Whether the binary was built without coverage.
  var lackCoverage: Bool {
    get throws(BinaryReader.Malformed) { try contents(of: "__llvm_covmap").isEmpty }
  }

  /// The contents of all sections with a name; an object file has one for each group.
  func contents(of name: String) throws(BinaryReader.Malformed) -> [UnsafeRawBufferPointer] {
    let wanted = Array(name.utf8) + [0]
    var found: [UnsafeRawBufferPointer] = []
    for section in sections where section.nameOffset <= names.count - wanted.count {
      let own = names[section.nameOffset..<section.nameOffset + wanted.count]
      if own.elementsEqual(wanted) { found.append(try content(section)) }
    }
    return found
  }
}

extension SourceFreshness {
  /// Why the product has to be built before its tests run: a fragment; `nil` when it need not be.
  ///
  /// - Parameter coverage: Whether the tests measure it.
  package func gap(coverage: Bool) -> String? {
    if let edit = edits().first { return edit.words }
    let lacksCoverage =
      coverage
      && products.contains { path in
        guard let file = try? MappedFile(path) else { return false }
        return (try? ELFSections(file.bytes).lackCoverage) ?? false
      }
    return lacksCoverage ? "the tests were built without coverage" : nil
  }
}
