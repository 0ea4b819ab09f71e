#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Looks for a phrase in bytes that arrive in pieces.
struct PhraseWatch {
  private let phrase: [UInt8]
  /// The end of the previous bytes, shorter than the phrase.
  private var tail: [UInt8] = []
  private(set) var isFound = false

  /// - Parameter phrase: Not empty.
  init(_ phrase: String) {
    self.phrase = Array(phrase.utf8)
  }

  mutating func take(_ bytes: UnsafeRawBufferPointer) {
    if isFound { return }
    let kept = phrase.count - 1
    let seam = tail + bytes.prefix(kept)
    isFound = seam.withUnsafeBytes { contains($0) } || contains(bytes)
    tail = bytes.count >= kept ? Array(bytes.suffix(kept)) : Array(seam.suffix(kept))
  }

  private func contains(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    while rest.count >= phrase.count, let base = rest.baseAddress,
      let first = memchr(base, Int32(phrase[0]), rest.count)
    {
      let offset = UnsafeRawPointer(first) - base
      guard rest.count - offset >= phrase.count else { return false }
      if memcmp(first, phrase, phrase.count) == 0 { return true }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(offset + 1))
    }
    return false
  }
}
