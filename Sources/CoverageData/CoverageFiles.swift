import CIModel
import FileSystem
import LocalState

/// Reads coverage that other tools measured, from one file or several files that are merged.
///
/// Each file is mapped into memory and read once; pages are released while reading, so that memory
/// use grows with the measured sources and not with the size of the report.
package struct CoverageFiles {
  package enum Format: String, Hashable, Sendable {
    case lcov
    case cobertura
    case llvmJSON
  }

  package struct Source: Hashable, Sendable {
    package var format: Format
    /// The absolute path.
    package var path: String

    package init(_ format: Format, _ path: String) {
      self.format = format
      self.path = path
    }
  }

  private let inputs: CoverageInputs

  /// - Parameter inputs: The roots and the policy; profiles and objects are not used.
  package init(_ inputs: CoverageInputs) {
    self.inputs = inputs
  }

  package func read(_ sources: [Source]) throws(CoverageError) -> CollectedCoverage {
    var inputs = inputs
    if sources.contains(where: { $0.format == .lcov }) { try refuseLineEnds(inputs) }
    // It is not known for which package of the repository the other tool measured.
    inputs.packageRoot = inputs.repositoryRoot
    var assembler = CoverageAssembler(inputs, combine: { $0.addingSaturating($1) })
    var paths = ReportedPaths(repositoryRoot: inputs.repositoryRoot, root: self.inputs.packageRoot)
    // Which folder of another machine is this checkout is known when all paths are.
    var undecided: [(file: MeasuredFile, folders: [String])] = []
    func add(_ file: MeasuredFile, in folders: [String]) {
      if paths.note(file.path, in: folders) {
        undecided.append((file, folders))
      } else {
        assembler.add(file.at(paths.resolve(file.path, in: folders)))
      }
    }
    for source in sources { try read(source, file: add) }
    for (file, folders) in undecided {
      assembler.add(file.at(paths.resolve(file.path, in: folders)))
    }
    if let problem = paths.problem { throw problem }
    let notes = paths.moved.sorted().map {
      "paths below \($0.text) were mapped to this checkout"
    }
    return CollectedCoverage(
      coverage: try assembler.coverage(), unmatchedGlobs: assembler.unmatchedGlobs,
      findings: assembler.findings, toolWarnings: notes)
  }

  /// Tools write names into a tracefile as they are, so that a name can contain a record.
  private func refuseLineEnds(_ inputs: CoverageInputs) throws(CoverageError) {
    let root = realPathOfExisting(inputs.checkout ?? inputs.repositoryRoot)
    let path = TrackedFiles.path(in: root) { path in
      // A line of a tracefile can end with CR LF. The Finder of macOS writes files named `Icon\r`.
      path.utf8.contains(UInt8(ascii: "\n"))
        || path.utf8.last == UInt8(ascii: "\r") && path.lastPathName != "Icon\r"
    }
    if let path { throw .lineEndInPath(path) }
  }

  /// - Parameter body: Called with each file, and the folders to which its path may be relative.
  private func read(
    _ source: Source, file body: (MeasuredFile, [String]) -> Void
  ) throws(CoverageError) {
    let file = try WorkFiles.map(source.path, from: .commandLine)
    let name = source.path
    // Memory is released in pieces of this size.
    let piece = 4 << 20
    var forgotten = 0
    func forget(_ offset: Int) {
      if offset - forgotten >= piece {
        file.forget(upTo: offset)
        forgotten = offset
      }
    }
    switch source.format {
    case .lcov:
      try LCOVReader.read(file.bytes, name: name) { measured, offset throws(CoverageError) in
        body(measured, [])
        forget(offset)
      }
    case .cobertura:
      try CoberturaReader.read(file.bytes, name: name) {
        measured, folders, offset throws(CoverageError) in
        body(measured, folders)
        forget(offset)
      }
    case .llvmJSON:
      do throws(CoverageError) {
        try ExportScanner.scan(file.bytes, progress: forget) { exported in
          body(MeasuredFile(exported), [])
        }
      } catch .malformedExport(let offset) {
        throw .malformedJSON(file: name, byteOffset: offset)
      }
    }
  }
}

extension MeasuredFile {
  fileprivate func at(_ path: String) -> MeasuredFile {
    var file = self
    file.path = path
    return file
  }
}
