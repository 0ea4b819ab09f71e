extension RetryPolicy {
  /// Reads `retry: 2` or its mapping.
  init(_ value: Checked) {
    self.init()
    if let count = value.integer {
      limit = count
      return
    }
    let mapping = value.mapping
    limit = mapping?["max"]?.integer ?? 1
    backoff = mapping?["backoff"]?.duration ?? .zero
    pattern = mapping?["match"]?.text
    reasons = (mapping?["when"]?.list ?? []).compactMap { reason in
      if let statuses = reason.mapping?["exit"]?.list {
        return .exitStatuses(statuses.compactMap(\.integer))
      }
      switch reason.text {
      case "exit": return .exit
      case "timeout": return .timeout
      case "crash": return .crash
      default: return nil
      }
    }
  }
}
