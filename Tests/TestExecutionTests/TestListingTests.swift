import TestExecution
import Testing

@Suite struct TestListingTests {
  @Test func keepsTags() throws {
    var product = TestProduct(path: "/product")
    product.xctests = [TestID("A.C/one")]
    product.swiftTestingTests = [TestID("A.f()"), TestID("A.S/`a b, c`(_:)")]
    product.tags = ["A.f()": ["slow", "network"]]
    let listing = try #require(product.listing)
    var other = TestProduct(path: "/product")
    let isTaken = other.take(listing: Array(listing.utf8)[...])
    #expect(isTaken)
    #expect(other == product)
  }

  @Test(arguments: ["A.`a\tb`()", "A.`a\nb`()"])
  func namesThatSetOffFieldsAreNotListed(id: String) {
    var product = TestProduct(path: "/product")
    product.swiftTestingTests = [TestID(id)]
    #expect(product.listing == nil)
    product.swiftTestingTests = [TestID("A.f()")]
    #expect(product.listing != nil)
    product.tags = ["A.f()": ["a,b"]]
    #expect(product.listing == nil)
  }

  @Test(arguments: ["xctest\tA.C/one\n", "xctest\t1\tA.C/one\n", "other\t0\tA.C/one\n", "xctest\n"])
  func takesNothingOfADamagedOne(text: String) {
    var product = TestProduct(path: "/product")
    product.xctests = [TestID("A.C/kept")]
    let before = product
    let isTaken = product.take(listing: Array(text.utf8)[...])
    #expect(!isTaken)
    #expect(product == before)
  }
}
