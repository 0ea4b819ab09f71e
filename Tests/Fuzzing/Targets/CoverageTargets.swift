import CIModel

@testable import CoverageData

/// Reads an LCOV tracefile.
let lcovTarget = FuzzTarget(name: "lcov") { input throws(Contradiction) in
  let first = readLCOV(input)
  try expect(readLCOV(input) == first, "the second reading says something else")
  if case .success(let files) = first { try checkMeasured(files) }
}

/// Reads a Cobertura report.
let coberturaTarget = FuzzTarget(name: "cobertura") { input throws(Contradiction) in
  let first = readCobertura(input)
  try expect(readCobertura(input) == first, "the second reading says something else")
  if case .success(let files) = first { try checkMeasured(files) }
}

private func readLCOV(
  _ bytes: UnsafeRawBufferPointer
) -> Result<[MeasuredFile], CoverageError> {
  Result { () throws(CoverageError) in
    var files: [MeasuredFile] = []
    try LCOVReader.read(bytes, name: "input") { file, _ in files.append(file) }
    return files
  }
}

private func readCobertura(
  _ bytes: UnsafeRawBufferPointer
) -> Result<[MeasuredFile], CoverageError> {
  Result { () throws(CoverageError) in
    var files: [MeasuredFile] = []
    try CoberturaReader.read(bytes, name: "input") { file, _, _ in files.append(file) }
    return files
  }
}

/// Lines ascend, ratios are not above one, and files can be merged with themselves.
func checkMeasured(_ files: [MeasuredFile]) throws(Contradiction) {
  for file in files {
    try expect(
      zip(file.partialLines, file.partialLines.dropFirst()).allSatisfy { $0 < $1 },
      "partial lines do not ascend")
    for ratio in [file.functions, file.regions] {
      try expect(
        ratio.covered <= ratio.count && ratio.covered >= 0, "more is covered than there is")
    }
    for line in file.partialLines {
      try expect(file.hits[line] ?? 0 > 0, "a line that did not run is partial")
    }
    let merged = file.hits.merging(file.hits) { $0.addingSaturating($1) }
    try expect(
      merged.lastLine == file.hits.lastLine, "merging a file with itself changes its lines")
  }
}
