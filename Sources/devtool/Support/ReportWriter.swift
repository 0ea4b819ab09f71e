import CIModel
import PipelineConfig
import PipelineRunner
import Reporters

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes the reports of a run where they were asked for.
struct ReportWriter {
  var workspace: Workspace
  var environment: [String: String]

  /// Files first, then standard output, so that the terminal report stands last on the screen.
  ///
  /// - Returns: the reports that were written, and why the others were not.
  func write(
    _ record: RunRecord, _ requests: [ReportRequest]
  ) -> (written: [RunRecord.WrittenReport], failures: [CommandFailure]) {
    var record = record
    record.reports = requests.map { .init(format: $0.format, path: $0.path) }
    var failures: [CommandFailure] = []
    for request in requests.filter({ $0.path != nil }) + requests.filter({ $0.path == nil }) {
      do throws(CommandFailure) {
        try write(record, request)
      } catch {
        record.reports.removeAll { $0.format == request.format && $0.path == request.path }
        failures.append(error)
      }
    }
    return (record.reports, failures)
  }

  private func write(_ record: RunRecord, _ request: ReportRequest) throws(CommandFailure) {
    guard let reporter = ReporterRegistry.reporter(named: request.format) else {
      throw CommandFailure(.internalError, "there is no report format '\(request.format)'")
    }
    guard let path = request.path else {
      try StandardOutput.write(reporter.render(record, style: .standardOutput(environment)))
      return
    }
    let file = path.hasPrefix("/") ? path : "\(workspace.root)/\(path)"
    do throws(StorageError) {
      try makeParentFolders(of: file)
      try writeFile(file, Array(reporter.render(record, style: .file).utf8))
    } catch {
      throw CommandFailure(
        .missingInput, "the \(request.format) report was not written: \(error.description)")
    }
  }

  private func makeParentFolders(of file: String) throws(StorageError) {
    var index = file.index(after: file.startIndex)
    while let slash = file[index...].firstIndex(of: "/") {
      let folder = String(file[..<slash])
      if mkdir(folder, 0o777) != 0, errno != EEXIST {
        throw StorageError("make the folder", folder)
      }
      index = file.index(after: slash)
    }
  }
}
