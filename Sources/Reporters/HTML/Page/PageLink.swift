import CIModel

/// The address of a page or of a place in one, seen from the page that it stands in.
///
/// It is made of our own words and of names that `PageNames` derived, never of a path.
struct PageLink: Hashable, Sendable {
  let address: String

  fileprivate init(_ address: String) { self.address = address }
}

/// How the pages of a report find each other.
struct PageLinks: Sendable {
  /// All pages are parts of one file.
  var isSingleFile: Bool
  /// The page that links lies in a folder of the report.
  var isBelow = false
  /// The names of the pages that files have.
  var filePages: [RepositoryPath: String]
  /// The lines of the sources that may have been edited since the run; a line behind the last is no place.
  var lineCounts: [RepositoryPath: Int] = [:]

  func page(_ page: ReportPage) -> PageLink {
    PageLink(isSingleFile ? "#\(page.rawValue)" : top + page.fileName)
  }

  /// - Parameter mark: An `id` of ours.
  func place(_ mark: String, on page: ReportPage) -> PageLink {
    PageLink(isSingleFile ? "#\(mark)" : "\(top)\(page.fileName)#\(mark)")
  }

  func asset(_ name: String) -> PageLink { PageLink("\(top)assets/\(name)") }

  /// The page of a source; `nil` when it has none.
  ///
  /// - Parameter line: 1-based.
  func file(_ path: String, line: Int? = nil) -> PageLink? {
    let path = RepositoryPath(path)
    guard let name = filePages[path] else { return nil }
    let line = line.flatMap { $0 > lineCounts[path] ?? .max ? nil : $0 }
    if isSingleFile { return PageLink("#" + (line.map { "\(name)-L\($0)" } ?? name)) }
    return PageLink("\(top)files/\(name).html" + (line.map { "#L\($0)" } ?? ""))
  }

  /// Steps whose logs lie beside the pages, with the names of the files.
  var logs: [String: String] = [:]

  func log(of step: String) -> PageLink? {
    logs[step].map { PageLink("\(top)logs/\($0)") }
  }

  /// The attachments that can be shown, by the names of their files.
  var attachments: [String: AttachmentPlace] = [:]

  /// The address of an attachment; `nil` when it has none, or stands in the page as text.
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
  /// A link to another site, which is not told where its reader comes from; the words alone without an address.
  static func link(_ words: HTML, to address: WebAddress?) -> HTML {
    guard let address else { return words }
    return "<a href=\"\(address)\" rel=\"noreferrer\">\(words)</a>"
  }
}

/// The pages of a report beside those of the files, in the order of the navigation.
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
