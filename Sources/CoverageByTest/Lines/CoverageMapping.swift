/// The mapping from counters of a binary to regions of the sources.
///
/// Source: "LLVM Code Coverage Mapping Format", versions 4 to 7 in its encoding, and
/// `CoverageMappingReader.cpp` for details that this page leaves open.
struct CoverageMapping {
  /// A counter, or an expression of counters.
  enum Counter: Hashable {
    case zero
    case counter(Int)
    case subtract(expression: Int)
    case add(expression: Int)
  }

  struct Position: Hashable, Comparable {
    /// 1-based.
    var line: Int
    /// 1-based, in bytes.
    var column: Int

    static func < (left: Position, right: Position) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  struct Region: Hashable {
    /// In llvm-cov's sorting order of regions with the same range.
    enum Kind: Int {
      case code
      case expansion
      case skipped
      case gap
    }

    var kind: Kind
    var counter: Counter
    /// The 0-based index of the file in `files` of the function.
    var file: Int
    var start: Position
    /// The position after the last character.
    var end: Position
  }

  struct Function: Hashable {
    /// The hash of the name, which the profile also uses.
    var name: UInt64
    /// Absolute paths as passed to the compiler.
    var files: [String]
    var expressions: [[Counter]]
    var regions: [Region]

    /// The execution count of each region.
    ///
    /// Counts wrap like LLVM's, so that a negative difference is still not zero.
    func counts(_ counters: [UInt64]) -> [UInt64] {
      regions.map { value(of: $0.counter, counters, depth: 0) }
    }

    private func value(of counter: Counter, _ counters: [UInt64], depth: Int) -> UInt64 {
      switch counter {
      case .zero: return 0
      case .counter(let index): return index < counters.count ? counters[index] : 0
      case .subtract(let index), .add(let index):
        // A depth greater than the number of expressions indicates a cycle.
        guard index < expressions.count, depth <= expressions.count else { return 0 }
        let left = value(of: expressions[index][0], counters, depth: depth + 1)
        let right = value(of: expressions[index][1], counters, depth: depth + 1)
        if case .add = counter { return left &+ right }
        return left &- right
      }
    }
  }

  private(set) var functions: [Function] = []
  private var known: Set<Key> = []

  private struct Key: Hashable {
    var name: UInt64
    var hash: UInt64
    var files: UInt64
  }

  /// Adds the mapping of a binary; one without a coverage map adds nothing.
  ///
  /// - Parameter isWanted: Whether a file is needed; functions of other files are left out.
  mutating func add(
    _ binary: UnsafeRawBufferPointer, where isWanted: (String) -> Bool
  ) throws(BinaryReader.Malformed) {
    let sections = try ELFSections(binary)
    var lists: [UInt64: [String]] = [:]
    for section in try sections.contents(of: "__llvm_covmap") {
      var reader = BinaryReader(section)
      while reader.remaining >= 16 { try readFiles(&reader, &lists) }
    }
    for section in try sections.contents(of: "__llvm_covfun") {
      var reader = BinaryReader(section)
      while reader.remaining >= 28 { try readFunction(&reader, lists, isWanted) }
    }
  }

  /// Reads the file names of one translation unit.
  private func readFiles(
    _ reader: inout BinaryReader, _ lists: inout [UInt64: [String]]
  ) throws(BinaryReader.Malformed) {
    let records = try reader.count(UInt32.self)
    let size = try reader.count(UInt32.self)
    let mappingSize = try reader.count(UInt32.self)
    // The stored number is one less than the documented version.
    let version = try reader.count(UInt32.self) + 1
    guard (4...7).contains(version), records == 0, mappingSize == 0 else {
      throw BinaryReader.Malformed(offset: reader.offset, version: version)
    }
    let encoded = try reader.slice(size)
    reader.align(to: 8)
    var names = BinaryReader(encoded)
    let count = try names.variableLength(upTo: 1 << 20)
    let unpackedSize = try names.variableLength(upTo: 1 << 30)
    let packedSize = try names.variableLength(upTo: encoded.count)
    var list: [String] = []
    if packedSize == 0 {
      list = try CoverageMapping.names(&names, count)
    } else {
      let packed = try names.slice(packedSize)
      guard let bytes = try? Inflate.zlib(packed, size: unpackedSize) else {
        throw BinaryReader.Malformed(offset: reader.offset)
      }
      let result = bytes.withUnsafeBytes { bytes in
        Result { () throws(BinaryReader.Malformed) in
          var reader = BinaryReader(bytes)
          return try CoverageMapping.names(&reader, count)
        }
      }
      list = try result.get()
    }
    if version >= 6, let folder = list.first {
      // The first name is the folder that the others are relative to.
      list = list.map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" }
    }
    lists[MD5.low64(encoded)] = list
  }

