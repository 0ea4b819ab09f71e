package import CIModel
import FileSystem
package import SwiftPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The data that is stored with a merged profile so that it can be read again: to list functions,
/// or to merge it with measurements of other machines.
package struct StoredMeasurement: Codable, Hashable, Sendable {
  package static let schemaName = "devtool.coverage-inputs/1"
  /// The names of both files in a folder.
  package static let profileName = "coverage.profdata"
  package static let fileName = "inputs.json"
  /// The digest of a source that was edited since the build; it equals that of no content.
  private static let unknownContent = "edited"

  package var schema = StoredMeasurement.schemaName
  /// Absolute paths of the measured binaries on the machine that measured.
  package var objects: [String]
  /// Absolute path on the machine that measured.
  package var repositoryRoot: String
  package var packageRoot: String
  package var targets: [PackageTarget]?
  package var isPartial: Bool
  package var isSelection: Bool
  /// Digests of the built content of the counted sources, by path relative to the repository root.
  package var sources: [String: String]?

  /// - Parameter coverage: The measured coverage.
  init(_ inputs: CoverageInputs, _ coverage: Coverage) {
    objects = inputs.objects
    // Resolved paths, as the compiler receives them.
    repositoryRoot = realPathOfExisting(inputs.repositoryRoot)
    packageRoot = realPathOfExisting(inputs.packageRoot)
    targets = inputs.targets
    isPartial = inputs.isPartial
    isSelection = inputs.isSelection
    let checkout = inputs.checkout ?? inputs.repositoryRoot
    var sources: [String: String] = [:]
    for file in coverage.files {
      sources[file.path] =
        inputs.edited.contains(file.path)
        ? StoredMeasurement.unknownContent : WorkFiles.mark(of: "\(checkout)/\(file.path)")
    }
    self.sources = sources
  }

  /// The inputs for reading the measurement again.
  ///
  /// - Parameter folder: The folder of the profile.
  package func inputs(in folder: String, _ policy: CoveragePolicy) -> CoverageInputs {
    CoverageInputs(
      profiles: ["\(folder)/\(StoredMeasurement.profileName)"], objects: objects,
      repositoryRoot: repositoryRoot, packageRoot: packageRoot, targets: targets,
      isPartial: isPartial, isSelection: isSelection, policy: policy)
  }

  /// Reads the file that `write` wrote; `nil` when the folder does not contain one.
  package static func read(in folder: String) throws(CoverageError) -> StoredMeasurement? {
    let path = "\(folder)/\(fileName)"
    guard isFile(path) else { return nil }
    do {
      let stored = try JSONDecoder().decode(
        StoredMeasurement.self, from: Data(try readFile(path)))
      guard stored.schema == schemaName else {
        throw CoverageError.fileFailed(path: path, message: "its schema is not \(schemaName)")
      }
      return stored
    } catch let error as CoverageError {
      throw error
    } catch let error as FileError {
      throw CoverageError(error)
    } catch {
      throw .fileFailed(path: path, message: "not readable: \(error)")
    }
  }

  func write(in folder: String) throws(CoverageError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let path = "\(folder)/\(StoredMeasurement.fileName)"
    let bytes: [UInt8]
    do {
      bytes = Array(try encoder.encode(self))
    } catch {
      throw .fileFailed(path: path, message: "\(error)")
    }
    try WorkFiles.write(bytes, to: path)
  }
}
