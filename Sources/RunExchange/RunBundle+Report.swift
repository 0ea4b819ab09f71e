package import CIModel
import FileSystem
import GitHistory
package import Reporters
package import RunStorage
package import SecretMasking

extension RunBundle {
  /// The sources in the bundle; the checkout is not read.
  package var sources: ReportSources {
    ReportSources { path in
      self.source(path).map { .lines(SourceLines($0.bytes), isChanged: $0.isChanged) }
        ?? .missing("the bundle does not contain it")
    }
  }

  /// The changed lines; `nil` when the bundle has none.
  package var diff: ReportDiff? {
    guard let lines, let changes = record.changes else { return nil }
    return ReportDiff(changes, added: lines.added, deleted: lines.deleted)
  }

  package var files: ReportFiles {
    ReportFiles(
      log: { self.log(of: $0).map(ReportFiles.Tail.init) }, attachment: { self.attachment($0) })
  }

  /// Writes the attachments of tests beside a report file that names them, as far as they can be
  /// written: `out/junit-attachments` beside `out/junit.xml`.
  ///
  /// - Parameters:
  ///   - path: The path of the report file; `nil` is standard output.
  ///   - format: The format of the report.
  /// - Returns: Where readers of the report find the attachments.
  package func placeAttachments(
    beside path: String?, _ format: String, write: (String, [UInt8]) throws -> Void
  ) -> TerminalStyle.Attachments {
    guard let path, ReporterRegistry.namesAttachments.contains(format) else { return .nowhere }
    let dot = path.lastIndex(of: ".").flatMap { path[$0...].contains("/") ? nil : $0 }
    let folder = "\(path[..<(dot ?? path.endIndex)])-attachments"
    let names = record.attachmentFiles.filter { name in
      attachment(name).map { bytes in (try? write("\(folder)/\(name)", bytes)) != nil } ?? false
    }
    return .folder(folder, names: Set(names))
  }
}

extension BundleContents {
  /// Adds the changed lines, if git has the commits.
  ///
  /// - Parameters:
  ///   - checkout: The absolute path of the top of the checkout.
  ///   - mask: Hides secrets in the lines.
  package mutating func addLines(
    in checkout: String, _ environment: [String: String], hiding mask: SecretMask?
  ) {
    guard let lines = ReportDiff.lines(of: record, in: checkout, environment) else { return }
    let bundled = BundledLines(added: lines.added, deleted: lines.deleted)
    add(mask?.masked(bundled) ?? bundled)
  }

  /// Adds the sources that the HTML report of the run shows.
  ///
  /// - Parameters:
  ///   - checkout: The absolute path of the top of the checkout.
  ///   - mask: Hides secrets in the sources.
  package mutating func addSources(
    in checkout: String, _ store: RunStore, _ environment: [String: String],
    hiding mask: SecretMask?
  ) {
    let sources = ReportSources(in: checkout, of: record, store, environment)
    for path in sources.paths(of: record) {
      guard case .lines(let text, let isChanged) = sources.read(path) else { continue }
      addSource(path, mask?.masked(text.bytes) ?? text.bytes, isChanged: isChanged)
    }
  }
}

extension ReportSources {
  /// The sources of a checkout, compared with those that a run saw: the measured ones, or those of
  /// its commit. A source of neither kind is changed if it was modified since the run began.
  ///
  /// - Parameters:
  ///   - checkout: The absolute path of the top of the checkout.
  ///   - store: Has the marks of the measured sources; `nil` if they are not known.
  package init(
    in checkout: String, of record: RunRecord, _ store: RunStore?, _ environment: [String: String]
  ) {
    let run = record.judgedRun ?? record.id
    var marks = store?.marks(of: run) ?? [:]
    let start = Timestamp(runID: run) ?? record.startedAt
    let sources = ReportSources.checkout(checkout, marks: marks, since: start)
    if let commit = record.checkout, !commit.isModified,
      let repository = try? GitRepository.open(containing: checkout, environment: environment)
    {
      for path in sources.paths(of: record) where marks[path] == nil {
        if case .file(let bytes) = try? repository.storedFile(path, in: commit.commit) {
          marks[path] = bytes.withUnsafeBytes { FNV1a($0).hex }
        }
      }
    }
    self = .checkout(checkout, marks: marks, since: start)
  }
}

extension ReportDiff {
  /// - Returns: `nil` when git does not have the commits of the run.
  fileprivate static func lines(
    of record: RunRecord, in checkout: String, _ environment: [String: String]
  ) -> (added: [AddedLine], deleted: [DeletedLine])? {
    record.changes.flatMap { changes in
      try? GitRepository.changedLines(of: changes, containing: checkout, environment: environment)
    }
  }

  /// The changes of a run's files; `nil` when git does not have its commits.
  ///
  /// - Parameter checkout: The absolute path of the top of the checkout.
  package init?(_ record: RunRecord, in checkout: String, _ environment: [String: String]) {
    guard let changes = record.changes,
      let lines = ReportDiff.lines(of: record, in: checkout, environment)
    else { return nil }
    self.init(changes, added: lines.added, deleted: lines.deleted)
  }
}
