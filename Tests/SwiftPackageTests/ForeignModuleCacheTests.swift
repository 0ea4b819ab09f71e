import SwiftPackage
import Testing

/// What a build in a copied checkout says.
struct ForeignModuleCacheTests {
  /// As Swift 6.3.1 prints it.
  private static func message(_ now: String) -> String {
    "precompiled file '\(now)/X/SwiftShims-2W.pcm' was compiled with module cache path "
      + "'/old/.build/x86_64-unknown-linux-gnu/debug/ModuleCache/X', but the path is currently "
      + "'\(now)/X'"
  }

  @Test(
    arguments: [
      ("/new/.build/debug/ModuleCache", "/new/.build/debug/ModuleCache"),
      ("/new/a b/.build/ModuleCache", "/new/a b/.build/ModuleCache"), ("/home/ModuleCache", nil),
      ("/new/../home/ModuleCache", nil), ("/new/.build/debug", nil), ("/newer/ModuleCache", nil),
    ] as [(String, String?)])
  func namesTheFolderBelowTheCheckout(now: String, expected: String?) {
    let messages = ["missing required module 'SwiftShims'", Self.message(now)]
    #expect(ForeignModuleCache.folder(in: messages, below: "/new") == expected)
  }

  @Test func otherErrorsNameNone() {
    let messages = ["cannot find 'x' in scope", "was compiled with module cache path '/new/a'"]
    #expect(ForeignModuleCache.folder(in: messages, below: "/new") == nil)
  }
}
