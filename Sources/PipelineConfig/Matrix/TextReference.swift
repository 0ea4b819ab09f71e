/// A reference `${…}` in a text, which is replaced by a value.
package struct TextReference: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// `${matrix.axis}`.
    case matrix(String)
    /// `${env.NAME}`.
    case environment(String)
    /// `${steps.ID.outputs.NAME}`.
    case output(StepSelector, name: String)
    /// `${with.name}`, in a file of rules that is extended.
    case parameter(String)
    /// An invalid reference that begins with `steps.`.
    case unknown
  }

  package var kind: Kind
  /// The reference as written, with `${` and `}`.
  package var text: String
  package var range: Range<String.Index>
  /// Offsets in Unicode scalars from the start of the text.
  package var offsets: Range<Int>

  /// The references in a text, in order. Others, such as `${HOME}`, are left to shells.
  package static func all(in text: String) -> [TextReference] {
    guard text.holds(UInt8(ascii: "$")) else { return [] }
    return text.ranges(of: "${").compactMap { opening in
      guard let end = text[opening.upperBound...].firstIndex(of: "}"),
        let kind = kind(of: text[opening.upperBound..<end])
      else { return nil }
      let range = opening.lowerBound..<text.index(after: end)
      let offset = text.unicodeScalars.distance(from: text.startIndex, to: range.lowerBound)
      return TextReference(
        kind: kind, text: String(text[range]), range: range,
        offsets: offset..<offset + text[range].unicodeScalars.count)
    }
  }

  private static func kind(of inside: Substring) -> Kind? {
    guard let dot = inside.firstIndex(of: ".") else { return nil }
    let rest = inside[inside.index(after: dot)...]
    switch inside[..<dot] {
    case "matrix": return .matrix(String(rest))
    case "env": return .environment(String(rest))
    case "with": return .parameter(String(rest))
    case "steps":
      guard let outputs = rest.ranges(of: ".outputs.").last, !rest[outputs.upperBound...].isEmpty,
        outputs.lowerBound > rest.startIndex
      else { return .unknown }
      return .output(
        StepSelector(String(rest[..<outputs.lowerBound])), name: String(rest[outputs.upperBound...])
      )
    default: return nil
    }
  }
}

extension String {
  /// The text with each reference replaced for which `value` returns a text.
  package func replacingReferences<Failure: Error>(
    _ value: (TextReference.Kind) throws(Failure) -> String?
  ) throws(Failure) -> String {
    var text = self
    for reference in TextReference.all(in: self).reversed() {
      if let value = try value(reference.kind) {
        text.replaceSubrange(reference.range, with: value)
      }
    }
    return text
  }
}
