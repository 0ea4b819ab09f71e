import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Returns the readable name of a Swift symbol; any other text is returned unchanged.
///
///     $s8LabTests5CHangC8testLockyyF → LabTests.CHang.testLock() -> ()
package func demangled(_ symbol: String) -> String {
  guard symbol.hasPrefix("$s") || symbol.hasPrefix("$S"),
    let text = swift_demangle(symbol, symbol.utf8.count, nil, nil, 0)
  else { return symbol }
  defer { free(text) }
  return String(cString: text)
}
