import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Number of processors that this process may use: those that are online and in its affinity mask,
/// limited to the quota of its control group (a container's CPU limit), rounded up.
package func processorCount() -> Int {
  var count = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  #if canImport(Glibc)
    let allowed = Int(platform_allowed_processors())
    if allowed > 0 { count = min(count, allowed) }
    if let quota = controlGroupQuota() { count = min(count, max(1, Int(quota.rounded(.up)))) }
  #endif
  return count
}

#if canImport(Glibc)
  /// The CPU quota in processors; `nil` when there is no limit.
  ///
  /// Source: `cpu.max` of cgroups(7) version 2 (`200000 100000` or `max 100000`), and
  /// `cpu.cfs_quota_us` with `cpu.cfs_period_us` of version 1. A container sees its own group at
  /// the root of the tree.
  private func controlGroupQuota() -> Double? {
    if let text = readProcFile("/sys/fs/cgroup/cpu.max") {
      let fields = text.split(whereSeparator: \.isWhitespace)
      guard fields.count == 2, let quota = Double(fields[0]), let period = Double(fields[1]),
        quota > 0, period > 0
      else { return nil }
      return quota / period
    }
    let folder = "/sys/fs/cgroup/cpu/cpu.cfs_"
    guard let quota = readProcFile(folder + "quota_us").flatMap(number), quota > 0,
      let period = readProcFile(folder + "period_us").flatMap(number), period > 0
    else { return nil }
    return quota / period
  }

  private func number(_ text: String) -> Double? {
    Double(text.filter { !$0.isWhitespace })
  }
#endif
