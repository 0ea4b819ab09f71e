internal import CIModel
internal import YAMLDocument

/// Reads the `matrix` of a step.
///
/// Each key is an axis with a list of values, and every combination of values is a cell. `exclude`
/// lists values whose cells are left out; `include` lists whole cells to add.
struct MatrixReader {
  /// The name of the step in messages.
  let step: String

  /// Maximum number of cells; more are reported as a mistake.
  private static let maximumCells = 256

  private struct Axis {
    var name: String
    var values: [String]
  }

  /// A value in an entry of `include` or `exclude`.
  private struct Written {
    var value: MatrixCell.Value
    var axisRange: SourceRange
    var range: SourceRange
  }

  /// The cells; `nil` when something is invalid, which has been reported.
  /// - Parameter range: The place of the key.
  func cells(_ node: Node, at range: SourceRange, _ checker: inout Checker) -> [MatrixCell]? {
    guard case .mapping(let entries) = node.content else {
      checker.report(
        "'matrix' of step '\(step)' must be a mapping, not \(description(of: node))",
        help: "for example `matrix: { configuration: [debug, release] }`", at: node.range)
      return nil
    }
    let before = checker.problems.count
    var axes: [Axis] = []
    for entry in entries where entry.key != "include" && entry.key != "exclude" {
      if let axis = axis(entry, &checker) { axes.append(axis) }
    }
    var included: [MatrixCell] = []
    for node in list(of: "include", entries, &checker) {
      guard let values = values(node, in: "include", &checker) else { continue }
      if axes.isEmpty { axes = values.map { Axis(name: $0.value.axis, values: []) } }
      if let cell = wholeCell(values, axes, node.range, &checker) {
        if included.contains(cell) {
          checker.report(
            "'include' lists a cell twice", help: "keep one of the two", at: node.range)
        }
        included.append(cell)
      }
    }
    if axes.isEmpty, checker.problems.count == before {
      checker.report(
        "'matrix' of step '\(step)' has no axis",
        help: "for example `matrix: { configuration: [debug, release] }`", at: range)
    }
    guard checker.problems.count == before, var cells = product(axes, range, &checker) else {
      return nil
    }
    for node in list(of: "exclude", entries, &checker) {
      exclude(node, from: &cells, axes, &checker)
    }
    for cell in included where !cells.contains(cell) { cells.append(cell) }
    if cells.isEmpty, checker.problems.count == before {
      checker.report(
        "'exclude' removes every cell of the matrix of step '\(step)'",
        help: "remove an entry of 'exclude', or the step", at: range)
    }
    return checker.problems.count == before ? cells : nil
  }

  private func axis(_ entry: Entry, _ checker: inout Checker) -> Axis? {
    guard checker.checkAxis(entry.key, entry.keyRange) else { return nil }
    var nodes = [entry.value]
    if case .sequence(let list) = entry.value.content { nodes = list }
    var values: [String] = []
    for node in nodes {
      guard let text = value(node, of: entry.key, &checker) else { return nil }
      if values.contains(text) {
        checker.report(
          "'\(shortened(text))' is listed twice in '\(entry.key)'", help: "keep one of the two",
          at: node.range)
      }
      values.append(text)
    }
    if values.isEmpty {
      checker.report(
        "'\(entry.key)' of 'matrix' is an empty list",
        help: "list its values: `\(entry.key): [debug, release]`", at: entry.keyRange)
      return nil
    }
    return Axis(name: entry.key, values: values)
  }

  private func value(_ node: Node, of axis: String, _ checker: inout Checker) -> String? {
    guard case .scalar(let scalar) = node.content, !scalar.isNull else {
      if node.content != .unresolved {
        checker.report(
          "a value of '\(axis)' must be text, not \(description(of: node))",
          help: "for example `\(axis): [debug, release]`", at: node.range)
      }
      return nil
    }
    let isPlain = !scalar.text.unicodeScalars.contains {
      "[],".unicodeScalars.contains($0) || $0.properties.generalCategory == .control
    }
    if scalar.text.allSatisfy(\.isWhitespace) || !isPlain {
      checker.report(
        "'\(shortened(scalar.text))' cannot be a value of a matrix",
        help: "remove ',', '[', ']' and line breaks: values are part of a cell's name",
        at: node.range)
      return nil
    }
    return scalar.text
  }

