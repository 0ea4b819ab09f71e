#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Opens a page with the system's opener (`open` or `xdg-open`), without waiting for it: unlike the
/// processes of a step, the browser outlives this process.
///
/// - Parameter page: An absolute path.
/// - Returns: Whether the opener could be started.
package func openInBrowser(_ page: String, _ environment: [String: String]) -> Bool {
  #if os(macOS)
    let opener = "open"
  #else
    let opener = "xdg-open"
  #endif
  var words: [UnsafeMutablePointer<CChar>?] = [strdup(opener), strdup(page), nil]
  var variables: [UnsafeMutablePointer<CChar>?] =
    environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
  defer { for word in words + variables { free(word) } }
  var process = pid_t()
  return posix_spawnp(&process, opener, nil, nil, &words, &variables) == 0
}
