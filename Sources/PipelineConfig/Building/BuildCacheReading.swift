extension RemoteCache {
  /// Reads an address, or a mapping with options; `nil` when it is absent or invalid.
  init?(_ value: Checked?, _ checker: inout Checker) {
    guard let value else { return nil }
    let mapping = value.mapping
    guard
      let address = value.text.map({ ($0, value.range) })
        ?? mapping?["url"].flatMap({ url in url.text.map { ($0, url.range) } })
    else {
      if let mapping, mapping["url"] == nil, !mapping.hasRejectedKeys {
        checker.report(
          "'remote' of 'cache' has no address", help: "add `url: https://cache.example.com`",
          at: value.range)
      }
      return nil
    }
    let (url, range) = address
    guard url.hasPrefix("http://") || url.hasPrefix("https://") || url.hasPrefix("${env.") else {
      checker.report(
        "the address of the remote cache does not begin with http:// or https://: '\(shortened(url))'",
        help:
          "write an http:// or https:// address, or take it from the environment: `${env.NAME}`",
        at: range)
      return nil
    }
    self.init(url: url)
    token = mapping?["token"]?.text
    mode = mapping?["mode"]?.text.flatMap(Mode.init) ?? mode
  }
}

extension BuildCacheOptions {
  /// Reads `true` or a mapping with options; `nil` for `false` and when it is absent.
  init?(_ value: Checked?) {
    guard let value, value.boolean ?? (value.mapping != nil) else { return nil }
    self.init()
    guard let mapping = value.mapping else { return }
    key = mapping["key"]?.texts ?? key
    store = mapping["store"]?.boolean ?? store
  }
}
