import CLibgit2

/// The differences between two texts.
struct LineComparison {
  /// Consecutive deleted lines and the lines that replace them; either can be empty.
  struct Hunk: Hashable {
    /// The 1-based line numbers; an empty range begins where the lines would be.
    var old: Range<Int>
    var new: Range<Int>
  }

  private(set) var hunks: [Hunk] = []

  var additions: Int { hunks.reduce(0) { $0 + $1.new.count } }
  var deletions: Int { hunks.reduce(0) { $0 + $1.old.count } }

  /// How lines are compared, and how blocks of lines are placed.
  struct Style {
    /// Whether white space is ignored, as with `git diff -w`.
    var ignoresWhitespace = false
    /// Whether blocks are moved to the least indentation, as git shows them; this changes the line
    /// numbers, never their count.
    var placesBlocks = false
  }

  /// The maximum number of lines of both texts together for a full comparison, which needs some 60
  /// bytes for each.
  static let mostLines = 4_000_000

  /// Compares line by line with the default algorithm of `git diff`.
  ///
  /// - Parameter mostLines: If the texts have more lines together, everything between their common
  ///   beginning and their common end counts as replaced.
  init(
    _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, _ style: Style = Style(),
    mostLines: Int = Self.mostLines
  ) throws(GitError) {
    if old.isEmpty || new.isEmpty || Self.holdMore(than: mostLines, old, new) {
      let hunk = Hunk(between: old, new)
      if !hunk.old.isEmpty || !hunk.new.isEmpty { hunks.append(hunk) }
      return
    }
    try run(style) { options, addHunk, hunks in
      git_diff_buffers(
        old.baseAddress, old.count, nil, new.baseAddress, new.count, nil, options, nil, nil,
        addHunk, nil, hunks)
    }
  }

  /// Compares the contents of two files that are not empty. libgit2 then need not hash each
  /// content, which takes as long as the comparison.
  init(_ old: OpaquePointer, _ new: OpaquePointer, _ style: Style) throws(GitError) {
    try run(style) { options, addHunk, hunks in
      git_diff_blobs(old, nil, new, nil, options, nil, nil, addHunk, nil, hunks)
    }
  }

  /// The number of lines of both texts between their common beginning and their common end.
  static func linesBetween(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Int {
    let hunk = Hunk(between: old, new)
    return hunk.old.count + hunk.new.count
  }

  /// Whether two texts together exceed a number of lines.
  static func holdMore(
    than most: Int, _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer
  ) -> Bool {
    old.count + new.count > most && lineCount(old) + lineCount(new) > most
  }

  private mutating func run(
    _ style: Style,
    _ compare: (
      UnsafePointer<git_diff_options>, git_diff_hunk_cb, UnsafeMutablePointer<[Hunk]>
    ) -> Int32
  ) throws(GitError) {
    var options = git_diff_options()
    try Libgit2.check(
      git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION)), "prepare a comparison")
    options.flags = GIT_DIFF_FORCE_TEXT.rawValue
    if style.placesBlocks { options.flags |= GIT_DIFF_INDENT_HEURISTIC.rawValue }
    if style.ignoresWhitespace { options.flags |= GIT_DIFF_IGNORE_WHITESPACE.rawValue }
    options.context_lines = 0
    options.interhunk_lines = 0
    let code = withUnsafeMutablePointer(to: &hunks) { hunks in
      compare(
        &options,
        { _, hunk, payload in
          guard let hunk, let payload else { return 0 }
          payload.assumingMemoryBound(to: [Hunk].self).pointee.append(Hunk(hunk.pointee))
          return 0
        }, hunks)
    }
    try Libgit2.check(code, "compare two texts")
  }
}

extension LineComparison.Hunk {
  /// libgit2 gives an empty side as the line before it (`@@ -3,0 +4 @@`).
  fileprivate init(_ hunk: git_diff_hunk) {
    func range(_ start: Int32, _ count: Int32) -> Range<Int> {
      let first = Int(start) + (count == 0 ? 1 : 0)
      return first..<(first + max(0, Int(count)))
    }
    old = range(hunk.old_start, hunk.old_lines)
    new = range(hunk.new_start, hunk.new_lines)
  }

  /// Creates a hunk of everything between the common beginning and the common end of two texts.
  fileprivate init(between old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) {
    let feed = UInt8(ascii: "\n")
    let shared = min(old.count, new.count)
    let longer = old.count > new.count ? old : new
    var (index, start, line) = (0, 0, 1)
    while index < shared, old[index] == new[index] {
      index += 1
      if old[index - 1] == feed { (start, line) = (index, line + 1) }
    }
    var (count, end) = (0, 0)
    while count < shared - start, old[old.count - 1 - count] == new[new.count - 1 - count] {
      if old[old.count - 1 - count] == feed { end = count }
      count += 1
    }
    // The longer text contains the whole shorter one.
    if count == shared - start, longer.count == shared || longer[longer.count - 1 - count] == feed {
      end = count
    }
    func range(_ text: UnsafeRawBufferPointer) -> Range<Int> {
      line..<(line + lineCount(UnsafeRawBufferPointer(rebasing: text[start..<(text.count - end)])))
    }
    (self.old, self.new) = (range(old), range(new))
  }
}

/// The number of lines as git counts them, including an unterminated last line.
func lineCount(_ bytes: UnsafeRawBufferPointer) -> Int {
  guard let last = bytes.last else { return 0 }
  var count = last == UInt8(ascii: "\n") ? 0 : 1
  for byte in bytes where byte == UInt8(ascii: "\n") { count += 1 }
  return count
}
