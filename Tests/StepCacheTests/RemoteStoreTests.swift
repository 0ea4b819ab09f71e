import FileSystem
import Foundation
import HTTPTransport
import TestSupport
import Testing

@testable import StepCache

/// How much a server of results may do wrong, against one on loopback that does as it is told.
@Suite(.blocking) struct RemoteStoreTests {
  private let scratch: ScratchDirectory
  private let blobs: BlobStore

  init() throws {
    scratch = try ScratchDirectory()
    blobs = BlobStore(root: scratch.path)
  }

  private func store(
    _ url: String, writes: Bool = true, authorization: String? = nil
  ) throws -> RemoteStore {
    let live = HTTPClient.live { false }
    let transport = try #require(live, "libcurl is not installed: make bootstrap")
    return RemoteStore(
      RemoteStore.Settings(
        url: url, authorization: authorization, tokenName: "CACHE_TOKEN", writes: writes),
      transport, tell: { _ in })
  }

  private static let content = Array("content".utf8)
  private static let digest = SHA256.hex(content)

  private static func result() -> ActionResult {
    var result = ActionResult()
    result.files = [
      ActionResult.File(
        path: "out", digest: ActionResult.Digest(hash: digest, size: Int64(content.count)))
    ]
    return result
  }

  /// Each would go on for ever; the test ends when the store gives up.
  @Test(arguments: [
    ("HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n", "400\r\n", 1_024, 0),
    ("HTTP/1.1 404 No\r\nContent-Length: 99999999999\r\n\r\n", "", 1_000, 100),
    ("HTTP/1.1 101 Else\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", "", 1_024, 0),
    ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", "", 10_240, 100),
    ("HTTP/1.1 200 OK\r\nX: y\r\n", "X: ", 64, 50),
  ])
  func anEndlessAnswerIsGivenUp(head: String, start: String, count: Int, pause: Int) throws {
    let piece =
      Array(start.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: count) + Array("\r\n".utf8)
    let server = try LoopbackServer { _ in
      .endless(head: head, piece: piece, everyMilliseconds: UInt32(pause))
    }
    let store = try store(server.url)
    #expect(store.result("known") == nil)
    #expect(!store.fetch(Self.digest, size: 1 << 30, into: blobs))
    #expect(!store.canRead)
    #expect(store.notes.count == 1)
  }

  @Test func bringsAndFetches() throws {
    let result = Self.result()
    let server = try LoopbackServer { request in
      switch request.path {
      case "/cache/ac/known": .answer(status: 200, body: result.bytes)
      case "/cache/cas/\(Self.digest)": .answer(status: 200, body: Self.content)
      default: .answer(status: 404)
      }
    }
    let store = try store(server.url + "/cache", authorization: "Bearer sesame")
    #expect(store.result("other") == nil)
    #expect(store.result("known") == result)
    #expect(store.has("known") && !store.has("other"))
    #expect(store.fetch(Self.digest, size: 7, into: blobs))
    #expect(blobs.read(Self.digest) == Self.content)
    // What is there is not asked for again.
    let count = server.requests.count
    #expect(store.fetch(Self.digest, size: 7, into: blobs))
    #expect(server.requests.count == count)
    #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Bearer sesame" })
    #expect(store.notes.isEmpty)
  }

