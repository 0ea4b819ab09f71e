package import CIModel

/// One entry of `functions` of `llvm-cov export`: a function as one binary holds it.
package struct ExportedFunction: Hashable, Sendable {
  /// Mangled; with the file before it where the symbol is local.
  package var name = ""
  /// The file that it is written in, as the compiler was given it.
  package var path = ""
  package var count: UInt64 = 0
  /// The beginning of the first region of `path`, which tells functions apart. 1-based.
  package var line = 0
  package var column = 0
  /// The end of that region.
  package var endLine = 0
  /// Regions of code, as `llvm-cov report` counts them.
  package var regions = Coverage.Ratio(covered: 0, count: 0)

  package init() {}
}

/// Makes the functions of the source of what the binaries hold.
///
/// Functions that begin in the same place are instantiations of one: it ran when one of them did, and
/// its regions are those of the one with the most. Source: `FunctionCoverageSummary::get` in
/// `llvm/tools/llvm-cov/CoverageSummaryInfo.cpp` and `getInstantiationGroups` in
/// `llvm/lib/ProfileData/Coverage/CoverageMapping.cpp`.
struct FunctionLists {
  private struct Place: Hashable, Comparable {
    var line: Int
    var column: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  private var files: [String: [Place: Coverage.Function]] = [:]

  mutating func add(_ function: ExportedFunction) {
    let place = Place(line: function.line, column: function.column)
    let entry = Coverage.Function(
      name: FunctionLists.symbol(function.name), line: function.line, endLine: function.endLine,
      count: function.count, regions: function.regions)
    guard let known = files[function.path]?[place] else {
      files[function.path, default: [:]][place] = entry
      return
    }
    var merged = known
    // Which of the names comes first in the data depends on the binary.
    merged.name = min(known.name, entry.name)
    merged.endLine = max(known.endLine, entry.endLine)
    merged.count = max(known.count, entry.count)
    merged.regions = .init(
      covered: max(known.regions.covered, entry.regions.covered),
      count: max(known.regions.count, entry.regions.count))
    files[function.path]?[place] = merged
  }

  /// The functions of a file in the order of their places.
  func functions(of path: String) -> [Coverage.Function] {
    (files[path] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
  }

  /// Drops the functions all of whose regions ran.
  mutating func keepMissed() {
    files = files.mapValues { $0.filter(\.value.isMissed) }
  }

  /// Gives the functions the names that the source has for them.
  ///
  /// - Parameter workDirectory: Exists; a file with the symbols is left in it.
  mutating func demangle(
    _ demangler: Demangler, workDirectory: String
  ) throws(CoverageError) {
    let symbols = Set(files.values.lazy.flatMap { $0.values.lazy.map(\.name) })
    let names = try demangler.names(symbols, workDirectory: workDirectory)
    files = files.mapValues { functions in
      functions.mapValues { function in
        var function = function
        function.name = names[function.name] ?? function.name
        return function
      }
    }
  }

  /// `$s3Kit4main` of `/p/Sources/Kit/A.swift:$s3Kit4main`, which the profile has for what is private.
  static func symbol(_ name: String) -> String {
    let bytes = name.utf8
    guard
      let mark = bytes.lastIndex(where: {
        $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";")
      })
    else { return name }
    return String(name[bytes.index(after: mark)...])
  }
}