  private func list(
    of key: String, _ entries: [Entry], _ checker: inout Checker
  ) -> [Node] {
    guard let entry = entries.first(where: { $0.key == key }) else { return [] }
    switch entry.value.content {
    case .sequence(let nodes): return nodes
    case .mapping: return [entry.value]
    case .unresolved: return []
    case .scalar:
      checker.report(
        "'\(key)' of 'matrix' must be a list of mappings, not \(description(of: entry.value))",
        help: "for example `\(key): [{ configuration: release }]`", at: entry.value.range)
      return []
    }
  }

  private func values(
    _ node: Node, in key: String, _ checker: inout Checker
  ) -> [Written]? {
    guard case .mapping(let entries) = node.content, !entries.isEmpty else {
      checker.report(
        "an entry of '\(key)' must be a mapping with values, not \(description(of: node))",
        help: "for example `\(key): [{ configuration: release }]`", at: node.range)
      return nil
    }
    var values: [Written] = []
    for entry in entries {
      guard checker.checkAxis(entry.key, entry.keyRange),
        let text = value(entry.value, of: entry.key, &checker)
      else { return nil }
      values.append(
        Written(
          value: MatrixCell.Value(entry.key, text), axisRange: entry.keyRange,
          range: entry.value.range))
    }
    return values
  }

  private func wholeCell(
    _ values: [Written], _ axes: [Axis], _ range: SourceRange, _ checker: inout Checker
  ) -> MatrixCell? {
    let names = axes.map(\.name)
    if let extra = values.first(where: { !names.contains($0.value.axis) }) {
      reportUnknown(extra, among: names, &checker)
      return nil
    }
    if let missing = names.first(where: { name in !values.contains { $0.value.axis == name } }) {
      checker.report(
        "an entry of 'include' must be a whole cell, but this one has no '\(missing)'",
        help: "give it a value for each of \(names.joined(separator: ", "))", at: range)
      return nil
    }
    return MatrixCell(names.compactMap { name in values.first { $0.value.axis == name }?.value })
  }

  private func product(
    _ axes: [Axis], _ range: SourceRange, _ checker: inout Checker
  ) -> [MatrixCell]? {
    guard axes.allSatisfy({ !$0.values.isEmpty }) else { return [] }
    var cells = [MatrixCell([])]
    for axis in axes {
      guard cells.count * axis.values.count <= Self.maximumCells else {
        checker.report(
          "the matrix of step '\(step)' has more than \(Self.maximumCells) cells",
          help: "remove values, or split the step", at: range)
        return nil
      }
      cells = cells.flatMap { cell in
        axis.values.map { MatrixCell(cell.values + [MatrixCell.Value(axis.name, $0)]) }
      }
    }
    return cells
  }

  private func exclude(
    _ node: Node, from cells: inout [MatrixCell], _ axes: [Axis], _ checker: inout Checker
  ) {
    guard let values = values(node, in: "exclude", &checker) else { return }
    for written in values {
      guard let axis = axes.first(where: { $0.name == written.value.axis }) else {
        reportUnknown(written, among: axes.map(\.name), &checker)
        return
      }
      guard axis.values.contains(written.value.text) else {
        checker.report(
          "'\(axis.name)' is never '\(shortened(written.value.text))', so this excludes nothing",
          help: help(for: written.value.text, among: axis.values), at: written.range)
        return
      }
    }
    cells.removeAll { $0.has(values.map(\.value)) }
  }

  private func reportUnknown(
    _ written: Written, among names: [String], _ checker: inout Checker
  ) {
    checker.report(
      "the matrix has no axis '\(written.value.axis)'",
      help: help(for: written.value.axis, among: names), at: written.axisRange)
  }

  private func help(for name: String, among names: [String]) -> String {
    nearestSpelling(of: name, among: names).map { "did you mean '\($0)'?" }
      ?? "write one of \(names.joined(separator: ", "))"
  }
}
