import CIModel

/// Reads the output of `llvm-cov export -format=text` without building a tree of it.
///
///     {"data":[{"files":[{"filename":"/p/A.swift","segments":[[1,17,1,true,true,false],…],
///     "summary":{"functions":{"count":1,"covered":1,…},"lines":{…},"regions":{…},…},…},…],
///     "functions":[…],"totals":{…}}],"type":"llvm.coverage.json.export","version":"3.0.1"}
///
/// Source: `llvm/tools/llvm-cov/CoverageExporterJson.cpp`. Keys may come in any order; unknown keys
/// are skipped, and so is everything other than files and functions.
package struct ExportScanner {
  private var json: JSONCursor

  /// Calls `body` for every file of the document, in its order.
  ///
  /// - Parameter bytes: The whole document; it is read once from start to end.
  /// - Parameter progress: Called occasionally with an offset; nothing before it is read again.
  /// - Parameter function: Called for every function; without it they are skipped.
  package static func scan(
    _ bytes: UnsafeRawBufferPointer, progress: (Int) -> Void = { _ in },
    function: ((ExportedFunction) -> Void)? = nil, file body: (ExportedFile) -> Void
  ) throws(CoverageError) {
    var scanner = ExportScanner(json: JSONCursor(bytes))
    do {
      try scanner.document(progress, function, body)
    } catch {
      throw .malformedExport(byteOffset: error.byteOffset)
    }
  }

  private mutating func document(
    _ progress: (Int) -> Void, _ function: ((ExportedFunction) -> Void)?,
    _ body: (ExportedFile) -> Void
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
              if let function {
                function(try ExportedFunction(&json))
              } else {
                try json.skipValue()
              }
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

  /// Reads `[line, column, count, hasCount, isRegionEntry, isGap]`; old versions leave out the last
  /// one.
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
    // The covered count cannot exceed the total.
    summary.covered = min(summary.covered, summary.count)
    return summary
  }

  /// Limits a line number or a count of lines so that sums cannot overflow.
  fileprivate static func number(_ value: UInt64) -> Int {
    Int(min(value, 1 << 32))
  }
}

extension ExportedFunction {
  /// Reads
  /// `{"count":1,"filenames":["/p/A.swift"],"name":"$s…","regions":[[1,17,3,2,1,0,0,0],…],…}`,
  /// where a region is `[line, column, endLine, endColumn, count, fileID, expandedFileID, kind]`.
  fileprivate init(_ json: inout JSONCursor) throws(MalformedJSON) {
    self.init()
    var function = self
    // The id of the file `filenames[0]` is that of its first mention, 0.
    try json.object { json, key throws(MalformedJSON) in
      switch key {
      case "name": function.name = try json.string()
      case "count": function.count = try json.unsigned()
      case "filenames":
        var isFirst = true
        try json.array { json throws(MalformedJSON) in
          let name = try json.string()
          if isFirst { function.path = name }
          isFirst = false
        }
      case "regions":
        try json.array { json throws(MalformedJSON) in try function.addRegion(&json) }
      default: try json.skipValue()
      }
    }
    self = function
  }

  private mutating func addRegion(_ json: inout JSONCursor) throws(MalformedJSON) {
    var values: [UInt64] = []
    try json.array { json throws(MalformedJSON) in values.append(try json.unsigned()) }
    guard values.count >= 8 else { throw MalformedJSON(byteOffset: json.offset) }
    let (file, kind) = (values[5], values[7])
    if line == 0, file == 0 {
      line = ExportScanner.number(values[0])
      column = ExportScanner.number(values[1])
      endLine = ExportScanner.number(values[2])
    }
    // Kind 0 is code; the others are expansions, skipped code, gaps and branches.
    guard kind == 0 else { return }
    regions.count += 1
    if values[4] > 0 { regions.covered += 1 }
  }
}

/// One entry of `files`.
package struct ExportedFile: Hashable, Sendable {
  /// The path that was passed to the compiler, usually absolute.
  package var path = ""
  /// Sorted by line and column.
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

/// A position from which a count applies, until the next segment.
package struct CoverageSegment: Hashable, Sendable {
  /// 1-based.
  package var line: Int
  /// 1-based.
  package var column: Int
  /// How often the code ran. Counters that are differences can wrap around to values near 2^64;
  /// such a count means that the code ran.
  package var count: UInt64
  /// Whether `count` is valid; it is not between functions and in skipped code.
  package var hasCount: Bool
  package var isRegionEntry: Bool
  /// Whether the segment lies between two statements and only belongs to the end of the previous
  /// line.
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
