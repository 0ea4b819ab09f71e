import CIModel
import Testing

@testable import CIRules

struct AuthorListTests {
  /// Addresses that reach somebody, as people, services and bots have them.
  @Test(arguments: [
    "noreply@github.com", "1+ada@users.noreply.github.com",
    "49699333+dependabot[bot]@users.noreply.github.com", "a.b+c@x.org", "o'brien@x.co.uk",
    "ada_b=c@163.com", "ada@xn--p1ai.xn--p1ai", "ада@пример.рф", "ada@internal.x.org",
    "you@x.org", "ada@example.com", "ada@my-host.x.museum", "a/b@x.org", "ada@mail.x.org",
    "abc.@docomo.ne.jp", "a..b@ezweb.ne.jp", "ada@उदाहरण.भारत", "young@x.com", "ADA@X.ORG",
  ])
  func working(address: String) {
    #expect(Self.problem(address: address) == nil)
  }

  @Test(arguments: [
    "you@example.com", "your.name@example.org", "You@Example.com", "ada@a.mail", "ada@a.onion",
    "ada@a.alt", "ada@x.in-addr.arpa", "ada@x.home.arpa", "runner@fv-az1.a.internal.cloudapp.net",
    "ada@mac.speedport.ip", "ada@mac.fritz.box", "ada@mac.attlocal.net", "ada@mac.workgroup",
    "ada@x.org,", "\"ada@x.org\"", "'ada@x.org'", "mailto:ada@x.org", "ada@x.org:25", "ada@x.org]",
    "ada@x/y.org", ".ada@x.org", "ada@-x.org", "ada@x-.org", "a,b@x.org", "a;b@x.org",
    "a(b)@x.org", "ada@x.com-", "ada@x_y.org", "ada@x!.org", "ada@x.o", "ada@x@x.org", "ada@[::1]",
    "ada@x..org", "ada@x.org.", "@x.org", "ada@", "",
  ])
  func broken(address: String) {
    #expect(Self.problem(address: address)?.contains("is not a working address") == true)
  }

  @Test(arguments: [
    ("Ada", false), ("王", false), ("7", false), ("🦊", false), ("", true), (".", true), ("-", true),
    ("?", true), ("« »", true), ("\u{301}", true), ("+", true), ("~ $ |", true),
  ])
  func names(name: String, isMissing: Bool) {
    #expect((Self.problem(name: name)?.contains("has no author name") == true) == isMissing)
  }

  /// Names that systems and virtual machines give themselves.
  @Test(arguments: [
    ("pc.mshome.net", true), ("vm.reddog.microsoft.com", true), ("box.lxd", true),
    ("c1.incus", true), ("Mac.Local", true), ("microsoft.com", false), ("mshome.net.org", false),
  ])
  func hosts(host: String, isLocal: Bool) {
    #expect((Self.problem(address: "ada@\(host)") != nil) == isLocal)
  }

  private static func problem(
    name: String = "Ada", address: String = "ada@lovelace.org"
  ) -> String? {
    var facts = makeFacts([])
    facts.changes?.commits = [.example("Add", author: name, email: address)]
    let rules = RuleSet(settings: [RuleSettings(id: "commit-authors")], includesDefaults: false)
    return rules.findings(in: facts).first?.message
  }

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
