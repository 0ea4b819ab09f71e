/// What earlier runs of a checkout left to tell what is up to date.
///
/// It is read while `.ci.yml` is, on a thread of its own. What another run leaves meanwhile is not in
/// it, which costs time and nothing else: every file is looked at again before a result is used.
package struct EarlierResults: Sendable {
  let digests: FileDigests
  let recent: RecentResults

  init(root: String) {
    digests = FileDigests.kept(in: root)
    recent = RecentResults(StepStore.kept(in: root))
  }

  /// Begins to read what is kept in the root of a pipeline.
  package static func reading(in root: String) -> Background<EarlierResults> {
    Background { EarlierResults(root: root) }
  }
}