  private static func names(
    _ reader: inout BinaryReader, _ count: Int
  ) throws(BinaryReader.Malformed) -> [String] {
    var names: [String] = []
    for _ in 0..<count {
      let length = try reader.variableLength(upTo: reader.remaining)
      names.append(String(decoding: try reader.slice(length), as: UTF8.self))
    }
    return names
  }

  private mutating func readFunction(
    _ reader: inout BinaryReader, _ lists: [UInt64: [String]], _ isWanted: (String) -> Bool
  ) throws(BinaryReader.Malformed) {
    let name = try reader.number(UInt64.self)
    let size = try reader.count(UInt32.self)
    let hash = try reader.number(UInt64.self)
    let list = try reader.number(UInt64.self)
    let encoded = try reader.slice(size)
    reader.align(to: 8)
    guard let files = lists[list], known.insert(Key(name: name, hash: hash, files: list)).inserted
    else { return }
    var body = BinaryReader(encoded)
    let fileCount = try body.variableLength(upTo: encoded.count)
    var own: [String] = []
    for _ in 0..<fileCount {
      let index = try body.variableLength(upTo: max(0, files.count - 1))
      guard index < files.count else { throw BinaryReader.Malformed(offset: body.offset) }
      own.append(files[index])
    }
    guard own.contains(where: isWanted) else { return }
    var function = Function(name: name, files: own, expressions: [], regions: [])
    let expressions = try body.variableLength(upTo: encoded.count)
    for _ in 0..<expressions {
      let left = CoverageMapping.counter(try body.variableLength())
      let right = CoverageMapping.counter(try body.variableLength())
      function.expressions.append([left, right])
    }
    for file in 0..<fileCount { try readRegions(&body, of: file, to: &function) }
    functions.append(function)
  }

  private static func counter(_ encoded: UInt64) -> Counter {
    let index = Int(truncatingIfNeeded: encoded >> 2)
    switch encoded & 3 {
    case 0: return .zero
    case 1: return .counter(index)
    case 2: return .subtract(expression: index)
    default: return .add(expression: index)
    }
  }

  private func readRegions(
    _ reader: inout BinaryReader, of file: Int, to function: inout Function
  ) throws(BinaryReader.Malformed) {
    let count = try reader.variableLength(upTo: reader.remaining)
    var line = 0
    let limit = Int(UInt32.max)
    for _ in 0..<count {
      let header = try reader.variableLength()
      var kind: Region.Kind? = .code
      let counter = CoverageMapping.counter(header)
      if header & 3 == 0 {
        if header & 4 != 0 {
          kind = .expansion
        } else {
          switch header >> 3 {
          case 0: break
          case 2: kind = .skipped
          case 4, 5:
            // Branches and decisions have no regions of their own.
            kind = nil
            _ = try reader.variableLength()
            _ = try reader.variableLength()
          case 6:
            kind = nil
            for _ in 0..<5 { _ = try reader.variableLength() }
          default: throw BinaryReader.Malformed(offset: reader.offset)
          }
        }
      }
      line += try reader.variableLength(upTo: limit)
      var startColumn = try reader.variableLength(upTo: limit)
      let lines = try reader.variableLength(upTo: limit)
      var endColumn = try reader.variableLength(upTo: limit)
      if endColumn & 1 << 31 != 0 {
        if kind != nil { kind = .gap }
        endColumn &= ~(1 << 31)
      }
      if startColumn == 0, endColumn == 0 {
        startColumn = 1
        endColumn = limit
      }
      guard let kind, line <= limit else { continue }
      function.regions.append(
        Region(
          kind: kind, counter: counter, file: file,
          start: Position(line: line, column: startColumn),
          end: Position(line: line + lines, column: endColumn)))
    }
  }
}
