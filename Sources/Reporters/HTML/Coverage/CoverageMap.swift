import CIModel

/// A treemap: the area of a rectangle is the number of lines of a file or folder, its colour the
/// coverage.
struct CoverageMap {
  let context: PageContext
  let files: [Coverage.File]

  /// The maximum number of rectangles; more would leave no room for names.
  private static let mostCells = 72
  private static let width = 1_200.0

  func render() -> HTML {
    let cells = CoverageTree(files).cells(limit: Self.mostCells).filter { $0.lines.count > 0 }
      .sorted { ($1.lines.count, $0.path) < ($0.lines.count, $1.path) }
    guard cells.count > 1 else { return HTML() }
    // A few files need only a small map.
    let height = min(420, 60 + 12 * cells.count)
    let places = Treemap.places(
      of: cells.map { Double($0.lines.count) }, width: Self.width, height: Double(height))
    var html: HTML =
      "<svg class=\"map\" viewBox=\"0 0 1200 \(height)\" role=\"group\" aria-label=\"Coverage by size\">"
    for (cell, place) in zip(cells, places) { html += draw(cell, place) }
    html.markup("</svg>\n")
    return html
  }

  private func draw(_ cell: CoverageTree.Cell, _ place: Treemap.Place) -> HTML {
    let name = displayedPath(cell.path) + (cell.isFolder && cell.more == 0 ? "/" : "")
    var shape: HTML = """
      <rect class="\(style(cell.lines))" x="\(place.x.decimals(1))" y="\(place.y.decimals(1))" \
      width="\(place.width.decimals(1))" height="\(place.height.decimals(1))"><title>\(name): \
      \(cell.lines.percent) of \(counted(cell.lines.count, "line"))</title></rect>
      """
    let short = cell.more > 0 ? "\(cell.more) more" : String(name.split(separator: "/").last ?? "")
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

/// The folders and files of a package with their totals.
struct CoverageTree {
  struct Cell {
    var path: String
    var lines: Coverage.Ratio
    var isFolder: Bool
    /// The number of small files and folders that this cell combines; 0 for a single one.
    var more = 0
  }

  private final class Node {
    var lines = Coverage.Ratio(covered: 0, count: 0)
    var children: [Substring: Node] = [:]
  }

  private let root = Node()
  /// The maximum depth; deeper folders are merged.
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

  /// Expands the largest folders one after the other while there is room for their contents.
  func cells(limit: Int) -> [Cell] {
    var open: [(path: String, node: Node)] = [("", root)]
    var closed: [(path: String, node: Node)] = []
    while let index = open.indices.max(by: { open[$0].node.lines.count < open[$1].node.lines.count }
    ) {
      let (path, node) = open.remove(at: index)
      if open.isEmpty, closed.isEmpty, node.children.count > limit {
        return Self.largest(limit, path, node)
      }
      // The contents would be too small for names.
      let isCrowded =
        !(open.isEmpty && closed.isEmpty)
        && node.lines.count / max(1, node.children.count) * limit < root.lines.count
      if isCrowded || node.children.isEmpty
        || open.count + closed.count + node.children.count > limit
      {
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

  /// The contents of a wide folder: the largest entries as separate cells, the rest as one.
  private static func largest(_ limit: Int, _ path: String, _ node: Node) -> [Cell] {
    let sorted = node.children.sorted {
      ($1.value.lines.count, $0.key) < ($0.value.lines.count, $1.key)
    }
    let prefix = path.isEmpty ? "" : path + "/"
    let rest = sorted.dropFirst(limit - 1)
    var cells = sorted.prefix(limit - 1).map {
      Cell(
        path: prefix + $0.key, lines: $0.value.lines, isFolder: !$0.value.children.isEmpty)
    }
    let none = Coverage.Ratio(covered: 0, count: 0)
    cells.append(
      Cell(
        path: "\(prefix)… (\(rest.count) more)",
        lines: rest.reduce(none) { $0 + $1.value.lines }, isFolder: true, more: rest.count))
    return cells
  }
}

/// Squarified treemaps (Bruls, Huizing, van Wijk, 2000): rows are filled along the shorter side as
/// long as the rectangles become squarer.
enum Treemap {
  struct Place {
    var x, y, width, height: Double
  }

  /// - Parameter sizes: Positive numbers, the largest first.
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
