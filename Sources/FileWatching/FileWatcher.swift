import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Signals that a watched folder may have changed; the caller has to find out which files did.
package struct FileWatcher: Sendable {
  /// Waits for a signal up to a maximum duration; returns whether one arrived.
  package var wait: @Sendable (Duration) -> Bool
  /// Watches these folders (absolute, without subfolders) instead of the previous ones.
  package var listen: @Sendable ([String]) -> Void

  /// The system's watcher if there is one, else one that signals every second.
  package static func live() -> FileWatcher {
    #if canImport(Glibc)
      if let watcher = inotify() { return watcher }
    #endif
    return polling()
  }

  /// Signals on every call, at most once a second, so that the caller checks the files.
  package static func polling() -> FileWatcher {
    FileWatcher(
      wait: { limit in
        let pause = max(.milliseconds(1), min(limit, .seconds(1)))
        usleep(
          useconds_t(
            pause.components.seconds * 1_000_000 + pause.components.attoseconds / 1_000_000_000_000)
        )
        return true
      }, listen: { _ in })
  }

  #if canImport(Glibc)
    /// Source: inotify(7). `nil` when the system provides none.
    static func inotify() -> FileWatcher? {
      let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard descriptor >= 0 else { return nil }
      let watches = Watches(descriptor)
      return FileWatcher(wait: watches.wait, listen: watches.listen)
    }

    private final class Watches: Sendable {
      private let descriptor: Int32
      private let byFolder = Mutex<[String: Int32]>([:])

      init(_ descriptor: Int32) { self.descriptor = descriptor }
      deinit { close(descriptor) }

      @Sendable func wait(_ limit: Duration) -> Bool {
        let (seconds, attoseconds) = limit.components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&poller, 1, Int32(clamping: milliseconds)) > 0 else { return false }
        // The content of the events is not needed.
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
          while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
        return true
      }

      @Sendable func listen(_ folders: [String]) {
        let events =
          IN_CREATE | IN_CLOSE_WRITE | IN_MODIFY | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
          | IN_ATTRIB | IN_ONLYDIR
        byFolder.withLock { watches in
          let wanted = Set(folders)
          for (folder, watch) in watches where !wanted.contains(folder) {
            inotify_rm_watch(descriptor, watch)
            watches[folder] = nil
          }
          // Known folders are added again, because a recreated folder is a different one.
          for folder in folders {
            let watch = inotify_add_watch(descriptor, folder, UInt32(events))
            if watch >= 0 { watches[folder] = watch }
          }
        }
      }
    }
  #endif
}
