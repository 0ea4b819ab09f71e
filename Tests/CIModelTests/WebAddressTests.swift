import CIModel
import Testing

/// Only a well-formed address on the service's own host becomes a link.
struct WebAddressTests {
  @Test(arguments: [
    ("https://github.com/a/b/actions/runs/1", "github.com"),
    ("https://CI.Example.com:8443/a?b=c%20d&e=f", "ci.example.com:8443"),
    ("https://github.com", "github.com"), ("https://github.com?a", "github.com"),
    ("http://github.com/a", nil), ("HTTPS://github.com/a", nil), ("javascript:alert(1)", nil),
    ("https://", nil), ("https:///a", nil), ("https://user@github.com/", nil),
    ("https://github.com\\@evil.example/", nil), ("https://github.com/a b", nil),
    ("https://github.com/\"><script>", nil), ("https://github.com/'a", nil),
    ("https://github.com/a#b", nil), ("https://github.com/%2", nil),
    ("https://github.com/%zz", nil),
    ("https://github.com:/", nil), ("https://github.com:80:80/", nil),
    ("https://github.com:a/", nil),
    ("https://a..b/", nil), ("https://a_b/", nil), ("https://[::1]/", nil),
    ("https://githüb.com/", nil), ("https://github.com/\u{202E}", nil),
    ("https://github.com/\n", nil),
    ("https://a/" + String(repeating: "a", count: 2_000), nil),
  ])
  func isReadStrictly(text: String, host: String?) {
    #expect(WebAddress(text)?.host == host)
    #expect(WebAddress(text).map { $0.text == text } ?? true)
  }

  @Test func linksStayOnTheHostOfTheService() {
    let links = ServiceLinks(
      host: "github.com", run: "https://github.com/a/b/actions/runs/1",
      commits: "https://github.com/a/b/commit/")
    let id = String(repeating: "0a", count: 20)
    #expect(links.runAddress?.text == links.run)
    #expect(links.address(ofCommit: id)?.text == "https://github.com/a/b/commit/\(id)")
    for id in ["", "0a", "../../\(id)", id + "G", "\(id)/../x"] {
      #expect(links.address(ofCommit: id) == nil)
    }
    #expect(links.address(ofRequest: "https://github.com/a/b/pull/2") != nil)
    for url in ["https://evil.example/2", "https://github.com.evil.example/2", "github.com", nil] {
      #expect(links.address(ofRequest: url) == nil)
    }
    #expect(ServiceLinks(host: "a.b", run: "https://c.d/1").runAddress == nil)
  }
}
