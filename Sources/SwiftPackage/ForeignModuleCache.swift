/// A module cache that was copied from another folder together with its checkout; the compiler
/// refuses to read it.
package enum ForeignModuleCache {
  private static let builtFor = "was compiled with module cache path '"
  private static let isNow = "but the path is currently '"
  private static let name = "/ModuleCache"

  /// The folder to remove, so that the next build succeeds; `nil` when no message is about a module
  /// cache.
  ///
  /// The compiler prints `precompiled file 'A' was compiled with module cache path 'B', but the
  /// path is currently 'C'`.
  ///
  /// - Parameters:
  ///   - messages: The errors of the build.
  ///   - root: An absolute path; a folder outside of it must not be removed.
  package static func folder(in messages: some Sequence<String>, below root: String) -> String? {
    for message in messages where message.contains(builtFor) {
      guard
        let path = message.split(separator: isNow, maxSplits: 1).dropFirst().first?
          .prefix(while: { $0 != "'" }), let cache = path.firstRange(of: name)
      else { continue }
      let folder = path[..<cache.upperBound]
      if folder.hasPrefix(root + "/"), !folder.split(separator: "/").contains("..") {
        return String(folder)
      }
    }
    return nil
  }
}
