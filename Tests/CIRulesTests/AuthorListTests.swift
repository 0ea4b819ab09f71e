import Testing

@testable import CIRules

struct AuthorListTests {
  private static let list = AuthorList(
    """
    # People
    Ada Lovelace <ada@lovelace.org>
     * Grace Hopper (@grace)
    | Mary Jackson | mary@example.com |
    Katherine Johnson, katherine@example.com
    dorothy@example.com
    """)

  @Test(arguments: [
    ("Ada Lovelace", ""), ("ada lovelace", ""), ("A.", "Ada@Lovelace.org"), ("Grace Hopper", ""),
    ("Mary Jackson", ""), ("", "mary@example.com"), ("Katherine Johnson", ""),
    ("", "katherine@example.com"), ("", "dorothy@example.com"),
  ])
  func listed(name: String, address: String) {
    #expect(Self.list.lists(name: name, address: address))
  }

  @Test(arguments: [
    ("Ad", ""), ("Ada", ""), ("Lovelace", ""), ("a", "a"), ("", ""), ("", "a@lovelace.org"),
    ("", "lovelace.org"), ("", "ada@lovelace.or"), ("", "@"), ("Eve", "eve@example.org"),
  ])
  func notListed(name: String, address: String) {
    #expect(!Self.list.lists(name: name, address: address))
  }
}
