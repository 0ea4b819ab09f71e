import Foundation

/// A Chromium without a window, driven through its debugging pipe. It starts once for all tests, which
/// use it one after the other.
///
/// Source: `--remote-debugging-pipe` reads commands from descriptor 3 and writes to 4, each message JSON
/// with a NUL behind it (content/browser/devtools/devtools_pipe_handler.cc).
final class Browser: @unchecked Sendable {
  static let shared = Result { try Browser() }

  /// `nil` where none is installed.
  static let program: String? =
    find("chromium") ?? find("chromium-browser") ?? find("google-chrome")

  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  private var rest = Data()
  private var context: String?
  private var session: String?
  private var lastID = 0
  /// What pages wrote to the console, and what went wrong in them.
  private(set) var messages: [String] = []
  private var loaded = 0

  enum Failure: Error {
    case ended
    case refused(String)
  }

  private static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }

  private init() throws {
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // A browser that hangs is ended.
    process.arguments = [
      "-c",
      """
      timeout 600 "$0" --headless=new --no-sandbox --disable-gpu --no-first-run --force-prefers-reduced-motion \
      --user-data-dir="$1" --remote-debugging-pipe 3<&0 4>&1 >/dev/null 2>&1; rm -rf "$1"
      """, Browser.program ?? "", NSTemporaryDirectory() + "/browser-\(UUID().uuidString)",
    ]
    process.standardInput = commands
    process.standardOutput = answers
    try process.run()
  }

  /// Goes on with an empty page that shares nothing with the one before.
  func begin(width: Int = 1_280) throws {
    session = nil
    if let context { try call("Target.disposeBrowserContext", ["browserContextId": context]) }
    context = try call("Target.createBrowserContext")["browserContextId"] as? String
    let window: [String: Any] = [
      "url": "about:blank", "width": width, "height": 900, "browserContextId": context ?? "",
    ]
    let target = try call("Target.createTarget", window)["targetId"] ?? ""
    session =
      try call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"]
      as? String
    (messages, loaded) = ([], 0)
    for domain in ["Page", "Runtime", "Log"] { try call("\(domain).enable") }
  }

  func open(_ address: String) throws {
    // The same page with another fragment is not loaded again.
    try load("about:blank")
    try load(address)
  }

  private func load(_ address: String) throws {
    let before = loaded
    try call("Page.navigate", ["url": address])
    while loaded == before { try readMessage() }
  }

  /// The value of an expression of JavaScript, as text.
  func text(_ expression: String) throws -> String {
    let answer = try call(
      "Runtime.evaluate",
      [
        "expression": "(async () => String(\(expression)))()", "awaitPromise": true,
        "returnByValue": true,
      ])
    if let problem = answer["exceptionDetails"] { throw Failure.refused("\(problem)") }
    return (answer["result"] as? [String: Any])?["value"] as? String ?? ""
  }

  func press(_ key: String) throws {
    var event: [String: Any] = ["type": "keyDown", "key": key]
    if key.count == 1 { event["text"] = key }
    try call("Input.dispatchKeyEvent", event)
    try call("Input.dispatchKeyEvent", ["type": "keyUp", "key": key])
  }

  /// Presses and releases the mouse where an element is, and waits for the page that it leads to.
  func click(_ selector: String) throws {
    let place = try text(
      """
      (() => {
        const element = document.querySelector(`\(selector)`);
        element.scrollIntoView({ block: "center" });
        const box = element.getBoundingClientRect();
        return `${box.x + box.width / 2} ${box.y + box.height / 2}`;
      })()
      """)
    let numbers = place.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 2 else { throw Failure.refused("no place of \(selector): \(place)") }
    for type in ["mousePressed", "mouseReleased"] {
      try call(
        "Input.dispatchMouseEvent",
        ["type": type, "x": numbers[0], "y": numbers[1], "button": "left", "clickCount": 1])
    }
    // What was begun by the click comes before the answer to this; a page that goes takes the answer with it.
    try wait(
      for: """
        await new Promise((done) => document.readyState === "complete"
          ? setTimeout(() => done(true), 100) : addEventListener("load", () => done(true)))
        """)
  }

  /// Asks until an expression is true, in whatever page is there then.
  func wait(for expression: String, seconds: Double = 20) throws {
    let end = Date(timeIntervalSinceNow: seconds)
    while (try? text("String(Boolean(\(expression)))")) != "true" {
      if Date() > end { throw Failure.refused("never true: \(expression)") }
      usleep(20_000)
    }
  }

  // MARK: - Messages

  @discardableResult
  private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastID += 1
    var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    try commands.fileHandleForWriting.write(
      contentsOf: JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      guard let answer = try readMessage(), answer["id"] as? Int == lastID else { continue }
      if let error = answer["error"] { throw Failure.refused("\(method): \(error)") }
      return answer["result"] as? [String: Any] ?? [:]
    }
  }

  @discardableResult
  private func readMessage() throws -> [String: Any]? {
    while true {
      if let end = rest.firstIndex(of: 0) {
        let message = try JSONSerialization.jsonObject(with: rest[rest.startIndex..<end])
        rest = rest[(end + 1)...]
        note(message as? [String: Any] ?? [:])
        return message as? [String: Any]
      }
      let piece = answers.fileHandleForReading.availableData
      if piece.isEmpty { throw Failure.ended }
      rest += piece
    }
  }

  private func note(_ message: [String: Any]) {
    guard message["sessionId"] as? String == session else { return }
    switch message["method"] as? String {
    case "Page.loadEventFired": loaded += 1
    case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
      messages.append("\(message["params"] ?? "")")
    default: break
    }
  }
}
