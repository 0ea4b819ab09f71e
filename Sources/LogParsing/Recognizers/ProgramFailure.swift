/// Recognizes lines that say that a program could not start, or did not end by itself.
///
///     dyld[1]: Library not loaded: @rpath/XCTest.framework/XCTest
///     /p/CoreTests: error while loading shared libraries: libfoo.so: No such file or directory
///     Command SwiftCompile failed with a nonzero exit code
///     ./run.sh: line 3:  1234 Segmentation fault: 11
///     Segmentation fault (core dumped)
///     free(): invalid pointer
///     *** stack smashing detected ***: terminated
///     CoreTests(123,0x1f) malloc: *** error for object 0x1: pointer being freed was not allocated
///
/// Source: output of dyld, of libmalloc, of glibc (`ld.so` and `malloc/malloc.c`), of xcodebuild 10
/// to 26, and of bash.
struct ProgramFailure: LineRecognizer {
  static let firstBytes: [UInt8]? = nil

  func event(in line: LogLine) -> LogEvent? {
    let content = line.content
    guard line.indent == 0, let first = content.first, let last = content.last else { return nil }
    let isFailure =
      switch last {
      case UInt8(ascii: "e") where first == UInt8(ascii: "C"): Self.isCommand(content)
      case UInt8(ascii: "y"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        content.contains(": error while loading shared libraries: ")
      case UInt8(ascii: ")"), UInt8(ascii: "0")...UInt8(ascii: "9"): Self.isSignal(content)
      default: false
      }
    return isFailure || Self.isDyld(content) || Self.isAbort(content, first)
      ? .failureWrapper(content.text) : nil
  }

  private static func isCommand(_ content: ByteCursor) -> Bool {
    content.starts(with: "Command ") && content.ends(with: " failed with a nonzero exit code")
  }

  private static func isDyld(_ content: ByteCursor) -> Bool {
    var rest = content
    guard rest.skip("dyld") else { return false }
    if rest.skip("[") { guard rest.integer() != nil, rest.skip("]") else { return false } }
    return missing.contains { rest.starts(with: $0) }
  }

  private static let missing: [StaticString] = [
    ": Library not loaded: ", ": Symbol not found: ", ": lazy symbol binding failed: ",
    ": missing symbol called",
  ]

  /// Whether a C library says that it found memory broken, after which it aborts.
  private static func isAbort(_ content: ByteCursor, _ first: UInt8) -> Bool {
    var rest = content
    switch first {
    case UInt8(ascii: "*"):
      return rest.skip("*** Error in `") && rest.ends(with: " ***")
        || overruns.contains { rest.starts(with: $0) } && rest.ends(with: " terminated")
    case UInt8(ascii: "c"), UInt8(ascii: "d"):
      if corruptions.contains(where: { rest.starts(with: $0) }) { return true }
    default:
      if allocators.contains(where: { rest.skip($0) }) {
        return heapFaults.contains { rest.starts(with: $0) }
      }
    }
    return rest.skip("malloc: *** error for object ")
      || rest.contains(") malloc: *** error for object ")
  }

  private static let overruns: [StaticString] = [
    "*** buffer overflow detected ***:", "*** stack smashing detected ***:",
  ]
  private static let corruptions: [StaticString] = [
    "corrupted double-linked list", "corrupted size vs. prev_size", "double free or corruption (",
  ]
  private static let allocators: [StaticString] = [
    "free(): ", "malloc(): ", "malloc_consolidate(): ", "mremap_chunk(): ", "munmap_chunk(): ",
    "realloc(): ",
  ]
  private static let heapFaults: [StaticString] = [
    "corrupted ", "double free detected", "invalid ", "largebin double linked list",
    "memory corruption", "mismatching ", "smallbin double linked list", "too many chunks detected",
    "unaligned ", "unsorted double linked list",
  ]

  /// Whether a shell names the signal that ended a program, and nothing comes after it.
  private static func isSignal(_ content: ByteCursor) -> Bool {
    var rest = content
    if !rest.dropSuffix(" (core dumped)") {
      let digits = rest.bytes.suffix(3).reversed().prefix { $0 &- 0x30 < 10 }.count
      guard digits < 3 else { return false }
      rest = rest.prefix(rest.count - digits)
      guard digits > 0, rest.dropSuffix(": ") else { return false }
    }
    guard signals.contains(where: { rest.dropSuffix($0) }) else { return false }
    rest.dropTrailingBlanks()
    guard let last = rest.last else { return true }
    // `sh: 1: Killed: 9`, or the script, its line and the process.
    return last == UInt8(ascii: ":") || last &- 0x30 < 10 && rest.contains(": line ")
  }

  private static let signals: [StaticString] = [
    "Abort trap", "Aborted", "Bus error", "Floating point exception", "Illegal instruction",
    "Killed", "Segmentation fault", "Trace/BPT trap", "Trace/breakpoint trap",
  ]
}