  /// Contents first, and the result that names them last; what is there is not sent again.
  @Test func publishes() throws {
    try blobs.add(Self.content)
    let server = try LoopbackServer { request in
      .answer(status: request.method == "PUT" ? 201 : 404)
    }
    #expect(try store(server.url).publish(Self.result(), "key", from: blobs))
    #expect(
      server.requests.map(\.line) == [
        "HEAD /cas/\(Self.digest)", "PUT /cas/\(Self.digest)", "PUT /ac/key",
      ])
    #expect(server.requests[1].body == Self.content)
    #expect(server.requests[2].body == Self.result().bytes)
    let knowing = try LoopbackServer { _ in .answer(status: 200) }
    #expect(try store(knowing.url).publish(Self.result(), "key", from: blobs))
    #expect(knowing.requests.map(\.line) == ["HEAD /cas/\(Self.digest)", "PUT /ac/key"])
  }

  @Test func onlyReadsWhenItMayNotWrite() throws {
    try blobs.add(Self.content)
    let server = try LoopbackServer { _ in .answer(status: 200) }
    let store = try store(server.url, writes: false)
    #expect(!store.canWrite)
    #expect(!store.publish(Self.result(), "key", from: blobs))
    #expect(server.requests.isEmpty)
  }

  /// Each is said once, and reading goes on where only writing is refused.
  @Test(arguments: [
    (507, "accepts no results (HTTP 507; its disk is full)"),
    (401, "accepts no results (HTTP 401; it does not accept the value of CACHE_TOKEN)"),
    (405, "accepts no results (HTTP 405)"),
    (413, "accepts no results (HTTP 413; it does not accept contents of this size)"),
  ])
  func aServerThatTakesNothing(status: Int, words: String) throws {
    try blobs.add(Self.content)
    let server = try LoopbackServer { request in
      request.method == "PUT"
        ? .answer(status: status)
        : .answer(status: request.path == "/ac/known" ? 200 : 404)
    }
    let store = try store(server.url)
    #expect(!store.publish(Self.result(), "key", from: blobs))
    #expect(!store.publish(Self.result(), "other", from: blobs))
    #expect(server.requests.count { $0.method == "PUT" } == 1)
    #expect(
      store.notes == [
        "The remote cache at 127.0.0.1:\(server.port) \(words); the run continues without "
          + "storing them there."
      ])
    #expect(store.result("known") == ActionResult())
  }

  @Test(arguments: [
    (403, "HTTP 403; it does not accept the value of CACHE_TOKEN"), (500, "HTTP 500"),
    (302, "HTTP 302"),
  ])
  func aServerThatAnswersWithAnErrorIsNotAskedAgain(status: Int, words: String) throws {
    let server = try LoopbackServer { _ in .answer(status: status) }
    let store = try store(server.url)
    #expect(store.result("key") == nil)
    #expect(store.result("key") == nil)
    #expect(!store.fetch(Self.digest, size: nil, into: blobs))
    #expect(server.requests.count == 1)
    #expect(
      store.notes == [
        "The remote cache at 127.0.0.1:\(server.port) is no longer used: \(words)."
      ])
  }

  /// Another content, more than there should be, and less.
  @Test(arguments: ["contend", "content and more", "cont", ""])
  func contentsAreCheckedAgainstTheirDigest(sent: String) throws {
    let server = try LoopbackServer { _ in .answer(status: 200, body: Array(sent.utf8)) }
    for size: Int64? in [7, nil] {
      let store = try store(server.url)
      #expect(!store.fetch(Self.digest, size: size, into: blobs))
      #expect(blobs.read(Self.digest) == nil)
      #expect(
        store.notes == [
          "The remote cache at 127.0.0.1:\(server.port) sent contents that do not match "
            + "their digest, which are ignored."
        ])
    }
    #expect(folderContents(scratch.path + "/cas").isEmpty)
  }

  @Test func nonsenseIsNoResult() throws {
    let server = try LoopbackServer { _ in .answer(status: 200, body: Array("<html>".utf8)) }
    let store = try store(server.url)
    #expect(store.result("key") == nil)
    #expect(store.notes.first?.contains("sent an invalid result") == true)
  }

  /// A connection that breaks is tried once more.
  @Test func aServerThatBreaksOff() throws {
    let body = [UInt8](repeating: 65, count: 100_000)
    for reaction in [LoopbackServer.Reaction.half(body), .hangUp] {
      let server = try LoopbackServer { _ in reaction }
      let store = try store(server.url)
      #expect(!store.fetch(SHA256.hex(body), size: 100_000, into: blobs))
      #expect(!store.canRead)
      #expect(store.result("key") == nil)
      #expect((1...2).contains(server.requests.count))
      #expect(store.notes.count { $0.contains("is no longer used: ") } == 1)
      #expect(folderContents(scratch.path + "/cas").isEmpty)
    }
  }

  @Test func aServerThatIsNotThere() throws {
    let store = try store("http://127.0.0.1:\(LoopbackServer.closedPort())")
    #expect(store.result("key") == nil)
    #expect(!store.canRead && !store.canWrite)
    #expect(store.notes.count == 1)
  }

  /// It ends by itself: nothing here waits for the server.
  @Test func aServerThatNeverAnswers() throws {
    let server = try LoopbackServer { _ in .silence }
    let store = try store(server.url)
    #expect(store.result("key") == nil)
    #expect(!store.canRead)
    #expect(store.result("key") == nil)
    #expect((1...2).contains(server.requests.count))
    #expect(store.notes.count == 1)
  }
}
