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
  /// Has the marks of the sources of stored runs; `nil` if they are not known.
  var state: StateFolder?
  /// The bundle of the run, with its sources and logs.
  var bundle: RunBundle?
  var isSingleFile = false
  var isOpened = false
  /// Write the pages to devtool's own folder, and print its path.
  var keepsPages = false

  /// - Parameter path: A folder, or a file that ends in `.html`; `nil` is standard output.
  /// - Returns: Why it was not written; `nil` when it was.
  func write(_ record: RunRecord, to path: String?, _ writer: ReportWriter) -> CommandFailure? {
    let store = state.map(RunStore.init)
    let root = writer.repositoryRoot
    let report = HTMLReport(
      record,
      sources: bundle?.sources ?? ReportSources(in: root, of: record, store, writer.environment),
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
          "devtool: note: found no way to open a browser; open \(displayedPath(page))")
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

/// The templates of the pages; an option of every command that writes reports.
struct TemplateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the frame, style and scripts of html reports from this folder.", valueName: "folder"),
    completion: .directory)
  var templates: String?

  /// - Throws: If the change, which is not trusted, could have written the templates.
  func read(for workspace: Workspace) throws(CommandFailure) -> ReportTemplates {
    guard let templates else { return .embedded }
    let folder = Workspace.absolute(templates)
    if workspace.trusted != nil, realPathOfExisting(folder).isInside(workspace.repositoryRoot) {
      throw CommandFailure(
        .missingInput, "\(templates) is in the checkout, and the change is not trusted",
        help: "Name a folder outside the checkout.")
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
