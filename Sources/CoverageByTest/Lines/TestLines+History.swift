package import LocalState
package import RunStorage

extension TestLines {
  /// Finds the newest record; there is a separate one for each package and each set of build
  /// settings.
  ///
  /// - Parameter file: The path relative to the repository root.
  /// - Returns: The newest record that contains the file, or else the newest one; `nil` when the
  ///   history has none, or has no valid seal of this devtool.
  package static func newest(
    with file: String, in state: StateFolder
  ) throws(HistoryError) -> TestLines? {
    guard state.ownsHistory(claims: false) else { return nil }
    let known = try TestLinesHistory(path: state.historyPath).all()
      .compactMap { TestLines(encoded: $0.data) }
      .sorted { $0.origin.measuredAt > $1.origin.measuredAt }
    return known.first { $0.position(of: file) != nil } ?? known.first
  }
}
