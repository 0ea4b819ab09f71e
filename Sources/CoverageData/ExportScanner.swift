/// Reads what `llvm-cov export -format=text` prints, without building a tree of it.
///
///     {"data":[{"files":[{"filename":"/p/A.swift","segments":[[1,17,1,true,true,false],…],
///     "summary":{"functions":{"count":1,"covered":1,…},"lines":{…},"regions":{…},…},…},…],
///     "functions":[…],"totals":{…}}],"type":"llvm.coverage.json.export","version":"3.0.1"}
///
/// Source: `llvm/tools/llvm-cov/CoverageExporterJson.cpp`. Keys may come in any order, unknown ones
/// are passed over, and so is everything that is no file.
package struct ExportScanner {
  private var json: JSONCursor

  /// Calls `body` for every file of the document, in its order.
  ///
  /// - Parameter bytes: The whole document; it is read once from front to back.
  /// - Parameter progress: Called now and then with an offset that nothing before is read of again.
  package static func scan(
    _ bytes: UnsafeRawBufferPointer, progress: (Int) -> Void = { _ in },
    file body: (ExportedFile) -> Void
  ) throws(CoverageError) {
    var scanner = ExportScanner(json: JSONCursor(bytes))
    do {
      try scanner.document(progress, body)
    } catch {
      throw .malformedExport(byteOffset: error.byteOffset)
    }
  }

  private mutating func document(
    _ progress: (Int) -> Void, _ body: (ExportedFile) -> Void
  ) throws(MalformedJSON) {
    var hasData = false
    try json.object { json, key throws(MalformedJSON) in
      guard key == "data" else { return try json.skipValue() }
      hasData = true
      try json.array { json throws(MalformedJSON) in
        try json.object { json, key throws(MalformedJSON) in
          switch key {
          case "files":
            try json.array { json throws(MalformedJSON) in
              body(try ExportScanner.file(&json))
              progress(json.offset)
            }
          case "functions":
            try json.array { json throws(MalformedJSON) in
              try json.skipValue()
              progress(json.offset)
            }
          default:
            try json.skipValue()
          }
        }
      }
    }
    try json.end()
    if !hasData { throw MalformedJSON(byteOffset: 0) }
  }

  private static func file(_ json: inout JSONCursor) throws(MalformedJSON) -> ExportedFile {
    var file = ExportedFile()
    try json.object { json, key throws(MalformedJSON) in
      switch key {
      case "filename": file.path = try json.string()
      case "segments":
        try json.array { json throws(MalformedJSON) in
          file.segments.append(try segment(&json))
        }
      case "summary":
        try json.object { json, key throws(MalformedJSON) in
          switch key {
          case "functions": file.functions = try summary(&json)
          case "lines": file.lines = try summary(&json)
          case "regions": file.regions = try summary(&json)
          default: try json.skipValue()
          }
        }
      default: try json.skipValue()
      }
    }
    return file
  }

  /// `[line, column, count, hasCount, isRegionEntry, isGap]`; the last is missing in old versions.
  private static func segment(_ json: inout JSONCursor) throws(MalformedJSON) -> CoverageSegment {
    try json.expect(UInt8(ascii: "["))
    let line = number(try json.unsigned())
    try json.expect(UInt8(ascii: ","))
    let column = number(try json.unsigned())
    try json.expect(UInt8(ascii: ","))
    let count = try json.unsigned()
    try json.expect(UInt8(ascii: ","))
    let hasCount = try json.boolean()
    try json.expect(UInt8(ascii: ","))
    let isRegionEntry = try json.boolean()
    var isGap = false
    if json.skip(UInt8(ascii: ",")) { isGap = try json.boolean() }
    try json.expect(UInt8(ascii: "]"))
    return CoverageSegment(
      line: line, column: column, count: count, hasCount: hasCount, isRegionEntry: isRegionEntry,
      isGap: isGap)
  }

  private static func summary(
    _ json: inout JSONCursor
  ) throws(MalformedJSON) -> ExportedFile.Summary {
    var summary = ExportedFile.Summary()
    try json.object { json, key throws(MalformedJSON) in
      switch key {
      case "count": summary.count = number(try json.unsigned())
      case "covered": summary.covered = number(try json.unsigned())
      default: try json.skipValue()
      }
    }
    return summary
  }

  /// Keeps a line number or a count of lines small enough that sums cannot overflow.
  private static func number(_ value: UInt64) -> Int {
    Int(min(value, 1 << 32))
  }
}

/// One entry of `files`.
package struct ExportedFile: Hashable, Sendable {
  /// As the compiler was given it, usually absolute.
  package var path = ""
  /// In the order of line and column.
  package var segments: [CoverageSegment] = []
  package var lines = Summary()
  package var functions = Summary()
  package var regions = Summary()

  package init() {}

  package struct Summary: Hashable, Sendable {
    package var count = 0
    package var covered = 0

    package init() {}
  }
}

/// A place from which on a count holds, until the next segment.
package struct CoverageSegment: Hashable, Sendable {
  /// 1-based.
  package var line: Int
  /// 1-based.
  package var column: Int
  /// How often the code ran. Counters that are differences can wrap around and read near 2^64; such
  /// a count means that the code ran.
  package var count: UInt64
  /// Whether `count` means anything: not between functions and not in skipped code.
  package var hasCount: Bool
  package var isRegionEntry: Bool
  /// Between two statements, where only the end of the line before is meant.
  package var isGap: Bool

  package init(
    line: Int, column: Int, count: UInt64, hasCount: Bool, isRegionEntry: Bool, isGap: Bool
  ) {
    self.line = line
    self.column = column
    self.count = count
    self.hasCount = hasCount
    self.isRegionEntry = isRegionEntry
    self.isGap = isGap
  }
}
