import CIModel

/// A treemap: the larger a rectangle the more lines a file or folder has, and its colour is the coverage.
struct CoverageMap {
  let context: PageContext
  let files: [Coverage.File]

  private static let mostCells = 240
  private static let width = 1_200.0
  private static let height = 420.0

  func render() -> HTML {
    let cells = CoverageTree(files).cells(limit: Self.mostCells).filter { $0.lines.count > 0 }
      .sorted { ($1.lines.count, $0.path) < ($0.lines.count, $1.path) }
    guard cells.count > 1 else { return HTML() }
    let places = Treemap.places(
      of: cells.map { Double($0.lines.count) }, width: Self.width, height: Self.height)
    var html: HTML =
      "<svg class=\"map\" viewBox=\"0 0 1200 420\" role=\"group\" aria-label=\"Coverage by size\">"
    for (cell, place) in zip(cells, places) { html += draw(cell, place) }
    html.markup("</svg>\n")
    return html
  }

  private func draw(_ cell: CoverageTree.Cell, _ place: Treemap.Place) -> HTML {
    let name = displayedPath(cell.path) + (cell.isFolder ? "/" : "")
    var shape: HTML = """
      <rect class="\(style(cell.lines))" x="\(place.x.decimals(1))" y="\(place.y.decimals(1))" \
      width="\(place.width.decimals(1))" height="\(place.height.decimals(1))"><title>\(name): \
      \(cell.lines.percent) of \(counted(cell.lines.count, "line"))</title></rect>
      """
    let short = String(name.split(separator: "/").last ?? "")
    if place.width > 52, place.height > 20 {
      let room = Int(place.width / 7) - 1
      let label = short.count > room ? String(short.prefix(max(1, room - 1))) + "…" : short
      shape +=
        "<text x=\"\((place.x + 6).decimals(1))\" y=\"\((place.y + 15).decimals(1))\">\(label)</text>"
      if place.height > 36 {
        shape +=
          "<text x=\"\((place.x + 6).decimals(1))\" y=\"\((place.y + 30).decimals(1))\">\(cell.lines.percent)</text>"
      }
    }
    guard !cell.isFolder, let link = context.links.file(cell.path) else { return shape }
    return "<a href=\"\(link)\" aria-label=\"\(name), \(cell.lines.percent)\">\(shape)</a>"
  }

  private func style(_ lines: Coverage.Ratio) -> String {
    switch lines.hundredthsOfPercent {
    case nil: "none"
    case .some(..<4_000): "s0"
    case .some(..<6_000): "s1"
    case .some(..<7_500): "s2"
    case .some(..<9_000): "s3"
    case .some: "s4"
    }
  }
}

/// The folders and files of a package, summed up.
struct CoverageTree {
  struct Cell {
    var path: String
    var lines: Coverage.Ratio
    var isFolder: Bool
  }

  private final class Node {
    var lines = Coverage.Ratio(covered: 0, count: 0)
    var children: [Substring: Node] = [:]
  }

  private let root = Node()
  /// Deeper folders are one.
  private static let depth = 24

  init(_ files: [Coverage.File]) {
    for file in files {
      var node = root
      node.lines = node.lines + file.lines
      for part in file.path.split(separator: "/").prefix(Self.depth) {
        let child = node.children[part] ?? Node()
        node.children[part] = child
        node = child
        node.lines = node.lines + file.lines
      }
    }
  }

  /// The largest folders opened, one after the other, as long as there is room for what they hold.
  func cells(limit: Int) -> [Cell] {
    var open: [(path: String, node: Node)] = [("", root)]
    var closed: [(path: String, node: Node)] = []
    while let index = open.indices.max(by: { open[$0].node.lines.count < open[$1].node.lines.count }
    ) {
      let (path, node) = open.remove(at: index)
      if node.children.isEmpty || open.count + closed.count + node.children.count > limit {
        closed.append((path, node))
        continue
      }
      for (name, child) in node.children {
        open.append((path.isEmpty ? String(name) : "\(path)/\(name)", child))
      }
    }
    return closed.map {
      Cell(path: $0.path, lines: $0.node.lines, isFolder: !$0.node.children.isEmpty)
    }
  }
}

/// Squarified treemaps (Bruls, Huizing, van Wijk, 2000): rows along the shorter side, as long as they get
/// squarer.
enum Treemap {
  struct Place {
    var x, y, width, height: Double
  }

  /// - Parameter sizes: Positive, the largest first.
  static func places(of sizes: [Double], width: Double, height: Double) -> [Place] {
    let total = sizes.reduce(0, +)
    guard total > 0 else { return [] }
    let areas = sizes.map { $0 * width * height / total }
    var places: [Place] = []
    var rest = Place(x: 0, y: 0, width: width, height: height)
    var row: [Double] = []
    for area in areas {
      let side = min(rest.width, rest.height)
      if row.isEmpty || worst(row + [area], side) <= worst(row, side) {
        row.append(area)
      } else {
        lay(row, &rest, &places)
        row = [area]
      }
    }
    lay(row, &rest, &places)
    return places
  }

  private static func worst(_ row: [Double], _ side: Double) -> Double {
    let sum = row.reduce(0, +)
    guard let least = row.min(), let most = row.max(), least > 0, sum > 0 else { return .infinity }
    return max(side * side * most / (sum * sum), sum * sum / (side * side * least))
  }

  private static func lay(_ row: [Double], _ rest: inout Place, _ places: inout [Place]) {
    let sum = row.reduce(0, +)
    let isWide = rest.width >= rest.height
    let thickness = sum / max(0.001, isWide ? rest.height : rest.width)
    var offset = 0.0
    for area in row {
      let length = area / max(0.001, thickness)
      places.append(
        isWide
          ? Place(x: rest.x, y: rest.y + offset, width: thickness, height: length)
          : Place(x: rest.x + offset, y: rest.y, width: length, height: thickness))
      offset += length
    }
    if isWide {
      rest.x += thickness
      rest.width = max(0, rest.width - thickness)
    } else {
      rest.y += thickness
      rest.height = max(0, rest.height - thickness)
    }
  }
}
