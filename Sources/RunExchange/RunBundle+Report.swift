package import Reporters
package import RunStorage
package import SecretMasking

extension RunBundle {
  /// The sources that came with it, and none of the checkout.
  package var sources: ReportSources {
    ReportSources { path in
      self.source(path).map { .lines(SourceLines($0.bytes), isChanged: $0.isChanged) }
        ?? .missing("the bundle does not hold it")
    }
  }

  package var logs: ReportLogs { ReportLogs { self.log(of: $0).map(ReportLogs.Tail.init) } }
}

extension BundleContents {
  /// Adds the sources that the pages of the run show.
  ///
  /// - Parameters:
  ///   - checkout: Its top; absolute.
  ///   - marks: What the sources were when they were measured, by path.
  ///   - mask: Hides secrets in them.
  package mutating func addSources(
    in checkout: String, marks: [String: String], hiding mask: SecretMask?
  ) {
    for case (let path, .lines(let text, let isChanged)) in ReportSources.checkout(
      checkout, marks: marks
    ).all(of: record) {
      addSource(path, mask?.masked(text.bytes) ?? text.bytes, isChanged: isChanged)
    }
  }
}
