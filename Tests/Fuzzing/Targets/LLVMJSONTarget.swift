@testable import CoverageData

/// Scans what `llvm-cov export` prints.
let llvmJSONTarget = FuzzTarget(name: "llvm-json") { input throws(Contradiction) in
  let first = scan(input)
  try expect(scan(input) == first, "the second scan says something else")
  let without = Result { () throws(CoverageError) in
    var files: [ExportedFile] = []
    try ExportScanner.scan(input) { files.append($0) }
    return files
  }
  // What is passed over without functions has to be JSON, too, but not a function.
  if case .success(let export) = first {
    try expect(without == .success(export.files), "the files depend on whether functions are read")
    try checkMeasured(export.files.map { MeasuredFile($0) })
  }
}

private struct Export: Hashable {
  var files: [ExportedFile] = []
  var functions: [[String]] = []
}

private func scan(_ bytes: UnsafeRawBufferPointer) -> Result<Export, CoverageError> {
  Result { () throws(CoverageError) in
    var export = Export()
    var lists = FunctionLists()
    var paths: [String] = []
    try ExportScanner.scan(
      bytes,
      function: { function in
        lists.add(function)
        paths.append(function.path)
      }, file: { export.files.append($0) })
    export.functions = paths.map { path in
      lists.functions(of: path).map { "\($0)" }
    }
    return export
  }
}
