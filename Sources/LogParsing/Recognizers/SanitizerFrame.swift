/// A frame in a sanitizer's report.
///
///     #0 0x7f0a in $s8SanTestsAAC8testRaceyyF /p/T.swift:6:29 (X.xctest+0x146173)
///     #1 closure #1 in Counter.race() Counter.swift:12 (App:arm64+0x100003f)
///     #2 0x55 in malloc (/p/X.xctest+0xfff) (BuildId: dc98bc)
///
/// Source: `StackTracePrinter` in compiler-rt.
struct SanitizerFrame {
  var symbol: String
  /// The path as printed; `nil` when the symbolizer knows no place.
  var file: String?
  var line: Int?

  /// `nil` when the line is no frame.
  init?(_ content: ByteCursor) {
    var rest = content
    guard rest.skip("#"), rest.integer() != nil, rest.skip(" ") else { return nil }
    if rest.starts(with: "0x") {
      guard rest.take(upTo: " ") != nil else { return nil }
      _ = rest.skip("in ")
    }
    for opening: StaticString in [" (BuildId: ", " ("] {
      // The module at the end contains an offset; a signature in parentheses does not.
      guard rest.last == UInt8(ascii: ")"), let offset = rest.lastOffset(of: opening) else {
        continue
      }
      let tail = rest.dropFirst(offset)
      if tail.starts(with: " (BuildId: ") || tail.contains("+0x") { rest = rest.prefix(offset) }
    }
    guard let offset = rest.offset(of: " /") ?? rest.lastOffset(of: " ") else {
      symbol = rest.text
      return
    }
    let place = rest.dropFirst(offset + 1)
    if let (file, line) = Self.place(place) {
      symbol = rest.prefix(offset).text
      self.file = file
      self.line = line
    } else {
      let isPlace = place.first == UInt8(ascii: "/") || place.starts(with: "<null>")
      symbol = isPlace ? rest.prefix(offset).text : rest.text
    }
  }

  /// `/p/C.swift:1:39`, `C.swift:1`, `/p/C.swift`
  private static func place(_ content: ByteCursor) -> (String, Int?)? {
    guard let dot = content.lastOffset(of: ".") else { return nil }
    let suffix = content.dropFirst(dot + 1)
    let length = suffix.offset(of: UInt8(ascii: ":")) ?? suffix.count
    let isSource = sources.contains { suffix.prefix(length).equals($0) }
    guard isSource else { return nil }
    var rest = suffix.dropFirst(length + 1)
    let line = rest.integer().flatMap { $0 > 0 ? $0 : nil }
    return (content.prefix(dot + 1 + length).text, line)
  }

  /// The suffixes of source and object files.
  private static let sources: [StaticString] = [
    "c", "cc", "cpp", "cxx", "h", "hpp", "m", "mm", "o", "s", "swift",
  ]

  /// Whose code a frame is, judging by its path.
  enum Owner: Comparable {
    case system
    /// Not below the root: of somewhere else, or of the package on the machine that wrote the log.
    case unknown
    case package
  }

  func owner(root: String?) -> Owner {
    guard let file, !file.hasSuffix(".o"), !file.holds(anyOf: Self.foreign) else { return .system }
    guard let root, file.utf8.first == UInt8(ascii: "/") else { return .package }
    return file.isBelow(root) ? .package : .unknown
  }

  /// Whether the frame only allocates or counts references for its caller.
  var isRuntime: Bool {
    Self.runtime.contains { symbol.hasPrefix($0) } || symbol.hasPrefix("operator new")
  }

  /// Parts of the paths of toolchains, system libraries and generated code.
  private static let foreign: [StaticString] = [
    "/.build/", ".derived/", "/build-user/", "/compiler-rt/", "/swift-generated-sources/",
    "<compiler-generated>", "/csu/", "/glibc-", "/nptl/", "/sysdeps/", "/usr/include/",
    "/swift/usr/lib/", "/llvm-project/", ".platform/Developer/", ".xctoolchain/", "/Xcode.app/",
    "@__swiftmacro_", "crtstuff.c",
  ]

  private static let runtime = [
    "malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "free", "swift_", "swift::",
    "__interceptor_", "wrap_", "memcpy", "memmove", "memset", "$ss", "$sSa", "$sSS",
  ]
}
