import Synchronization

/// Masks bytes that arrive in pieces; secrets are found across piece boundaries.
///
/// A possible beginning of a secret is held back until it is decided, which is little more than the
/// longest form.
package struct MaskedStream: Sendable {
  private var readers: [FormReader]
  /// The same readers with other views of escape sequences; empty while all views agree, which is
  /// nearly always.
  private var others: [FormReader] = []
  private let mostHeld: Int
  /// Bytes that were not emitted yet.
  private var held: [UInt8] = []
  /// The stream offset of the held bytes.
  private var base = 0
  /// Secret parts as stream offsets; sorted and disjoint.
  private var spans: [Range<Int>] = []
  /// Whether the last emitted byte belongs to a secret; a directly following secret gets no mark of
  /// its own.
  private var isInSecret = false

  package init(_ mask: SecretMask) {
    readers = mask.readers
    mostHeld = mask.mostHeld
  }

  package mutating func take(
    _ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void
  ) {
    held.append(contentsOf: bytes)
    if others.isEmpty, bytes.holdsEscape {
      others = readers.flatMap { reader in SequenceView.others.map(reader.seeing) }
    }
    scan(isEnd: false)
    let end = (readers + others).reduce(base + held.count) { min($0, $1.heldFrom) }
    pass(upTo: end, emit)
    // An endless possible secret must not fill the memory.
    if held.count > mostHeld { finish(emit) }
  }

  /// Emits the bytes that are held back.
  package mutating func finish(_ emit: (UnsafeRawBufferPointer) -> Void) {
    scan(isEnd: true)
    pass(upTo: base + held.count, emit)
    for index in readers.indices { readers[index].restart(at: base) }
    others = []
    isInSecret = false
  }

  private mutating func scan(isEnd: Bool) {
    var found: [Range<Int>] = []
    held.withUnsafeBytes { held in
      for index in readers.indices {
        readers[index].read(held, base: base, isEnd: isEnd, &found)
      }
      for index in others.indices {
        others[index].read(held, base: base, isEnd: isEnd, &found)
      }
    }
    let views = SequenceView.others.count
    if !others.isEmpty,
      others.indices.allSatisfy({ others[$0].agrees(with: readers[$0 / views]) })
    {
      others = []
    }
    if found.isEmpty { return }
    var merged: [Range<Int>] = []
    for span in (spans + found).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, last.upperBound >= span.lowerBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        merged.append(span)
      }
    }
    spans = merged
  }

  /// Emits everything before a stream offset.
  private mutating func pass(upTo limit: Int, _ emit: (UnsafeRawBufferPointer) -> Void) {
    let end = limit - base
    guard end > 0 else { return }
    var replacement = SecretMask.replacement
    held.withUnsafeBytes { held in
      var position = 0
      for span in spans where span.lowerBound < limit {
        let start = max(0, span.lowerBound - base)
        if start > position {
          emit(UnsafeRawBufferPointer(rebasing: held[position..<start]))
        }
        if !(isInSecret && start == 0) {
          replacement.withUTF8 { emit(UnsafeRawBufferPointer($0)) }
        }
        position = min(span.upperBound - base, end)
      }
      if position < end { emit(UnsafeRawBufferPointer(rebasing: held[position..<end])) }
    }
    isInSecret = spans.contains { $0.contains(limit - 1) }
    spans.removeAll { $0.upperBound <= limit }
    held.removeFirst(end)
    base = limit
  }
}

/// Masks the output of several processes whose lines are independent.
package final class MaskedLines: Sendable {
  private let stream: Mutex<MaskedStream>
  private let receiver: @Sendable (UnsafeRawBufferPointer) -> Void

  package init(_ mask: SecretMask, _ receiver: @escaping @Sendable (UnsafeRawBufferPointer) -> Void)
  {
    stream = Mutex(MaskedStream(mask))
    self.receiver = receiver
  }

  /// Holds nothing back after the end of a line, because the next line may come from another
  /// process.
  @Sendable package func take(_ bytes: UnsafeRawBufferPointer) {
    stream.withLock { stream in
      stream.take(bytes, receiver)
      if bytes.last == UInt8(ascii: "\n") { stream.finish(receiver) }
    }
  }
}
