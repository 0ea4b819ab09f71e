import CIModel

/// The lines of a crash report written by the system: `.crash` text and `.ips` JSON.
///
///     Process:             App [455]
///     Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
///     Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000001
///     Application Specific Information:
///     abort() called
///     Thread 0 Crashed:
///     0   App         0x000000010af56e45 -[Page update] (in App) (Page.m:21)
///     Binary Images:
///
/// It takes only lines that can belong to it, so that the following lines are parsed normally. The
/// frames of an `.ips` file are in one long line and are not parsed. Source: “Examining the fields
/// in a crash report” in Apple's documentation; reports of iOS 14 to 16 and macOS 10.15.
struct DeviceReportBlock {
  /// The test that was running alone when the report began.
  let test: String?
  let testIndex: Int?
  private(set) var process: String?
  private(set) var signal: String?
  private var exception: String?
  private var subtype: String?
  /// The program's own message about the crash.
  private var words: String?
  private var place: (file: String, line: Int, isOwn: Bool)?
  private var section = Section.head
  /// Number of lines of the message so far, and the maximum number taken without recognizing them.
  private var paragraph = 0
  private static let paragraphLimit = 40
  /// Number of lines of the report so far.
  private var age = 0

  private enum Section {
    case head
    /// A message of the program or of the kernel, up to an empty line.
    case words
    /// Text of no interest, up to an empty line.
    case skipped
    /// The frames of the thread that crashed.
    case crashedThread
    case thread
    case images
    case json
    /// After a brace that may be the last one.
    case jsonEnd
    case ended
  }

  init(test: String?, testIndex: Int?) {
    self.test = test
    self.testIndex = testIndex
  }

  /// Whether the report is about a crash; others are about hangs or memory.
  var isCrash: Bool { exception != nil || signal != nil }

  var reason: String? {
    let kind = [exception, subtype].compactMap { $0 }.joined(separator: ", ")
    guard let words else { return kind.isEmpty ? nil : kind }
    return kind.isEmpty ? words : "\(words) (\(kind))"
  }

  var file: String? { place?.file }
  var line: Int? { place?.line }

  /// Takes the line if it belongs to the report; returns whether it does.
  mutating func take(_ line: LogLine) -> Bool {
    var content = line.content
    content.dropTrailingBlanks()
    age += 1
    if content.first == UInt8(ascii: "{"), age <= 2 {
      if age == 2, content.count > 1 { return false }
      section = age == 2 ? .json : .head
      return true
    }
    switch section {
    case .json:
      guard let first = content.first else { return true }
      guard "\"{}[]".utf8.contains(first) || first &- 0x30 < 10 else {
        return false
      }
      return takeJSON(line, content)
    case .jsonEnd:
      // A nested object can also end without indentation.
      return content.first == UInt8(ascii: "\"") || content.first == UInt8(ascii: "}")
        ? takeJSON(line, content) : false
    case .ended: return false
    case .words, .skipped:
      paragraph += 1
      if content.isEmpty || paragraph > Self.paragraphLimit {
        section = .head
        paragraph = 0
        return content.isEmpty || takeText(content)
      }
      if section == .words, words == nil, !Self.emptyWords.contains(word: content) {
        words = content.prefix(512).text
      }
      return true
    case .head, .crashedThread, .thread, .images:
      return content.isEmpty || takeText(content)
    }
  }

  // MARK: Text

  private mutating func takeText(_ content: ByteCursor) -> Bool {
    guard let first = content.first else { return true }
    if first &- 0x30 < 10 {
      // `0x104e0c000 - 0x104e13fff App arm64 <…> /path`, else a frame.
      if content.starts(with: "0x") { return section == .images }
      return takeFrame(content)
    }
    if content.starts(with: "Thread ") || content.starts(with: "Last Exception Backtrace") {
      if content.contains(" name:") { return true }
      let isCrashed = content.contains(" Crashed:") || first == UInt8(ascii: "L")
      section = isCrashed ? .crashedThread : .thread
      return true
    }
    if content.starts(with: "Binary Images") {
      section = .images
      return true
    }
    if content.equals("EOF") {
      section = .ended
      return true
    }
    if content.starts(with: "Application Specific Information:")
      || content.starts(with: "Last Exception :")
    {
      section = .words
      return true
    }
    if Self.skippedHeads.contains(beginningOf: content) {
      section = .skipped
      return true
    }
    // `x0: 0x8000000104e12870   x1: …`
    if content.contains(": 0x"), let colon = content.offset(of: ": 0x"), colon <= 5 { return true }
    guard Self.fields.contains(beginningOf: content) else { return false }
    takeField(content)
    return true
  }

