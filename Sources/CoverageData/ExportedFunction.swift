package import CIModel

/// One entry of `functions` of `llvm-cov export`: a function in one binary.
package struct ExportedFunction: Hashable, Sendable {
  /// The mangled name, prefixed with the file for a local symbol.
  package var name = ""
  /// The file that contains it, as passed to the compiler.
  package var path = ""
  package var count: UInt64 = 0
  /// The start of the first region in `path`, which identifies the function. 1-based.
  package var line = 0
  package var column = 0
  /// The end of that region.
  package var endLine = 0
  /// Regions of code, counted as in `llvm-cov report`.
  package var regions = Coverage.Ratio(covered: 0, count: 0)

  package init() {}
}

/// Combines the functions of binaries into functions of the source.
///
/// Functions that begin at the same position are instantiations of one function: it ran if any of
/// them did, and its regions are those of the instantiation with the most. Source:
/// `FunctionCoverageSummary::get` in `llvm/tools/llvm-cov/CoverageSummaryInfo.cpp` and
/// `getInstantiationGroups` in `llvm/lib/ProfileData/Coverage/CoverageMapping.cpp`.
struct FunctionLists {
  private struct Place: Hashable, Comparable {
    var line: Int
    var column: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  private var files: [RepositoryPath: [Place: Coverage.Function]] = [:]

  mutating func add(_ function: ExportedFunction) {
    let place = Place(line: function.line, column: function.column)
    let entry = Coverage.Function(
      name: FunctionLists.symbol(function.name), line: function.line, endLine: function.endLine,
      count: function.count, regions: function.regions)
    let path = RepositoryPath(function.path)
    guard let known = files[path]?[place] else {
      files[path, default: [:]][place] = entry
      return
    }
    var merged = known
    // The order of the names in the data depends on the binary, so the smallest is used.
    merged.name = min(known.name, entry.name)
    merged.endLine = max(known.endLine, entry.endLine)
    merged.count = max(known.count, entry.count)
    merged.regions = .init(
      covered: max(known.regions.covered, entry.regions.covered),
      count: max(known.regions.count, entry.regions.count))
    files[path]?[place] = merged
  }

  /// The functions of a file in source order.
  func functions(of path: String) -> [Coverage.Function] {
    (files[RepositoryPath(path)] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
  }

  /// Removes the functions whose regions all ran.
  mutating func keepMissed() {
    files = files.mapValues { $0.filter(\.value.isMissed) }
  }

  /// Replaces mangled names by the names in the source.
  ///
  /// - Parameter workDirectory: An existing folder; a file with the symbols remains in it.
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

  /// The symbol in the profile's name of a private function: `$s3Kit4main` for
  /// `/p/Sources/Kit/A.swift:$s3Kit4main`.
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
