import CIModel

/// The address of a page or of an element in it, relative to the linking page.
///
/// It consists of constant text and of names from `PageNames`, never of a path.
struct PageLink: Hashable, Sendable {
  let address: String

  fileprivate init(_ address: String) { self.address = address }
}

/// The links between the pages of a report.
struct PageLinks: Sendable {
  /// Whether all pages are parts of one file.
  var isSingleFile: Bool
  /// Whether the linking page is in a subfolder of the report.
  var isBelow = false
  /// The names of the pages of source files.
  var filePages: [RepositoryPath: String]
  /// The line counts of sources that may have been edited since the run; links to later lines are
  /// omitted.
  var lineCounts: [RepositoryPath: Int] = [:]

  func page(_ page: ReportPage) -> PageLink {
    PageLink(isSingleFile ? "#\(page.rawValue)" : top + page.fileName)
  }

  /// - Parameter mark: An `id` that devtool generated.
  func place(_ mark: String, on page: ReportPage) -> PageLink {
    PageLink(isSingleFile ? "#\(mark)" : "\(top)\(page.fileName)#\(mark)")
  }

  func asset(_ name: String) -> PageLink { PageLink("\(top)assets/\(name)") }

  /// The link to the page of a source; `nil` when it has none.
  ///
  /// - Parameter line: 1-based.
  func file(_ path: String, line: Int? = nil) -> PageLink? {
    let path = RepositoryPath(path)
    guard let name = filePages[path] else { return nil }
    let line = line.flatMap { $0 > lineCounts[path] ?? .max ? nil : $0 }
    if isSingleFile { return PageLink("#" + (line.map { "\(name)-L\($0)" } ?? name)) }
    return PageLink("\(top)files/\(name).html" + (line.map { "#L\($0)" } ?? ""))
  }

  /// The file names of step logs beside the pages, by step id.
  var logs: [String: String] = [:]

  func log(of step: String) -> PageLink? {
    logs[step].map { PageLink("\(top)logs/\($0)") }
  }

  /// The attachments that can be shown, by file name.
  var attachments: [String: AttachmentPlace] = [:]

  /// The address of an attachment; `nil` when it has none, or is embedded as text.
  func attachment(_ name: String, _ type: TestAttachment.ContentType) -> PageLink? {
    switch attachments[name] {
    case .file: PageLink("\(top)attachments/\(name)")
    case .embedded(let base64): PageLink("data:\(type.rawValue);base64,\(base64)")
    case .text, nil: nil
    }
  }

  private var top: String { isBelow ? "../" : "" }
}

extension HTML {
  /// A link to another site, without a referrer; only the words when there is no address.
  static func link(_ words: HTML, to address: WebAddress?) -> HTML {
    guard let address else { return words }
    return "<a href=\"\(address)\" rel=\"noreferrer\">\(words)</a>"
  }
}

/// The pages of a report, except those of source files, in the order of the navigation.
enum ReportPage: String, CaseIterable, Sendable {
  case overview, tests, coverage, warnings, findings, changes

  var fileName: String { self == .overview ? "index.html" : "\(rawValue).html" }

  var title: String {
    switch self {
    case .overview: "Overview"
    case .tests: "Tests"
    case .coverage: "Coverage"
    case .warnings: "Warnings"
    case .findings: "Findings"
    case .changes: "Changes"
    }
  }
}
