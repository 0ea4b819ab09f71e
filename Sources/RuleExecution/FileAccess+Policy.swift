import CIModel
import FileSystem
package import PipelineConfig
import RunStorage

extension FileAccess {
  /// The files beside `.ci.yml`. A change must not relax the rules that its base extends, so they
  /// come from where the configuration comes from; a change cannot alter a file outside the
  /// repository.
  ///
  /// - Parameters:
  ///   - root: The absolute path of the top of the checkout.
  ///   - policy: `nil` reads the checkout.
  ///   - largest: The limit for a file of the checkout, in bytes.
  package init(in root: String, _ policy: PolicySource?, largest: Int) {
    let readable = ReadablePath(root: root)
    self.init(
      read: { path in
        let absolute = path.hasPrefix("/") ? path : "\(root)/\(path)"
        if let policy, !absolute.leadsOut(of: root) { return try? policy.read(absolute) }
        if readable.refusal(path) != nil { return nil }
        return try? readFile(absolute, limit: largest)
      },
      list: { pattern in
        let glob = PathGlob(pattern)
        return policy?.paths(where: glob.matches) ?? FileSearch.files(matching: [pattern], in: root)
      }, mayQuote: readable.mayQuote)
  }
}
