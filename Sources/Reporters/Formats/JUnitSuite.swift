import CIModel

/// A `<testcase>`.
struct JUnitCase {
  var className: String
  var name: String
  var seconds: Double?
  var file: String?
  var line: Int?
  var body = Body.passed
  /// Failed runs before the one that passed.
  var flakyFailures: [(message: String, text: String)] = []
  /// Failed runs after the first one.
  var rerunFailures: [(message: String, text: String)] = []
  /// The output of the test, which is untrusted.
  var output = ""
  /// Paths of files, as readers of the report find them.
  var attachments: [String] = []

  enum Body {
    case passed
    /// Message and details.
    case failure(String, String)
    case error(String, String)
    case skipped(String)
  }

  fileprivate func xml(isStrict: Bool) -> String {
    var attributes = [("classname", className), ("name", name)]
    if let seconds { attributes.append(("time", max(0, seconds).decimals(3))) }
    if let file, !isStrict { attributes.append(("file", file)) }
    if let line, !isStrict { attributes.append(("line", "\(line)")) }
    var children = ""
    switch body {
    case .passed: break
    case .failure(let message, let text): children += element("failure", message, text)
    case .error(let message, let text): children += element("error", message, text)
    case .skipped(let message):
      children += "      <skipped\(xmlAttributes([("message", message)]))/>\n"
    }
    for run in flakyFailures { children += element("flakyFailure", run.message, run.text) }
    for run in rerunFailures { children += element("rerunFailure", run.message, run.text) }
    let printed = systemOut
    if !printed.isEmpty { children += "      <system-out>\(printed.xmlText)</system-out>\n" }
    let head = "    <testcase\(xmlAttributes(attributes))"
    return children.isEmpty ? "\(head)/>\n" : "\(head)>\n\(children)    </testcase>\n"
  }

  /// The output with the attachments in the form that GitLab and Jenkins read:
  /// `[[ATTACHMENT|PATH]]`. Such markers in the test's own output are broken: readers would open
  /// any file that a test names.
  ///
  /// Source: `ATTACHMENT_TAG_REGEX` in `lib/gitlab/ci/parsers/test/junit.rb` of GitLab; the JUnit
  /// Attachments plugin of Jenkins.
  private var systemOut: String {
    let bracket = UInt8(ascii: "[")
    var text =
      output.includes("[[ATTACHMENT")
      ? output.rewritingPairs { $0 == bracket && $1 == bracket ? "[ " : nil } : output
    if attachments.isEmpty { return text }
    if !text.isEmpty, text.last != "\n" { text += "\n" }
    return text + attachments.map { "[[ATTACHMENT|\($0)]]\n" }.joined()
  }

  private func element(_ name: String, _ message: String, _ text: String) -> String {
    let attributes = xmlAttributes([("message", message), ("type", name)])
    return "      <\(name)\(attributes)>\(text.xmlText)</\(name)>\n"
  }
}

/// A `<testsuite>`.
struct JUnitSuite {
  var name: String
  var cases: [JUnitCase]

  var failures: Int { count { if case .failure = $0 { true } else { false } } }
  var errors: Int { count { if case .error = $0 { true } else { false } } }
  private var skipped: Int { count { if case .skipped = $0 { true } else { false } } }

  private func count(_ isMember: (JUnitCase.Body) -> Bool) -> Int {
    cases.count { isMember($0.body) }
  }

  /// The total seconds of all cases.
  private var seconds: Double { cases.reduce(0) { $0 + max(0, $1.seconds ?? 0) } }

  /// The time of the whole document is the sum of its suites, as in every JUnit report, and not the
  /// wall-clock time, which no log contains.
  static func document(_ suites: [JUnitSuite], timestamp: String?, isStrict: Bool) -> String {
    func sum(_ count: (JUnitSuite) -> Int) -> String { "\(suites.reduce(0) { $0 + count($1) })" }
    var attributes = [
      ("name", "devtool"), ("tests", sum { $0.cases.count }), ("failures", sum(\.failures)),
      ("errors", sum(\.errors)),
      ("time", suites.reduce(0) { $0 + $1.seconds }.decimals(3)),
    ]
    if !isStrict { attributes.insert(("skipped", sum(\.skipped)), at: 4) }
    if let timestamp, !isStrict { attributes.append(("timestamp", timestamp)) }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    // A string that grows is copied; memory that is not written to costs nothing.
    text.reserveCapacity(
      suites.lazy.flatMap(\.cases).reduce(1_000) { $0 + 256 + $1.output.utf8.count })
    text += "<testsuites\(xmlAttributes(attributes))>\n"
    for suite in suites {
      let attributes = [
        ("name", suite.name), ("tests", "\(suite.cases.count)"),
        ("failures", "\(suite.failures)"), ("errors", "\(suite.errors)"),
        ("skipped", "\(suite.skipped)"), ("time", suite.seconds.decimals(3)),
      ]
      text += "  <testsuite\(xmlAttributes(attributes))>\n"
      for testCase in suite.cases { text += testCase.xml(isStrict: isStrict) }
      text += "  </testsuite>\n"
    }
    text += "</testsuites>\n"
    return text
  }
}

private func xmlAttributes(_ attributes: [(String, String)]) -> String {
  attributes.map { " \($0)=\"\($1.xmlAttribute)\"" }.joined()
}
