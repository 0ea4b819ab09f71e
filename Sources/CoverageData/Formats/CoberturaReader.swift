import CIModel

/// Reads Cobertura reports in one pass, one class at a time.
///
///     <coverage><sources><source>/package</source></sources><packages><package><classes>
///       <class name="A" filename="Sources/A.swift"><methods><method name="f"><lines>…</lines>
///       </method></methods><lines><line number="4" hits="12" branch="true"
///       condition-coverage="50% (1/2)"/></lines></class>
///
/// Source: `coverage-04.dtd` of Cobertura. The lines of a class are listed for its methods and for
/// the class itself; the larger count of a line is used. The caller merges classes of the same
/// file.
struct CoberturaReader {
  private var xml: XMLScanner
  private var sources: [String] = []
  private var file: Builder?

  fileprivate struct Builder {
    var path: String
    var lines: [(line: Int, count: UInt64)] = []
    var partialLines: Set<Int> = []
    var branches = Coverage.Ratio(covered: 0, count: 0)
    var functions = Coverage.Ratio(covered: 0, count: 0)
    /// Whether the current method has run; `nil` outside of methods.
    var methodRan: Bool?
  }

  /// Calls `body` for each class with the folders that its path may be relative to and the offset
  /// after the class.
  static func read(
    _ bytes: UnsafeRawBufferPointer, name: String,
    file body: (MeasuredFile, [String], Int) throws(CoverageError) -> Void
  ) throws(CoverageError) {
    var reader = CoberturaReader(xml: XMLScanner(bytes))
    try reader.read(name, body)
  }

  private mutating func read(
    _ name: String, _ body: (MeasuredFile, [String], Int) throws(CoverageError) -> Void
  ) throws(CoverageError) {
    var isCobertura = false
    var isClosed = false
    while let tag = xml.next() {
      switch tag.name {
      case "coverage":
        isCobertura = true
        isClosed = tag.kind != .opening
      case "source" where tag.kind == .opening:
        let text = xml.text()
        if !text.isEmpty { sources.append(text) }
      case "class" where tag.kind == .closing:
        if let measured = file?.measured { try body(measured, sources, xml.offset) }
        file = nil
      case "class":
        guard let path = tag["filename"] else {
          throw .malformedData(
            file: name, line: xml.line, expected: "a `filename` of the class")
        }
        file = tag.kind == .opening ? Builder(path: path) : nil
      case "method" where tag.kind == .opening:
        file?.methodRan = false
      case "method" where tag.kind == .closing:
        if let ran = file?.methodRan {
          file?.functions.count += 1
          if ran { file?.functions.covered += 1 }
        }
        file?.methodRan = nil
      case "line" where tag.kind != .closing:
        guard let line = tag["number"].flatMap({ Int($0) }), line > 0, line < 1 << 32,
          let count = tag["hits"].flatMap(CoberturaReader.count)
        else {
          throw .malformedData(
            file: name, line: xml.line, expected: "`number` and `hits` of the line")
        }
        if count > 0, file?.methodRan != nil { file?.methodRan = true }
        file?.lines.append((line, count))
        // The lines of methods are listed again for the class.
        if file?.methodRan == nil,
          let branches = tag["condition-coverage"].flatMap(CoberturaReader.branches)
        {
          file?.branches.covered += branches.covered
          file?.branches.count += branches.count
          if count > 0, branches.missed > 0 { file?.partialLines.insert(line) }
        }
      default:
        break
      }
    }
    guard isCobertura, isClosed, file == nil, !xml.isCutOff else {
      throw .malformedData(
        file: name, line: xml.line,
        expected: isCobertura ? "</coverage> at the end" : "a <coverage> element")
    }
  }

  private static func count(_ text: String) -> UInt64? {
    Array(text.utf8).withUnsafeBytes { bytes in
      var cursor = FieldCursor(bytes, 0, bytes.count)
      return cursor.count()
    }
  }

  /// The covered and total branches of a text such as `50% (1/2)`.
  private static func branches(_ text: String) -> Coverage.Ratio? {
    let numbers = text.split(separator: "(").last?.split(separator: ")").first?.split(
      separator: "/")
    guard let numbers, numbers.count == 2, let covered = Int(numbers[0]),
      let count = Int(numbers[1]), covered >= 0, covered <= count, count < 1 << 32
    else { return nil }
    return Coverage.Ratio(covered: covered, count: count)
  }
}

extension CoberturaReader.Builder {
  fileprivate var measured: MeasuredFile {
    var hits = LineHits()
    var pending: (line: Int, count: UInt64)?
    let isSorted = zip(lines, lines.dropFirst()).allSatisfy { $0.line <= $1.line }
    for (line, count) in isSorted ? lines : lines.sorted(by: { $0.line < $1.line }) {
      if let same = pending, same.line == line {
        pending = (line, max(same.count, count))
      } else {
        if let pending { hits.append(pending.line, pending.line, count: pending.count) }
        pending = (line, count)
      }
    }
    if let pending { hits.append(pending.line, pending.line, count: pending.count) }
    return MeasuredFile(
      path: path, hits: hits, partialLines: partialLines.sorted(), functions: functions,
      regions: branches)
  }
}
