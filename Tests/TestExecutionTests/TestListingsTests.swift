import FileSystem
import ProcessExecution
import Synchronization
import TestSupport
import Testing

@testable import LocalState
@testable import TestExecution

@Suite struct TestListingsTests {
  private let scratch: ScratchDirectory

  init() throws {
    scratch = try ScratchDirectory()
    for name in ["A-test-runner", "B-test-runner", "A.so", "B.so"] {
      try scratch.write("1", to: name)
    }
  }

  /// The tests, and whether the product was asked for them.
  private func list(isReadOnly: Bool = false) throws -> (product: TestProduct, isAsked: Bool) {
    let asked = Mutex(false)
    let launcher = ProcessLauncher { invocation, onOutput in
      let name = invocation.executable.split(separator: "/").last ?? ""
      var text = "Listing 1 tests in a.xctest:\n\n\(name.prefix(1)).C/one\n"
      if invocation.arguments.first == "--testing-library" {
        text = "\(name.prefix(1)).`an odd, name`()\n"
      }
      text.withUTF8 { onOutput(.standardOutput, UnsafeRawBufferPointer($0)) }
      asked.withLock { $0 = true }
      return .exited(0)
    }
    let context = TestExecutionContext(
      launcher: launcher, environment: [:], directory: "/", repositoryRoot: "/repo",
      scratchDirectory: scratch.path, profileDirectory: nil, eventStreamVersion: "6.3",
      customWarnings: [], deadline: nil, onOutput: { _ in }, onEvent: { _ in })
    var product = try #require(
      TestProduct(
        executables: ["\(scratch.path)/A-test-runner", "\(scratch.path)/B-test-runner"]))
    try TestListings(StateFolder(root: scratch.path, key: testKey), isReadOnly: isReadOnly).list(
      &product, context)
    #expect(product.xctests.map(\.text) == ["A.C/one", "B.C/one"])
    #expect(
      product.swiftTestingTests.map(\.text) == ["A.`an odd, name`()", "B.`an odd, name`()"])
    #expect(product.executable(of: product.xctests[1]) == 1)
    return (product, asked.withLock { $0 })
  }

  @Test func asksOnceForAProduct() throws {
    #expect(try list(isReadOnly: true).isAsked)
    let first = try list()
    #expect(first.isAsked)
    let second = try list()
    #expect(!second.isAsked)
    #expect(first.product == second.product)
    // The tests of a runner are in the library beside it.
    try scratch.write("22", to: "B.so")
    #expect(try list().isAsked)
    #expect(try !list().isAsked)
  }

  @Test(arguments: ["", "devtool.listing/1 6.3\n", "\u{0}"])
  func asksAgainWhenTheListingIsDamaged(text: String) throws {
    _ = try list()
    let folder = scratch.path + "/.devtool/cache/listings"
    let name = try #require(folderContents(folder).first)
    let whole = try scratch.read(".devtool/cache/listings/\(name)")
    try scratch.write(text, to: ".devtool/cache/listings/\(name)")
    #expect(try list().isAsked)
    try scratch.write(whole + "xctest\t7\tA.C/two\n", to: ".devtool/cache/listings/\(name)")
    #expect(try list().isAsked)
  }
}

@Suite struct FileStampTests {
  @Test(arguments: ["1.2.3.4.5.6", "0.-7.0.-8.0.9", "9223372036854775807.1.1.1.1.1"])
  func readsWhatItWrites(text: String) throws {
    #expect(try #require(FileStamp(Array(text.utf8)[...])).text == text)
  }

  @Test(arguments: [
    "", "1.2.3.4.5", "1.2.3.4.5.6.7", "1..3.4.5.6", "a.2.3.4.5.6", "1.-.3.4.5.6",
    "92233720368547758070.1.1.1.1.1",
  ])
  func refusesAnythingElse(text: String) {
    #expect(FileStamp(Array(text.utf8)[...]) == nil)
  }
}
