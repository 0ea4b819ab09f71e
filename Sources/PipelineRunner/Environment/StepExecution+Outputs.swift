import CIModel
import FileSystem
import PipelineConfig

extension StepExecution {
  /// Maximum size of a step's outputs in bytes.
  private static let largestOutputs = 1 << 20

  /// Reads the outputs that the commands wrote for later steps; outputs that are unreadable or
  /// invalid fail a step that passed.
  mutating func readOutputs(of session: StepSession) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try session.run.services.outputFiles.giveBack(
        session.outputPath, isReleased: !session.step.detaches, limit: Self.largestOutputs + 1)
    } catch {
      refuseOutputs("its outputs cannot be read: \(error)")
      return
    }
    if bytes.isEmpty { return }
    guard bytes.count <= Self.largestOutputs, let text = String(validating: bytes, as: UTF8.self)
    else {
      refuseOutputs("its outputs are larger than 1 MiB or not UTF-8")
      return
    }
    do throws(AssignmentFile.Failure) {
      outputs = try AssignmentFile(text).values
    } catch {
      refuseOutputs(error.description)
      return
    }
    if !outputs.isEmpty { result.outputs = outputs }
  }

  private mutating func refuseOutputs(_ reason: String) {
    guard result.status == .passed else {
      notes.append("Step \(result.id): \(reason).")
      return
    }
    result.status = .failed
    result.reason = reason
  }

  /// Adds the step's artifacts to its result, and an observation for each glob without a match.
  mutating func look(for artifacts: Artifacts, in root: String) {
    let hasPassed = result.status == .passed || result.status == .warned
    switch artifacts.condition {
    case .always: break
    case .success: guard hasPassed else { return }
    case .failure: guard !hasPassed else { return }
    }
    let step = result.id
    let reports = artifacts.reports.compactMap { report in
      report.path.map { MissingArtifact(step: step, glob: $0, reportFormat: report.format) }
    }
    for wanted in artifacts.globs.map({ MissingArtifact(step: step, glob: $0) }) + reports {
      let files = FileSearch.files(matching: [wanted.glob], in: root)
      if files.isEmpty, hasPassed { observations.append(.missingArtifact(wanted)) }
      let known = Set(result.artifacts ?? [])
      result.artifacts = (result.artifacts ?? []) + files.filter { !known.contains($0) }
    }
  }
}
