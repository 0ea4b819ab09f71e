import CIModel
import FileSystem

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
    // It is not known for which package of the repository the other tool measured.
    inputs.packageRoot = inputs.repositoryRoot
    var assembler = CoverageAssembler(inputs, combine: { $0.addingSaturating($1) })
    var paths = ReportedPaths(repositoryRoot: inputs.repositoryRoot, root: self.inputs.packageRoot)
    for source in sources {
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
          assembler.add(measured.at(paths.resolve(measured.path)))
          forget(offset)
        }
      case .cobertura:
        try CoberturaReader.read(file.bytes, name: name) {
          measured, folders, offset throws(CoverageError) in
          assembler.add(measured.at(paths.resolve(measured.path, in: folders)))
          forget(offset)
        }
      case .llvmJSON:
        do throws(CoverageError) {
          try ExportScanner.scan(file.bytes, progress: forget) { exported in
            assembler.add(MeasuredFile(exported).at(paths.resolve(exported.path)))
          }
        } catch .malformedExport(let offset) {
          throw .malformedJSON(file: name, byteOffset: offset)
        }
      }
    }
    var notes: [String] = []
    if let moved = paths.moved {
      notes.append("paths below \(moved) were mapped to this checkout")
    }
    return CollectedCoverage(
      coverage: try assembler.coverage(), unmatchedGlobs: assembler.unmatchedGlobs,
      findings: assembler.findings, toolWarnings: notes)
  }
}

extension MeasuredFile {
  fileprivate func at(_ path: String) -> MeasuredFile {
    var file = self
    file.path = path
    return file
  }
}

/// Finds the files of a checkout for the paths in a report, whatever folder it was written in.
struct ReportedPaths {
  private let repositoryRoot: String
  private let root: String
  private let prefixes: [String]
  /// The folder on another machine that corresponds to the repository root, with a trailing `/`.
  private(set) var moved: String?

  init(repositoryRoot: String, root: String) {
    self.repositoryRoot = repositoryRoot
    self.root = root
    prefixes = [repositoryRoot, realPathOfExisting(repositoryRoot)].map { $0 + "/" }
  }

  /// The absolute path of a file; an absolute path without a file in the checkout stays unchanged.
  /// - Parameter folders: Further folders that a relative path may be relative to.
  mutating func resolve(_ path: String, in folders: [String] = []) -> String {
    if path.hasPrefix("/") { return resolveAbsolute(path) }
    let relative = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    for folder in [root, repositoryRoot] where isFile("\(folder)/\(relative)") {
      return "\(folder)/\(relative)"
    }
    for folder in folders where folder.hasPrefix("/") {
      let found = resolveAbsolute(
        folder.hasSuffix("/") ? folder + relative : "\(folder)/\(relative)")
      if prefixes.contains(where: found.hasPrefix) { return found }
    }
    for folder in folders where isFile("\(repositoryRoot)/\(folder)/\(relative)") {
      return "\(repositoryRoot)/\(folder)/\(relative)"
    }
    return "\(repositoryRoot)/\(relative)"
  }

  private mutating func resolveAbsolute(_ path: String) -> String {
    if prefixes.contains(where: path.hasPrefix) { return path }
    if let moved, path.hasPrefix(moved) {
      return "\(repositoryRoot)/\(path.dropFirst(moved.count))"
    }
    // The longest suffix of the path that is a file here; a file name alone is not sufficient.
    var rest = path.dropFirst()
    while let slash = rest.firstIndex(of: "/") {
      if rest.contains("/"), isFile("\(repositoryRoot)/\(rest)") {
        moved = String(path.dropLast(rest.count))
        return "\(repositoryRoot)/\(rest)"
      }
      rest = rest[rest.index(after: slash)...]
    }
    return path
  }
}
