/// A page: the frame of a template with the contents of its slots.
struct PageFrame {
  private let template: PageTemplate
  private var contents: [PageTemplate.Slot: [UInt8]] = [:]

  init(_ templates: ReportTemplates, policy: String, title: String) {
    template = templates.page
    fill(.policy, "\(policy)")
    fill(.title, "\(title)")
  }

  mutating func fill(_ slot: PageTemplate.Slot, _ content: HTML) { contents[slot] = content.bytes }

  /// Fills a slot with trusted bytes, such as the script of the templates.
  mutating func fill(_ slot: PageTemplate.Slot, bytes: [UInt8]) { contents[slot] = bytes }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(contents.values.reduce(4_096) { $0 + $1.count })
    for piece in template.pieces {
      switch piece {
      case .markup(let markup): bytes += markup.utf8
      case .slot(let slot): bytes += contents[slot] ?? []
      }
    }
    return bytes
  }
}
