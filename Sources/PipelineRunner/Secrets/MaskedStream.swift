import Synchronization

/// Masks bytes that come in pieces; a secret is found wherever the pieces are cut.
///
/// What may be the beginning of a secret is held back until it is known, which is less than the
/// longest form.
package struct MaskedStream: Sendable {
  private let mask: SecretMask
  private var state = 0
  /// Bytes that have not been handed on.
  private var held: [UInt8] = []
  /// Parts of `held` that belong to a secret, sorted, apart from each other.
  private var spans: [Range<Int>] = []
  /// The last byte that was handed on belongs to a secret; one that follows at once is not told apart.
  private var isInSecret = false

  package init(_ mask: SecretMask) {
    self.mask = mask
  }

  package mutating func take(
    _ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void
  ) {
    let start = held.count
    held.append(contentsOf: bytes)
    scan(from: start)
    pass(held.count - Int(mask.depths[state]), emit)
  }

  /// Hands on what is held back.
  package mutating func finish(_ emit: (UnsafeRawBufferPointer) -> Void) {
    pass(held.count, emit)
    state = 0
    isInSecret = false
  }

  private mutating func scan(from start: Int) {
    let width = mask.classCount
    var state = state
    var found: [Range<Int>] = []
    held.withUnsafeBufferPointer { held in
      mask.transitions.withUnsafeBufferPointer { transitions in
        mask.classes.withUnsafeBufferPointer { classes in
          mask.matches.withUnsafeBufferPointer { matches in
            for index in start..<held.count {
              state = Int(transitions[state * width + Int(classes[Int(held[index])])])
              let length = Int(matches[state])
              if length > 0 { found.append(index + 1 - length..<index + 1) }
            }
          }
        }
      }
    }
    self.state = state
    for span in found {
      var span = span
      // A longer form that ends later may begin before others.
      while let last = spans.last, last.upperBound >= span.lowerBound {
        span = min(last.lowerBound, span.lowerBound)..<span.upperBound
        spans.removeLast()
      }
      spans.append(span)
    }
  }

  /// Hands on the first `end` bytes.
  private mutating func pass(_ end: Int, _ emit: (UnsafeRawBufferPointer) -> Void) {
    guard end > 0 else { return }
    var replacement = SecretMask.replacement
    held.withUnsafeBytes { held in
      var position = 0
      for span in spans where span.lowerBound < end {
        if span.lowerBound > position {
          emit(UnsafeRawBufferPointer(rebasing: held[position..<span.lowerBound]))
        }
        if !(isInSecret && span.lowerBound == 0) {
          replacement.withUTF8 { emit(UnsafeRawBufferPointer($0)) }
        }
        position = min(span.upperBound, end)
      }
      if position < end { emit(UnsafeRawBufferPointer(rebasing: held[position..<end])) }
    }
    isInSecret = spans.contains { $0.contains(end - 1) }
    spans = spans.compactMap { span in
      span.upperBound > end ? max(0, span.lowerBound - end)..<span.upperBound - end : nil
    }
    held.removeFirst(end)
  }
}

/// Masks what several processes print whose lines stand apart from each other.
final class MaskedLines: Sendable {
  private let stream: Mutex<MaskedStream>
  private let receiver: @Sendable (UnsafeRawBufferPointer) -> Void

  init(_ mask: SecretMask, _ receiver: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
    stream = Mutex(MaskedStream(mask))
    self.receiver = receiver
  }

  /// Holds nothing back behind the end of a line, since another process may speak next.
  @Sendable func take(_ bytes: UnsafeRawBufferPointer) {
    stream.withLock { stream in
      stream.take(bytes, receiver)
      if bytes.last == UInt8(ascii: "\n") { stream.finish(receiver) }
    }
  }
}
