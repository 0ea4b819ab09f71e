import CIModel
import Testing

@testable import LogParsing

@Suite struct IssueClassifierTests {
  @Test(
    arguments: [
      (
        "failed - Snapshot does not match reference.\n\n@−\n\"file:///p/a.png\"\n@+\n\"file:///t/b.png\"",
        "Snapshot does not match reference", "/p/a.png", "/t/b.png"
      ),
      (
        "Issue recorded\nSnapshot \"dark\" does not match reference.\n\n@-\n\"/p/a.txt\"\n@+\n\"/t/a.txt\"\n\n-  \"/old/path\"\n+  \"/new/path\"",
        "Snapshot does not match reference", "/p/a.txt", "/t/a.txt"
      ),
      (
        "failed - Snapshot does not match reference.\n\nksdiff \"/p/a.png\" \"/t/b.png\"",
        "Snapshot does not match reference", "/p/a.png", "/t/b.png"
      ),
      (
        "failed - No reference was found on disk. Automatically recorded snapshot: …\n\nopen \"file:///p/a.png\"",
        "No reference was found on disk", "/p/a.png", nil
      ),
      (
        "failed - Snapshot comparison failed: Optional(Error Domain=FBSnapshotTestControllerErrorDomain Code=2 \"Images different sizes\" UserInfo={})",
        "Snapshot comparison failed: Images different sizes", nil, nil
      ),
      (
        "failed - Snapshot did not match. Difference: …", "Inline snapshot does not match", nil, nil
      ),
      (
        "failed - expected a matching snapshot in cart_is_empty",
        "Snapshot does not match reference",
        nil, nil
      ),
      (
        "expected to not have a matching snapshot in cart_is_empty", "Snapshot matches reference",
        nil, nil
      ),
      (
        "failed - expected to record a snapshot in cart_is_empty", "Snapshot could not be recorded",
        nil, nil
      ),
      (
        "failed - snapshot cart_is_empty successfully recorded, replace recordSnapshot with a check",
        "Record mode is on", nil, nil
      ),
      ("failed - the checksum does not match reference", nil, nil, nil),
      ("XCTAssertTrue failed - the snapshot is old", nil, nil, nil),
    ] as [(String, String?, String?, String?)])
  func snapshots(message: String, shape: String?, reference: String?, actual: String?) {
    #expect(SnapshotFailure.warning(in: message)?.shape == shape)
    // Nimble-Snapshots says all in one line.
    let isOneLine = message.contains(" snapshot in ") || message.contains("recordSnapshot")
    #expect(SnapshotFailure.opens(message) == (shape != nil && !isOneLine))
    guard shape != nil else { return }
    #expect(SnapshotFailure.images(in: message)?.reference == reference)
    #expect(SnapshotFailure.images(in: message)?.actual == actual)
  }

  @Test(
    arguments: [
      (
        "threw error \"Error Domain=NSURLErrorDomain Code=-1009 \"offline\" UserInfo={NSErrorFailingURLStringKey=https://a.example.com/x}\"",
        "NSURLErrorDomain -1009: the Internet connection appears to be offline", ["a.example.com"]
      ),
      (
        "Caught error: Error Domain=NSURLErrorDomain Code=-1003 \"(null)\"",
        "NSURLErrorDomain -1003: a host could not be found", []
      ),
      (
        "Missing mock for URL: Optional(\"http://b.example.com:80/\")", "request is not stubbed",
        ["b.example.com"]
      ),
      ("failed - Failed due to unstubbed networking.", "request is not stubbed", []),
      (
        "curl: (6) Could not resolve host: example.com", "a host could not be found",
        ["example.com"]
      ),
      (
        "NSErrorFailingURLStringKey=https://example.com/a, _NSURLErrorFailingURL={Could not resolve host: example.com}",
        "a host could not be found", ["example.com"]
      ),
      (
        "NIOConnectionError(host: \"localhost\", port: 5432, error: Connection refused (errno: 111))",
        "connection refused", ["localhost"]
      ),
      ("Error Domain=NSURLErrorDomain Code=-999 \"cancelled\"", nil, []),
      ("the connection was refused by nobody", nil, []),
    ] as [(String, String?, [String])])
  func network(message: String, shape: String?, hosts: [String]) {
    let warning = NetworkFailure.warning(in: message)
    #expect(warning?.shape == shape)
    #expect(warning?.identifiers ?? [] == hosts)
  }

  @Test(arguments: [
    ("curl: (7) Failed to connect to localhost port 80", true),
    (
      "2025-03-04 10:11:12.310482+0100 App[8121:90210] Task <8D>.<1> finished with error [-1004] Error Domain=NSURLErrorDomain Code=-1004 \"x\"",
      true
    ),
    (
      "2025-03-04 10:11:12.310482+0100 App[8121:90210] Task <8D>.<1> HTTP load failed (error code: -1004 [1:61])",
      false
    ),
    (
      "2025-03-04 10:11:12.310482+0100 App[8121:90210] Task <8D>.<1> finished with error [-999] Error Domain=NSURLErrorDomain Code=-999 \"cancelled\"",
      false
    ),
  ])
  func consoleLines(line: String, isWarning: Bool) {
    let event = event(line, by: NetworkFailureLine())
    if case .runtimeWarning(let category, _, _)? = event {
      #expect(isWarning && category == "network")
    } else {
      #expect(!isWarning && event == .notice)
    }
  }

  @Test(arguments: ["Task force", "curl: (22) 404", "Nothing", "A network of friends"])
  func otherLines(line: String) {
    #expect(event(line, by: NetworkFailureLine()) == nil)
  }
}
