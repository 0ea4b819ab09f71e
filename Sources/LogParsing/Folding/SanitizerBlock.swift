import CIModel

/// The lines of a sanitizer's report after its headline.
///
/// Other output can be mixed in, so it takes only lines that it recognizes.
struct SanitizerBlock {
  /// One fault: a report of LeakSanitizer contains one for each direct leak, all others contain
  /// one.
  struct Fault {
    var reason: String
    /// The place of the first frame in the package; if the root contains none, of the first frame
    /// outside of the system.
    var file: String?
    var line: Int?
    /// The symbol of the first frame in the package; without one, of the first frame outside of the
    /// runtimes.
    var symbol: String?
    /// The symbol of the first frame in the package in the stack of the other access.
    var other: String?
    fileprivate var owner = SanitizerFrame.Owner.system
    fileprivate var otherOwner = SanitizerFrame.Owner.system
  }

  let category: String
  /// The test that was running alone when the report began.
  let test: String?
  private var known: [Fault] = []
  private var hasIndirectLeak = false
  /// The last frame, if it belongs to the fault itself.
  private(set) var lastFrame: SanitizerFrame?
  /// Whether the last line of the report was read.
  private(set) var isComplete = false
  private var section = Section.place
  private let root: String?

  /// Maximum number of stored leaks per report.
  private static let limit = 10_000

  private enum Section {
    /// The stack of the fault itself.
    case place
    /// The stack of the conflicting access.
    case other
    /// The stack of the creation of memory or a thread.
    case origin
  }

  init(
    category: String, reason: String, file: String?, line: Int?, test: String?, root: String?
  ) {
    self.category = category
    self.test = test
    self.root = root
    if category != RuntimeWarningCategory.leakSanitizer {
      known = [
        Fault(reason: reason, file: file, line: line, owner: file == nil ? .system : .package)
      ]
    }
  }

  /// Indirect leaks count only when there is no direct leak; the process fails because of them as
  /// well.
  var faults: [Fault] {
    known.isEmpty && hasIndirectLeak ? [Fault(reason: "indirect leak")] : known
  }

  /// Takes the line if it belongs to the report; returns whether it does.
  mutating func take(_ line: LogLine) -> Bool {
    var content = line.content
    lastFrame = nil
    if category == RuntimeWarningCategory.undefinedBehaviorSanitizer, isDump(line) { return true }
    switch content.first {
    case UInt8(ascii: "#"):
      guard let frame = SanitizerFrame(content) else { return false }
      add(frame)
      if section == .place { lastFrame = frame }
      return true
    case UInt8(ascii: "D") where content.skip("Direct leak of "):
      guard category == RuntimeWarningCategory.leakSanitizer else { return false }
      guard known.count < Self.limit else { return true }
      known.append(Fault(reason: "leak"))
      section = .place
      return true
    case UInt8(ascii: "S") where content.skip("SUMMARY: "):
      guard content.contains("Sanitizer: ") else { return false }
      isComplete = true
      return true
    default:
      begin(content)
      return false
    }
  }

  /// Whether the line belongs to a memory dump of UndefinedBehaviorSanitizer:
  /// `0x7ffd: note: pointer points here`, then ` 7f 00 00  61`, then a caret.
  private func isDump(_ line: LogLine) -> Bool {
    let content = line.content
    if content.starts(with: "0x"), content.ends(with: ": note: pointer points here") { return true }
    guard line.indent > 0, !content.isEmpty else { return false }
    return content.bytes.allSatisfy { byte in
      byte == 0x20 || byte == UInt8(ascii: "^") || byte &- 0x30 < 10 || byte &- 0x61 < 6
    }
  }

  /// Sets the section by the heading of a stack.
  private mutating func begin(_ content: ByteCursor) {
    if content.starts(with: "Indirect leak of ") { hasIndirectLeak = true }
    if content.starts(with: "Previous ") {
      section = .other
    } else if Self.origins.contains(where: { content.starts(with: $0) })
      || content.contains(" is located ")
    {
      section = .origin
    }
  }

  private mutating func add(_ frame: SanitizerFrame) {
    guard let last = known.indices.last else { return }
    let owner = frame.owner(root: root)
    switch section {
    case .place:
      if owner > known[last].owner {
        known[last].owner = owner
        known[last].file = frame.file
        known[last].line = frame.line
        known[last].symbol = frame.symbol
      } else if known[last].owner == .system, !frame.isRuntime {
        known[last].symbol = known[last].symbol ?? frame.symbol
      }
    case .other:
      if owner > known[last].otherOwner {
        (known[last].otherOwner, known[last].other) = (owner, frame.symbol)
      }
    case .origin:
      break
    }
  }

  private static let origins: [StaticString] = [
    "Location is ", "Thread T", "Mutex M", "freed by thread", "previously allocated by",
    "allocated by thread", "Indirect leak of ", "As if synchronized via",
  ]
}
