/// `--cache`: what to do with results of earlier runs.
package enum CacheMode: String, Hashable, Sendable, CaseIterable {
  case off
  /// Use them and keep nothing.
  case readOnly = "ro"
  case readWrite = "rw"
}
