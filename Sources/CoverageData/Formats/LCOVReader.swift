import CIModel

/// Reads LCOV tracefiles in one pass, one file at a time.
///
///     TN:name
///     SF:/package/Sources/A.swift
///     FN:3,$s1A3fooyyF            FN:3,9,name in lcov 2
///     FNDA:12,$s1A3fooyyF
///     DA:4,12                     line, count, and a checksum that is passed over
///     BRDA:4,0,1,-                a branch that never ran; `0` was reached and not taken
///     end_of_record
///
/// Source: `geninfo(1)`. Sums such as `LF` and `LH` are computed again, because those of llvm-cov
/// are sums over functions and not numbers of lines.
struct LCOVReader {
  private let bytes: UnsafeRawBufferPointer
  private var file: Builder?

  /// Calls `body` for each record with the offset after it.
  static func read(
    _ bytes: UnsafeRawBufferPointer, name: String,
    file body: (MeasuredFile, Int) throws(CoverageError) -> Void
  ) throws(CoverageError) {
    var reader = LCOVReader(bytes: bytes)
    try reader.read(name, body)
  }

  fileprivate struct Builder {
    var path: String
    var hits = LineHits()
    /// Lines that were out of order or repeated.
    var late: [(line: Int, count: UInt64)] = []
    /// Hashes of the names, which can be long and many; only their numbers matter.
    var functions: Set<Int> = []
    var calledFunctions: Set<Int> = []
    /// Lines with a branch that was not taken.
    var missedBranches: Set<Int> = []
    var regions = Coverage.Ratio(covered: 0, count: 0)
  }

  private mutating func read(
    _ name: String, _ body: (MeasuredFile, Int) throws(CoverageError) -> Void
  ) throws(CoverageError) {
    var offset = 0
    var number = 0
    var records = 0
    // A file that ends inside a record is truncated.
    var isOpen = false
    while offset < bytes.count {
      number += 1
      let end = ByteScan.next(UInt8(ascii: "\n"), in: bytes, from: offset)
      var field = FieldCursor(bytes, offset, end)
      offset = end + 1
      if field.skip("DA:") {
        guard isOpen, let line = field.number(), line > 0, line < 1 << 32, field.skip(","),
          let count = field.count()
        else { throw .malformedData(file: name, line: number, expected: "DA:<line>,<count>") }
        file?.add(Int(line), count)
      } else if field.skip("SF:") {
        guard !isOpen else {
          throw .malformedData(file: name, line: number, expected: "end_of_record before SF:")
        }
        isOpen = true
        file = Builder(path: field.rest)
      } else if field.skip("end_of_record") {
        guard isOpen, var builder = file else {
          throw .malformedData(file: name, line: number, expected: "SF: before end_of_record")
        }
        try body(builder.measured(), min(offset, bytes.count))
        isOpen = false
        records += 1
      } else if isOpen {
        readDetail(&field)
      }
    }
    if isOpen {
      throw .malformedData(file: name, line: number, expected: "end_of_record at the end")
    }
    if records == 0 {
      throw .malformedData(file: name, line: 1, expected: "a record that begins with SF:")
    }
  }

  private mutating func readDetail(_ field: inout FieldCursor) {
    if field.skip("FNDA:") {
      guard let count = field.count(), field.skip(",") else { return }
      if count > 0 { file?.calledFunctions.insert(field.hashOfRest) }
    } else if field.skip("FN:") {
      guard field.number() != nil, field.skip(",") else { return }
      // lcov 2 also writes the last line.
      let afterLine = field
      if field.number() == nil || !field.skip(",") { field = afterLine }
      file?.functions.insert(field.hashOfRest)
    } else if field.skip("BRDA:") {
      guard let line = field.number(), let taken = field.lastField else { return }
      let isTaken = taken != "-" && taken != "0"
      file?.regions.count += 1
      if isTaken {
        file?.regions.covered += 1
      } else {
        file?.missedBranches.insert(Int(clamping: line))
      }
    }
  }
}

extension LCOVReader.Builder {
  /// Maximum number of `late` lines before they are merged.
  private static let mostLate = 1 << 16

  fileprivate mutating func add(_ line: Int, _ count: UInt64) {
    if line > hits.lastLine {
      hits.append(line, line, count: count)
      return
    }
    late.append((line, count))
    if late.count == Self.mostLate { mergeLate() }
  }

  private mutating func mergeLate() {
    var others = LineHits()
    var pending: (line: Int, count: UInt64)?
    for (line, count) in late.sorted(by: { $0.line < $1.line }) {
      if let same = pending, same.line == line {
        pending = (line, same.count.addingSaturating(count))
      } else {
        if let pending { others.append(pending.line, pending.line, count: pending.count) }
        pending = (line, count)
      }
    }
    if let pending { others.append(pending.line, pending.line, count: pending.count) }
    hits = hits.merging(others) { $0.addingSaturating($1) }
    late = []
  }

  fileprivate mutating func measured() -> MeasuredFile {
    mergeLate()
    let partial = missedBranches.sorted().filter { hits[$0] ?? 0 > 0 }
    return MeasuredFile(
      path: path, hits: hits, partialLines: partial,
      functions: .init(
        covered: functions.count { calledFunctions.contains($0) }, count: functions.count),
      regions: regions)
  }
}

extension UInt64 {
  /// The sum, limited to the maximum value.
  func addingSaturating(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

/// A line of a tracefile that is read from left to right.
struct FieldCursor {
  private let bytes: UnsafeRawBufferPointer
  private var index: Int
  private let end: Int

  init(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) {
    self.bytes = bytes
    index = start
    self.end = end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
  }

  mutating func skip(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard end - index >= count else { return false }
    for offset in 0..<count where bytes[index + offset] != word.utf8Start[offset] { return false }
    index += count
    return true
  }

  /// Reads a whole number; the maximum if it is too large, `nil` if there is none.
  mutating func number() -> UInt64? {
    let start = index
    var value: UInt64 = 0
    while index < end {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      value = overflow ? .max : product.addingSaturating(UInt64(digit))
      index += 1
    }
    return index > start ? value : nil
  }

  /// Reads an execution count. A wrapped count is huge and means that the code ran; a negative
  /// count, which geninfo writes for broken data, is invalid.
  mutating func count() -> UInt64? {
    let isNegative = skip("-")
    guard let value = number() else { return nil }
    // Some tools write 64-bit counts as 1.5e+19.
    if skip(".") { _ = number() }
    if skip("e+"), value > 0 {
      _ = number()
      return isNegative ? 0 : .max
    }
    return isNegative ? 0 : value
  }

  var rest: String { String(decoding: bytes[index..<end], as: UTF8.self) }

  /// A hash of the text that is left; another one in each process.
  var hashOfRest: Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[index..<end]))
    return hasher.finalize()
  }

  /// The text after the last comma.
  var lastField: String? {
    bytes[index..<end].lastIndex(of: UInt8(ascii: ",")).map {
      String(decoding: bytes[($0 + 1)..<end], as: UTF8.self)
    }
  }
}
