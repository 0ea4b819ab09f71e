import CIModel
import FileSystem

/// The parts of the pages that are the same in every report; the files are in `templates/report`.
package struct ReportTemplates: Sendable {
  /// The frame of a page.
  var page: PageTemplate
  var style: String
  /// The scripts, in the order of `scriptNames`.
  var scripts: [String]

  /// The scripts of `templates/report`, in the order in which they run.
  static let scriptNames = ["report.js", "tables.js", "tests.js", "attachments.js"]

  /// All scripts as one.
  var script: String { scripts.joined(separator: "\n") }

  /// The templates that are embedded in the program.
  package static let embedded = ReportTemplates(
    page: embeddedPage, style: EmbeddedTemplates.style,
    scripts: [
      EmbeddedTemplates.script, EmbeddedTemplates.tables, EmbeddedTemplates.tests,
      EmbeddedTemplates.attachments,
    ])

  private static var embeddedPage: PageTemplate {
    // A test guarantees that the embedded page is valid.
    (try? PageTemplate(EmbeddedTemplates.page)) ?? PageTemplate(pieces: [.slot(.content)])
  }

  /// The content security policy of a page in a folder: it may load only the report's style and
  /// scripts.
  var folderPolicy: String { Self.policy(style: "'self'", script: "'self'") }

  /// The content security policy of a page that contains style and scripts.
  var singleFilePolicy: String {
    Self.policy(style: Self.digest(style), script: Self.digest(script))
  }

  private static func policy(style: String, script: String) -> String {
    "default-src 'none'; style-src \(style); script-src \(script); img-src 'self' data:; "
      + "base-uri 'none'; form-action 'none'"
  }

  /// A `hash-source` of CSP Level 3, section 2.3.1.
  private static func digest(_ text: String) -> String {
    var hash = SHA256()
    hash.update(text)
    return "'sha256-\(Base64.encode(hash.bytes))'"
  }
}

/// The frame of a page: markup with named slots, such as `{{content}}`.
struct PageTemplate: Sendable {
  enum Slot: String, CaseIterable, Sendable {
    case content, footer, navigation, policy, script, style, title
  }

  enum Piece: Sendable {
    case markup(String)
    case slot(Slot)
  }

  var pieces: [Piece]

  init(pieces: [Piece]) { self.pieces = pieces }

  /// - Throws: When a slot is unknown or missing.
  init(_ text: String) throws(TemplateError) {
    pieces = []
    var rest = text[...]
    var missing = Set(Slot.allCases)
    while let start = rest.firstRange(of: "{{") {
      pieces.append(.markup(String(rest[..<start.lowerBound])))
      guard let end = rest[start.upperBound...].firstRange(of: "}}") else {
        throw .unknownSlot(String(rest[start.upperBound...].prefix(20)))
      }
      let name = String(rest[start.upperBound..<end.lowerBound])
      guard let slot = Slot(rawValue: name) else { throw .unknownSlot(name) }
      pieces.append(.slot(slot))
      missing.remove(slot)
      rest = rest[end.upperBound...]
    }
    pieces.append(.markup(String(rest)))
    if let first = missing.map(\.rawValue).min() { throw .missingSlot(first) }
  }
}

package enum TemplateError: Error, Hashable, CustomStringConvertible {
  case unknownSlot(String)
  case missingSlot(String)

  package var description: String {
    switch self {
    case .unknownSlot(let name):
      "'{{\(name)}}' is not a slot; the slots are "
        + PageTemplate.Slot.allCases.map { "{{\($0.rawValue)}}" }.joined(separator: ", ")
    case .missingSlot(let name): "the slot {{\(name)}} is missing"
    }
  }
}
