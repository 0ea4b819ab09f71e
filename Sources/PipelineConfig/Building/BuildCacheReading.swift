extension BuildCacheOptions {
  /// `true`, or a mapping that says more; `nil` for `false` and where nothing is written.
  init?(_ value: Checked?) {
    guard let value, value.boolean ?? (value.mapping != nil) else { return nil }
    self.init()
    guard let mapping = value.mapping else { return }
    key = mapping["key"]?.texts ?? key
    store = mapping["store"]?.boolean ?? store
  }
}