  private mutating func takeField(_ content: ByteCursor) {
    var rest = content
    guard rest.take(upTo: ":") != nil else { return }
    rest.skipBlanks()
    if content.starts(with: "Process:") {
      process = (rest.lastOffset(of: " [").map { rest.prefix($0) } ?? rest).text
    } else if content.starts(with: "Exception Type:") {
      take(exceptionType: rest)
    } else if content.starts(with: "Exception Subtype:") {
      subtype = rest.text
    } else if content.starts(with: "Exception Codes:"), rest.starts(with: "KERN_") {
      subtype = rest.text
    }
  }

  /// `EXC_BAD_ACCESS (SIGSEGV)`
  private mutating func take(exceptionType content: ByteCursor) {
    var rest = content
    if let name = rest.take(upTo: " (") {
      exception = name.text
      signal = rest.offset(of: UInt8(ascii: ")")).map { rest.prefix($0).text }
    } else {
      exception = content.text
    }
  }

  /// `1   App   0x000000010af56e80 main (in App) (main.m:28)`
  private mutating func takeFrame(_ content: ByteCursor) -> Bool {
    var rest = content
    guard rest.integer() != nil, rest.first == 0x20 || rest.first == 0x09 else { return false }
    rest.skipBlanks()
    guard let image = rest.take(upTo: "0x") else { return false }
    guard section == .crashedThread, place?.isOwn != true, rest.last == UInt8(ascii: ")"),
      let opening = rest.lastOffset(of: "(")
    else { return true }
    var end = rest.dropFirst(opening + 1)
    guard let file = end.take(upTo: ":"), let number = end.integer(), end.equals(")"), number > 0,
      !file.isEmpty
    else { return true }
    let isOwn =
      process.map { name in
        var owner = image
        owner.dropTrailingBlanks()
        return owner.text == name
      } ?? true
    if place == nil || isOwn { place = (file.text, number, isOwn) }
    return true
  }

  // MARK: JSON

  /// Each line contains one member.
  private mutating func takeJSON(_ line: LogLine, _ content: ByteCursor) -> Bool {
    section = line.indent == 0 && content.equals("}") ? .jsonEnd : .json
    if content.starts(with: "\"procName\" : ") {
      process = Self.value("\"procName\" : \"", content)
    } else if content.starts(with: "\"exception\" : ") {
      exception = Self.value("\"type\":\"", content)
      signal = Self.value("\"signal\":\"", content)
      subtype = Self.value("\"subtype\":\"", content)
    } else if content.starts(with: "\"asi\" : "), words == nil {
      words = Self.value("[\"", content)
    }
    return true
  }

  private static func value(_ opening: StaticString, _ content: ByteCursor) -> String? {
    var rest = content
    guard rest.take(upTo: opening) != nil, let value = rest.take(upTo: "\"") else { return nil }
    return value.prefix(512).text
  }

  // MARK: Tables

  private static let emptyWords = OpeningTable([
    "abort() called", "dyld2 mode", "dyld: launch, running initializers",
  ])

  private static let skippedHeads = OpeningTable([
    "Application Specific Backtrace", "Application Specific Signatures:", "Error Formulating",
    "External Modification Summary:", "Filtered syslog:", "Kernel Triage:", "VM Region Summary:",
    "VM Regions Near ",
  ])

  private static let fields = OpeningTable([
    "Anonymous UUID:", "App Item ID:", "App Variant:", "AppVariant:", "Baseband Version:",
    "Bridge OS Version:", "Code Type:", "Coalition:", "CrashReporter Key:", "Crashed Thread:",
    "Date/Time:", "Distributor ID:", "Error Code:", "Exception Codes:", "Exception Message:",
    "Exception Note:", "Exception Subtype:", "Exception Type:", "Hardware Model:", "Highlighted by",
    "Identifier:", "Incident Identifier:", "Launch Time:", "Logical CPU:", "OS Version:",
    "Parent Process:", "Path:", "Process:", "Release Type:", "Report Version:", "Responsible:",
    "Role:", "Slice UUID:", "System Integrity Protection:", "Terminating Process:",
    "Termination Description:", "Termination Reason:", "Termination Signal:",
    "Time Awake Since Boot:",
    "Time Since Wake:", "Trap Number:", "Triggered by Thread:", "User ID:", "Version:", "-->",
    "esr: ",
  ])
}
