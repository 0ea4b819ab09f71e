import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The processes of the machine, with the facts needed to find leftovers.
struct ProcessTable {
  struct Entry: Hashable, Sendable {
    var pid: pid_t
    var parent: pid_t
    var session: pid_t
    /// Whether it is dead and not yet reaped.
    var isZombie: Bool
    /// The command's name, cut by the kernel (15 bytes on Linux).
    var name: String
  }

  var entries: [Entry]

  /// Number of readings in a row without a process after which none is left. One is not enough: a
  /// process can start another and die between the listing of the names and the reading of its entry.
  static let certainReadings = 2

  /// Reads the table now; processes that end meanwhile are left out.
  static func current() -> ProcessTable {
    #if canImport(Glibc)
      return ProcessTable(entries: linuxEntries())
    #else
      return ProcessTable(entries: darwinEntries())
    #endif
  }

  /// Members of the session `leader` and descendants of `ancestor` (`nil`: only of the session),
  /// without the processes of `spared` and everything below them.
  func leftovers(
    ofSession leader: pid_t, orphansOf ancestor: pid_t?, sparing spared: Set<pid_t>
  ) -> [Entry] {
    var found: [pid_t: Entry] = [:]
    for entry in entries where entry.session == leader { found[entry.pid] = entry }
    guard let ancestor else { return found.values.sorted { $0.pid < $1.pid } }
    var children: [pid_t: [Entry]] = [:]
    for entry in entries { children[entry.parent, default: []].append(entry) }
    var queue = children[ancestor] ?? []
    while let entry = queue.popLast() {
      if spared.contains(entry.pid) || spared.contains(entry.session) { continue }
      found[entry.pid] = entry
      queue.append(contentsOf: children[entry.pid] ?? [])
    }
    found[ancestor] = nil
    return found.values.sorted { $0.pid < $1.pid }
  }

  #if canImport(Glibc)
    private static func linuxEntries() -> [Entry] {
      guard let directory = opendir("/proc") else { return [] }
      defer { closedir(directory) }
      var entries: [Entry] = []
      while let item = readdir(directory) {
        let name = withUnsafeBytes(of: &item.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard let pid = pid_t(name), let entry = linuxEntry(pid) else { continue }
        entries.append(entry)
      }
      return entries
    }

    /// Source: proc(5), `/proc/[pid]/stat`; the name may contain blanks and parentheses, so fields
    /// are counted from the last `)`.
    private static func linuxEntry(_ pid: pid_t) -> Entry? {
      guard let text = readProcFile("/proc/\(pid)/stat"), let open = text.firstIndex(of: "("),
        let close = text.lastIndex(of: ")"), open < close
      else { return nil }
      let fields = text[text.index(after: close)...].split(separator: " ")
      guard fields.count > 3, let parent = pid_t(fields[1]), let session = pid_t(fields[3]) else {
        return nil
      }
      return Entry(
        pid: pid, parent: parent, session: session, isZombie: fields[0] == "Z" || fields[0] == "X",
        name: String(text[text.index(after: open)..<close]))
    }
  #else
    /// Source: `libproc.h`; written from documentation.
    private static func darwinEntries() -> [Entry] {
      let capacity = Int(proc_listallpids(nil, 0)) + 64
      guard capacity > 64 else { return [] }
      var pids = [pid_t](repeating: 0, count: capacity)
      let count = proc_listallpids(&pids, Int32(capacity * MemoryLayout<pid_t>.stride))
      guard count > 0 else { return [] }
      return pids.prefix(Int(count)).compactMap { pid in
        var info = proc_bsdinfo()
        let size = Int32(MemoryLayout<proc_bsdinfo>.stride)
        guard proc_pidinfo(pid, PROC_PIDTBSDINFO, 0, &info, size) == size else { return nil }
        let name = withUnsafeBytes(of: &info.pbi_comm) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return Entry(
          pid: pid, parent: pid_t(info.pbi_ppid), session: platform_session(pid),
          isZombie: info.pbi_status == UInt32(SZOMB), name: name)
      }
    }
  #endif
}

/// The processor time in seconds that a process has used so far; `nil` when it is not alive.
///
/// Source: proc(5), `/proc/[pid]/stat`, fields 14 and 15 in clock ticks; `libproc.h`.
package func processorSeconds(ofProcess pid: Int32) -> Double? {
  #if canImport(Glibc)
    guard let text = readProcFile("/proc/\(pid)/stat"), let close = text.lastIndex(of: ")") else {
      return nil
    }
    let fields = text[text.index(after: close)...].split(separator: " ")
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]),
      ticks > 0
    else { return nil }
    return (user + system) / ticks
  #else
    var info = proc_taskinfo()
    let size = Int32(MemoryLayout<proc_taskinfo>.stride)
    guard proc_pidinfo(pid, PROC_PIDTASKINFO, 0, &info, size) == size else { return nil }
    var scale = mach_timebase_info_data_t()
    guard mach_timebase_info(&scale) == 0, scale.denom > 0 else { return nil }
    let units = Double(info.pti_total_user) + Double(info.pti_total_system)
    return units * Double(scale.numer) / Double(scale.denom) / 1e9
  #endif
}

/// The living processes of a run that was killed, as far as they are readable: `name (pid n)`.
/// Linux only; elsewhere it finds none.
///
/// - Parameter checkout: Identifies the tools of the toolchain, whose environment does not contain
///   the run's id; no run may be active in it. Absolute.
package func survivors(ofRun id: String, in checkout: String) -> [String] {
  #if canImport(Glibc)
    return ProcessTable.current().entries
      .filter { entry in
        guard !entry.isZombie, entry.pid != getpid(),
          let variables = EnvironmentOfProcess(entry.pid)
        else { return false }
        let run = variables["DEVTOOL_RUN"]
        return run == nil ? variables["DEVTOOL_CHECKOUT"] == checkout[...] : run == id[...]
      }
      .map { "\($0.name) (pid \($0.pid))" }
  #else
    return []
  #endif
}

#if canImport(Glibc)
  /// The environment variables that a process was started with.
  struct EnvironmentOfProcess {
    private let variables: [Substring]

    /// `nil` when the process may not be read, or is gone.
    init?(_ pid: pid_t) {
      guard let text = readProcFile("/proc/\(pid)/environ", limit: 1 << 20) else { return nil }
      variables = text.split(separator: "\0")
    }

    subscript(name: String) -> Substring? {
      variables.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
    }
  }

  /// Reads the beginning of a file under `/proc`, at most `limit` bytes; `nil` when it does not
  /// exist (any more).
  func readProcFile(_ path: String, limit: Int = 4_096) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: limit, alignment: 1) { buffer in
      var length = 0
      while length < buffer.count {
        let count = read(descriptor, buffer.baseAddress.map { $0 + length }, buffer.count - length)
        if count < 0, length == 0 { return nil }
        if count <= 0 { break }
        length += count
      }
      return String(decoding: buffer[..<length], as: UTF8.self)
    }
  }
#endif
