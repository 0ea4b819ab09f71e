/// A parser that is fed with arbitrary bytes: by `scripts/fuzz`, and by the tests with what that found.
struct FuzzTarget: Sendable {
  /// As `scripts/fuzz --target` takes it; inputs that it found are kept in `Found/<name>`.
  let name: String
  /// Reads an input in all the ways whose answers have to agree.
  let check: @Sendable (UnsafeRawBufferPointer) throws(Contradiction) -> Void

  /// Sorted by name.
  static let all: [FuzzTarget] = [
    bundleTarget, coberturaTarget, dangerfileTarget, eventStreamTarget, expressionTarget, gitTarget,
    importTarget, lcovTarget,
    llvmJSONTarget, logTarget, markdownTarget, maskTarget, ownersTarget, patternTarget,
    recordTarget, remoteTarget, reportTarget, sourcesTarget, swiftTarget, yamlTarget,
  ].sorted { $0.name < $1.name }
}

/// Two answers of a parser that cannot both be right.
struct Contradiction: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

func expect(
  _ holds: Bool, _ otherwise: @autoclosure () -> String
) throws(Contradiction) {
  if !holds { throw Contradiction(otherwise()) }
}

extension UnsafeRawBufferPointer {
  /// The input without its first byte, and that byte plus one: the length of the pieces to cut it into.
  var inPieces: (size: Int, rest: UnsafeRawBufferPointer) {
    (Int(first ?? 0) + 1, UnsafeRawBufferPointer(rebasing: dropFirst()))
  }

  func forEachPiece(of size: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
    var start = 0
    while start < count {
      let end = count - start > size ? start + size : count
      body(UnsafeRawBufferPointer(rebasing: self[start..<end]))
      start = end
    }
  }
}
