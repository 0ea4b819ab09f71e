import ArgumentParser
import CIModel
import FileSystem
import LocalState
import PipelineRunner
import ProcessExecution
import Reporters
import RunExchange
import RunStorage
import TerminalUI

/// Writes the pages of a run: a folder, or one file.
struct HTMLOutput {
  var templates = ReportTemplates.embedded
  /// Where stored runs say what their sources were; `nil` where that is not known.
  var state: StateFolder?
  /// What the run was brought in, which has its sources and logs.
  var bundle: RunBundle?
  var isSingleFile = false
  var isOpened = false
  /// Pages go to devtool's own folder, and where that is gets printed.
  var keepsPages = false

  /// - Parameter path: A folder, or a file that ends in `.html`; `nil` is standard output.
  /// - Returns: Why it was not written; `nil` when it was.
  func write(_ record: RunRecord, to path: String?, _ writer: ReportWriter) -> CommandFailure? {
    let store = state.map(RunStore.init)
    let marks = store?.marks(of: record.judgedRun ?? record.id)
    let root = writer.repositoryRoot
    let report = HTMLReport(
      record, sources: bundle?.sources ?? .checkout(root, marks: marks ?? [:]),
      files: bundle?.files ?? store?.folder(of: record, named: nil).map(ReportFiles.folder)
        ?? .none,
      diff: bundle.map(\.diff) ?? ReportDiff(record, in: root, writer.environment),
      lineTests: LineTests(of: record, in: bundle == nil ? state : nil), templates: templates)
    do {
      let place: HTMLReport.Place
      if let path {
        place = .named(path, root: writer.root, checkout: root)
      } else if keepsPages {
        place = .stateFolder(root: state?.root ?? writer.root)
      } else {
        try StandardOutput.write(String(decoding: report.singleFile(), as: UTF8.self), .xml)
        return nil
      }
      let page = try report.write(to: place, isSingleFile: isSingleFile)
      if path == nil { try StandardOutput.write(displayedPath(page) + "\n") }
      if isOpened,
        !openInBrowser(page.hasPrefix("/") ? page : "\(writer.root)/\(page)", writer.environment)
      {
        StandardOutput.message(
          "devtool: note: nothing here opens pages; open \(displayedPath(page))")
      }
      return nil
    } catch let error as FileError {
      return CommandFailure(
        .missingInput, "the html report was not written: \(error.description)")
    } catch {
      return error as? CommandFailure
    }
  }
}

/// Whose pages; taken by every command that writes reports.
struct TemplateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take the frame, style and scripts of html reports from this folder.", valueName: "folder"),
    completion: .directory)
  var templates: String?

  /// - Throws: Where the change, which is not trusted, could have written them.
  func read(for workspace: Workspace) throws(CommandFailure) -> ReportTemplates {
    guard let templates else { return .embedded }
    let folder = Workspace.absolute(templates)
    if workspace.trusted != nil, realPathOfExisting(folder).isInside(workspace.repositoryRoot) {
      throw CommandFailure(
        .missingInput, "\(templates) lies in the checkout, and the change is not trusted",
        help: "Name a folder outside of the checkout.")
    }
    do {
      return try ReportTemplates(folder: folder)
    } catch let error as FileError {
      throw CommandFailure(.missingInput, error.description)
    } catch {
      throw CommandFailure(.missingInput, "\(templates): \(error)")
    }
  }
}
