/// One combination of the values of a step's matrix.
package struct MatrixCell: Hashable, Sendable {
  /// One value for each axis, in the order in which the axes are written.
  package var values: [Value]

  package struct Value: Hashable, Sendable {
    package var axis: String
    package var text: String

    package init(_ axis: String, _ text: String) {
      self.axis = axis
      self.text = text
    }

    /// The environment variable with the value: `DEVTOOL_MATRIX_CONFIG`.
    package var variable: String {
      "DEVTOOL_MATRIX_" + axis.uppercased().replacing("-", with: "_")
    }
  }

  package init(_ values: [Value]) {
    self.values = values
  }

  package subscript(axis: String) -> String? { values.first { $0.axis == axis }?.text }

  /// The id of the step that this cell becomes: `build[config=debug,sanitizer=none]`.
  package func id(of step: String) -> String {
    "\(step)[\(values.map { "\($0.axis)=\($0.text)" }.joined(separator: ","))]"
  }

  /// Whether the cell has all of these values.
  package func has(_ wanted: [Value]) -> Bool { wanted.allSatisfy(values.contains) }
}
