/// The tests of a product as text. It is cached while the product is unchanged, because asking the
/// product takes as long as many tests.
///
///     xctest\t<executable>\t<id>
///     swift-testing\t<executable>\t<id>\t<tag>,<tag>
extension TestProduct {
  private static let xctestWord = Array("xctest".utf8)
  private static let swiftTestingWord = Array("swift-testing".utf8)

  /// The listing; `nil` when a name contains a separator.
  package var listing: String? {
    var text = ""
    for id in xctests { text += "xctest\t\(executable(of: id))\t\(id.text)\n" }
    for id in swiftTestingTests {
      let tags = (tags[id.text] ?? []).joined(separator: ",")
      text += "swift-testing\t\(executable(of: id))\t\(id.text)\t\(tags)\n"
    }
    let isPlain =
      text.utf8.count { $0 == UInt8(ascii: "\t") }
      == 2 * xctests.count + 3 * swiftTestingTests.count
      && text.utf8.count { $0 == UInt8(ascii: "\n") } == testCount
      && !tags.values.joined().contains { $0.utf8.contains(UInt8(ascii: ",")) }
    return isPlain ? text : nil
  }

  /// Reads the tests from a listing instead of asking the product. Returns whether the listing was
  /// valid; a damaged one changes nothing.
  package mutating func take(listing: ArraySlice<UInt8>) -> Bool {
    var taken = self
    taken.clearTests()
    for line in listing.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard fields.count >= 3, let place = Int(String(decoding: fields[1], as: UTF8.self)),
        executables.indices.contains(place)
      else { return false }
      let id = TestID(String(decoding: fields[2], as: UTF8.self))
      if fields[0].elementsEqual(TestProduct.xctestWord), fields.count == 3 {
        taken.xctests.append(id)
      } else if fields[0].elementsEqual(TestProduct.swiftTestingWord), fields.count == 4 {
        taken.swiftTestingTests.append(id)
        let tags = fields[3].split(separator: UInt8(ascii: ","))
        if !tags.isEmpty {
          taken.tags[id.text] = tags.map { String(decoding: $0, as: UTF8.self) }
        }
      } else {
        return false
      }
      taken.place(id, in: place)
    }
    self = taken
    return true
  }
}
