/// The mode of the cache: `--cache`.
package enum CacheMode: String, Hashable, Sendable, CaseIterable {
  case off
  /// Use results of earlier runs and store none.
  case readOnly = "ro"
  case readWrite = "rw"
}
